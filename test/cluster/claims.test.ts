// What comes over the bus is data of others: a worker computes nothing of a job or a chunk that cannot be; and how much it keeps of inputs.

import { expect, test } from "vitest";
import type { BlobRef, ChunkMessage, JobMessage } from "../../cluster/dist/bus/messages.js";
import { FORMAT } from "../../cluster/dist/bus/messages.js";
import { BlobCache } from "../../cluster/dist/worker/blob-cache.js";
import { checkClaim } from "../../cluster/dist/worker/check-claim.js";

const blob = (size: number, hash = "aa"): BlobRef => ({ hash, size, isZero: false });
const job: JobMessage = {
  ...{ format: FORMAT, job: "one", digest: "dd", pin: "p", image: blob(100), symbol: "k", isDurable: false },
  ...{ sizes: [10, 3], chunks: 2, rowsPerChunk: 5 },
  arguments: [
    { kind: "array", type: "Float32Array", isWritten: false },
    { kind: "number", value: "0" },
    { kind: "structs", struct: { name: "S", structs: [] }, size: 12, layout: "soa", isWritten: true },
    { kind: "row" },
  ],
  reductions: [{ type: "Int32Array", length: 4, by: { kind: "operation", operation: "add" } }],
};
const chunk: ChunkMessage = { job: "one", digest: "dd", chunk: 1, begin: 5, end: 10, inputs: [blob(20), blob(60)] };
const reduced = (changes: object): Partial<JobMessage> => ({
  reductions: job.reductions.map((one) => ({ ...one, ...changes })),
});

test("a chunk as clients make them passes", () => {
  expect(() => checkClaim(job, chunk, 1000)).not.toThrow();
});

const wrongJobs: readonly (readonly [string, Partial<JobMessage>, RegExp])[] = [
  ["another format", { format: FORMAT - 1 }, /the format is \d+; this worker's is \d+/],
  ["no dimensions", { sizes: [] }, /the range has invalid sizes/],
  ["four dimensions", { sizes: [10, 1, 1, 1] }, /the range has invalid sizes/],
  ["no whole size", { sizes: [10, 1.5] }, /the range has invalid sizes/],
  ["more arrays than inputs", { arguments: [...job.arguments, ...job.arguments] }, /one input for each/],
  ["a reduction of no array", reduced({ type: "Array" }), /target of a reduction does not exist/],
  ["a reduction of half an element", reduced({ length: 0.5 }), /target of a reduction does not exist/],
  ["a reduction by nothing", reduced({ by: { kind: "magic" } }), /target of a reduction does not exist/],
];
test.each(wrongJobs)("a job with %s is none", (_, changes, message) => {
  expect(() => checkClaim({ ...job, ...changes }, chunk, 1000)).toThrow(message);
});

const wrongChunks: readonly (readonly [string, Partial<ChunkMessage>, RegExp])[] = [
  ["rows behind the range", { end: 11 }, /outside of the range/],
  ["no rows", { begin: 10 }, /outside of the range/],
  ["negative rows", { begin: -1 }, /outside of the range/],
  ["fewer inputs", { inputs: [blob(20)] }, /one input for each/],
  ["a part of an element", { inputs: [blob(21), blob(60)] }, /an input is not a whole array/],
  ["a part of a struct", { inputs: [blob(20), blob(61)] }, /an input is not a whole array/],
  ["a size that is none", { inputs: [blob(Number.NaN), blob(60)] }, /an input is not a whole array/],
];
test.each(wrongChunks)("a chunk with %s is none", (_, changes, message) => {
  expect(() => checkClaim(job, { ...chunk, ...changes }, 1000)).toThrow(message);
});

test("a chunk of more bytes than the worker takes is `limit`, which names the limit", () => {
  // 20 and 60 of inputs, 4 elements of at most 8.
  expect(() => checkClaim(job, chunk, 112)).not.toThrow();
  expect(() => checkClaim(job, chunk, 111)).toThrow(
    expect.objectContaining({ code: "limit", message: expect.stringContaining("bytesPerChunk of the worker is 111") }),
  );
});

test("a worker keeps inputs up to its limit, the lately used ones, and asks once for what several chunks need", async () => {
  const cache = new BlobCache(100);
  const fetched: string[] = [];
  const get = (hash: string, size = 40) =>
    cache.get(blob(size, hash), async () => {
      fetched.push(hash);
      return new Uint8Array(size);
    });
  await Promise.all([get("a"), get("a"), get("b")]);
  expect(fetched.splice(0)).toEqual(["a", "b"]);
  await get("a");
  await get("c"); // "b" goes
  await Promise.all([get("a"), get("c")]);
  expect(fetched.splice(0)).toEqual(["c"]);
  await get("b");
  expect(fetched.splice(0)).toEqual(["b"]);
  // What is larger than the limit is passed on, and nothing else is kept.
  expect((await get("large", 1000)).length).toBe(1000);
  await get("c");
  expect(fetched).toEqual(["large", "c"]);
});

test("what could not be fetched is fetched again", async () => {
  const cache = new BlobCache(100);
  await expect(cache.get(blob(10), () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await cache.get(blob(10), async () => new Uint8Array(10))).toHaveLength(10);
});
