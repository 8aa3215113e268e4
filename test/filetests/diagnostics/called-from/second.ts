const secret = { gain: 2 };
export function second(x: number): number {
  return x * String(x).length; // error LW1105: Strings
}
