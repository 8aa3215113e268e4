// The sixth example: work-groups. A product of matrices in tiles, prefix sums and a radix sort, each with local memory and barriers,
// each beside plain JavaScript.
//
//     npx lanewise run examples/06-groups/main.ts [FILE]
//
// FILE is a PNG or JPEG, examples/data/hubble_deep_field.jpg without one. Writes out/sorted.png: the picture, and beside it its pixels
// in the order of their brightness.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Queue } from "lanewise";
import { multiply } from "./matrix.js";
import { besideSorted, encodePng, luminance, type Picture, readPicture } from "./picture.js";
import { plainPrefixSum, plainProduct } from "./plain.js";
import { prefixSum, sumsFor } from "./scan.js";
import { Sorter } from "./sort.js";

const size = 384;
const rounds = 5;

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main([file]: readonly string[]): Promise<void> {
  const path = file ?? join(dirname(process.argv[1] ?? ""), "../data/hubble_deep_field.jpg");
  const picture = readPicture(path);
  const q = new Queue();
  console.log(`${path}: ${picture.width} x ${picture.height} pixels, on ${q.device.name}`);
  await matrices(q);
  await prefixSums(q, picture);
  const sorted = await sort(q, picture);
  mkdirSync("out", { recursive: true });
  writeFileSync("out/sorted.png", encodePng(besideSorted(picture, sorted)));
  console.log("out/sorted.png");
}

async function matrices(q: Queue): Promise<void> {
  const element = (i: number, by: number): number => ((i * by) % 17) / 16 - 0.5;
  const a = q.mallocShared(
    Float32Array,
    Float32Array.from({ length: size * size }, (_, i) => element(i, 5)),
  );
  const b = q.mallocShared(
    Float32Array,
    Float32Array.from({ length: size * size }, (_, i) => element(i, 7)),
  );
  const c = q.mallocShared(Float32Array, size * size);
  const [plainA, plainB, right] = [q.toHost(a), q.toHost(b), new Float32Array(size * size)];
  const times = await compare(
    () => multiply(q, a, b, c, size),
    () => plainProduct(plainA, plainB, right, size),
  );
  const error = c.reduce((most, value, i) => Math.max(most, Math.abs(value - (right[i] ?? 0))), 0);
  console.log(`matrices: ${size} x ${size}, off by at most ${error.toExponential(1)}; ${times}`);
  for (const array of [a, b, c]) q.free(array);
}

async function prefixSums(q: Queue, { pixels }: Picture): Promise<void> {
  const levels = pixels.map(luminance);
  const from = q.mallocShared(Uint32Array, levels);
  const to = q.mallocShared(Uint32Array, levels.length);
  const sums = sumsFor(q, levels.length);
  const right = new Uint32Array(levels.length);
  const times = await compare(
    () => prefixSum(q, from, to, sums),
    () => plainPrefixSum(levels, right),
  );
  const wrong = to.filter((sum, i) => sum !== right[i]).length;
  console.log(`prefix sums: the last of ${to.length} is ${to.at(-1)}, ${wrong} are wrong; ${times}`);
  for (const array of [from, to, ...sums]) q.free(array);
}

/** The pixels by brightness, and by colour where that is the same. */
async function sort(q: Queue, { pixels }: Picture): Promise<Uint32Array> {
  const unsorted = pixels.map((pixel) => (luminance(pixel) << 24) | pixel);
  const given = q.mallocShared(Uint32Array, unsorted);
  const keys = q.mallocShared(Uint32Array, unsorted.length);
  const sorter = new Sorter(q, keys.length);
  const right = new Uint32Array(unsorted.length);
  const times = await compare(
    () => {
      q.copy(given, keys);
      return sorter.sort(keys);
    },
    () => {
      right.set(unsorted);
      right.sort();
    },
  );
  const sorted = q.toHost(keys);
  const wrong = sorted.filter((key, i) => key !== right[i]).length;
  console.log(`sort: ${sorted.length} keys, ${wrong} in wrong places; ${times}`);
  sorter.free();
  for (const array of [given, keys]) q.free(array);
  return sorted.map((key) => key & 0xffffff);
}

/** Both in turn, so that whatever else the machine does is in both medians. The first round, which compiles, does not count. */
async function compare(kernels: () => PromiseLike<void>, plain: () => void): Promise<string> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now();
    await kernels();
    const middle = performance.now();
    plain();
    const end = performance.now();
    if (round > 0) {
      ours.push(middle - start);
      theirs.push(end - middle);
    }
  }
  const [fast, slow] = [median(ours), median(theirs)];
  return `${fast.toFixed(1)} ms, plain JavaScript ${slow.toFixed(1)} ms, ${(slow / fast).toFixed(1)}x`;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}
