// A program whose kernels are stepped through, in Node and in a browser.

/** What is debugged, with the lines that tests name. */
export const kernelSource = `import { Queue } from "lanewise";
import { half } from "./half.js";

export async function launch(): Promise<number[]> {
  const q = new Queue({ device: "host" });
  const input = new Float32Array([3, 4]);
  const output = new Float32Array(2);
  await q.parallelFor(2, (item) => {
    const value = input[item]!;
    let sum = value * 10;
    for (let i = 0; i < 2; i++) {
      sum += i;
    }
    for (let i = 5; i < 6; i++) sum += i;
    debugger;
    const result = half(sum);
    output[item] = result;
  });
  return [...output];
}
`;

export const calleeSource = `export function half(value: number): number {
  const whole = Math.fround(value);
  return whole / 2;
}
`;

const lines = kernelSource.split("\n");

/** The line with that text, from 1. */
export function lineOf(text: string): number {
  return lines.findIndex((line) => line.includes(text)) + 1;
}
