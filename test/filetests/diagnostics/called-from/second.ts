const secret = { gain: 2 };
export function second(x: number): number {
  return x * "2".length; // error LW1105: Strings
}
