// The WebAssembly imports of "math": functions of Math by name, and "rem", which is JavaScript's %. For workers too.

export type MathName = Extract<keyof Math, string> | "rem";
/** By import name. */
export type MathNames = Readonly<Record<string, MathName>>;

export function mathImports(math: MathNames): Record<string, (...numbers: number[]) => number> {
  return Object.fromEntries(Object.entries(math).map(([name, fn]) => [name, mathFunction(fn)]));
}

function mathFunction(name: MathName): (...numbers: number[]) => number {
  if (name === "rem") return (a: number, b: number) => a % b;
  // A MathImport names a function of Math that takes one or two numbers and returns a number.
  return Math[name] as (a: number, b: number) => number;
}
