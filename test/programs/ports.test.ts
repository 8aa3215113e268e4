// Programs as a good engineer writes them (ports/*/plain.ts), and the same with a kernel in place of a loop (ports/*/kernel.ts): they give the same
// numbers on each device, and few lines are other ones.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

type Numbers = Float64Array | Uint8Array | Uint32Array | BigUint64Array;
/** Reads one array, writes another, and returns how much. */
type Codec = (source: Uint8Array, target: Uint8Array) => number;
type Run = (q: Queue) => Numbers | Promise<Numbers>;

const folder = fileURLToPath(new URL("ports/", import.meta.url));
const names = readdirSync(folder).sort();
const textOf = (path: string) => readFileSync(`${folder}${path}`, "utf8");
const paths = names.flatMap((name) => [`${name}/plain.ts`, `${name}/kernel.ts`]);
const program = await loadProgram(Object.fromEntries(paths.map((path) => [path, textOf(path)])));
afterAll(program.dispose);

const runOf = async (path: string): Promise<Run> => (await program.load(path)).run as Run; // what each exports

/** The longest common subsequence. */
function commonLines(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const next = [0];
    for (const [j, other] of b.entries()) {
      next.push(line === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Lines of the port, but empty ones, that the plain program does not have, or the other way round, if that is more. */
function changedLines(name: string): number {
  const [plain = [], kernel = []] = ["plain.ts", "kernel.ts"].map((file) =>
    textOf(`${name}/${file}`)
      .split("\n")
      .filter((line) => line.trim() !== ""),
  );
  return Math.max(plain.length, kernel.length) - commonLines(plain, kernel);
}

/** Functions of Math may give another last digit in a kernel; they are all that may. */
const approximate: ReadonlySet<string> = new Set(["american-options"]);

/** What a plain program computes, in bytes. */
async function bytesOf(path: string): Promise<Buffer> {
  const plain = await runOf(path);
  using q = new program.lanewise.Queue({ device: "host" });
  const { buffer, byteOffset, byteLength } = await plain(q);
  return Buffer.from(buffer, byteOffset, byteLength);
}

test("AES: the first block is enciphered as FIPS 197 says", async () => {
  expect((await bytesOf("aes/plain.ts")).subarray(0, 16).toString("hex")).toBe("69c4e0d86a7b0430d8cdb78070b4c55a");
});

test("BLAKE3: the digests are those of its test vectors", async () => {
  const digests = await bytesOf("blake3/plain.ts");
  const digestOf = (message: number) => digests.subarray(message * 32, message * 32 + 32).toString("hex");
  expect(digestOf(0)).toBe("af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"); // empty
  expect(digestOf(5)).toBe("10108970eeda3eb932baac1428c7a2163b0e924c9a9e25b35bba72b28f70bd11"); // 1023 bytes
  expect(digestOf(7)).toBe("d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444"); // 1025 bytes
  expect(digestOf(13)).toBe("62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47"); // 31 chunks
});

test("CRC-64: the first checksum is the check value of CRC-64/XZ", async () => {
  const checksums = await bytesOf("crc-64/plain.ts");
  expect(checksums.readBigUInt64LE(0)).toBe(0x995dc9bbdf1939fan);
});

test("LZ4: each block is decompressed to what it was, and a known block to its text", async () => {
  const { compress, decompress, input } = await program.load("lz4/plain.ts");
  const [pack, unpack] = [compress as Codec, decompress as Codec]; // what the program exports
  const bytes = input as Uint8Array; // likewise
  const sizes = Array.from({ length: bytes.length / 4096 }, (_, k) => {
    const [block, packed, unpacked] = [
      bytes.subarray(k * 4096, (k + 1) * 4096),
      new Uint8Array(5000),
      new Uint8Array(4096),
    ];
    const size = pack(block, packed);
    expect(unpack(packed.subarray(0, size), unpacked)).toBe(4096);
    expect(Buffer.from(unpacked).equals(block)).toBe(true);
    return size;
  });
  expect(Math.min(...sizes)).toBeLessThan(100);
  expect(Math.max(...sizes)).toBeGreaterThan(4096);
  // Two literals, "ab", of which a match of 15 + 5 + 4 bytes repeats the last two; then five literals.
  const text = new Uint8Array(31);
  const known = Uint8Array.of(0x2f, 0x61, 0x62, 2, 0, 5, 0x50, 0x76, 0x77, 0x78, 0x79, 0x7a);
  expect(unpack(known, text)).toBe(31);
  expect(Buffer.from(text).toString()).toBe(`${"ab".repeat(13)}vwxyz`);
  const again = new Uint8Array(64);
  expect([...again.subarray(0, pack(text, again))]).toEqual([...known]);
});

test("Canny: the disk has a closed outline, and its inside no edges", async () => {
  const edges = await bytesOf("canny/plain.ts");
  const isEdge = (x: number, y: number) => edges[y * 117 + x] !== 0;
  for (let turn = 0; turn < 64; turn++) {
    const [dx, dy] = [Math.cos((turn * Math.PI) / 32), Math.sin((turn * Math.PI) / 32)];
    const crossed = Array.from({ length: 34 }, (_, r) => isEdge(Math.round(40 + dx * r), Math.round(38 + dy * r)));
    expect(crossed.indexOf(true), `direction ${turn}`).toBeGreaterThan(23);
    expect(crossed.indexOf(true), `direction ${turn}`).toBeLessThan(30);
  }
});

test("HOG: each block is normalised, and its features are those of another program", async () => {
  const bytes = await bytesOf("hog/plain.ts");
  const features = Array.from({ length: bytes.length / 8 }, (_, k) => bytes.readDoubleLE(k * 8));
  const pinned = {
    4: 0.06903054860011519,
    1234: 0.07195462060147219,
    2000: 0.2707631424488559,
    3455: 0.139758233877389,
  };
  for (const [k, feature] of Object.entries(pinned)) expect(features[Number(k)]).toBeCloseTo(feature, 12);
  for (let block = 0; block < features.length / 36; block++) {
    const own = features.slice(block * 36, block * 36 + 36);
    expect(Math.hypot(...own)).toBeCloseTo(1, 4);
    expect(Math.min(...own)).toBeGreaterThanOrEqual(0);
  }
});

describe.each(names)("%s", (name) => {
  test("changes at most five lines", () => {
    const changed = changedLines(name);
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThanOrEqual(5);
  });

  test.each(["cpu", "host"] as const)("gives the same on %s", async (device) => {
    using q = new program.lanewise.Queue({ device, fp: "strict" });
    const [plain, kernel] = await Promise.all([runOf(`${name}/plain.ts`), runOf(`${name}/kernel.ts`)]);
    const [right, found] = [await plain(q), await kernel(q)];
    expect(new Set<number | bigint>(right).size).toBeGreaterThan(2);
    expect(found.length).toBe(right.length);
    for (const [k, value] of right.entries()) {
      if (approximate.has(name)) expect(Number(found[k])).toBeCloseTo(Number(value), 9);
      else if (!Object.is(found[k], value)) expect.fail(`${name}[${k}] is ${found[k]}, not ${value}`);
    }
  });
});
