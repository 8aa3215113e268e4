// Neighbours that are clamped at both borders, in rows of every length around those of gangs.
import { Queue } from "lanewise";
import { program } from "./harness.js";

const weights = [1, 10, 100, 1000] as const;

async function differences(q: Queue): Promise<number> {
  let count = 0;
  for (const width of [1, 2, 3, 15, 16, 17, 18, 19, 33, 64, 65, 66, 67]) {
    const height = 3;
    const a = q.mallocShared(Int32Array, Array.from({ length: width * height }, (_, i) => i + 1));
    const b = q.mallocShared(Int32Array, width * height);
    const kernel = (y: number, x: number) => {
      const [left, right] = [Math.max(x - 1, 0), Math.min(x + 1, width - 1)];
      const [far, near] = [x + 3 < width ? x + 3 : width - 1, x < 2 ? 0 : x - 2];
      const row = y * width;
      b[row + x] = a[row + left]! * weights[0] + a[row + right]! * weights[1] + a[row + far]! * weights[2] + a[row + near]! * weights[3];
    };
    await q.parallelFor([height, width], kernel);
    const found = [...b];
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) kernel(y, x);
    count += found.filter((value, i) => value !== b[i]).length;
    q.free(a);
    q.free(b);
  }
  return count;
}

export const clamped = program(differences, 0);
