// Results as they are stored: they come back as they were, damage is found, and what a dishonest worker may store is an error of the protocol.

import { expect, test } from "vitest";
import type { ChunkResult } from "../../cluster/dist/bus/messages.js";
import { decodeResult, encodeResult } from "../../cluster/dist/bus/nats/frame.js";

const by = { worker: "w", ms: 1.5 };
const failure = {
  ...{ code: "out_of_bounds", message: "LW4001: …", kernel: "k", array: "x", index: 7, length: 7, isInCall: false },
  ...{ file: "main.ts", line: 3, column: 5, workItem: [7] },
};

test.each([
  { ...by, kind: "done", outputs: [Uint8Array.of(1, 2, 3), new Uint8Array(0), Uint8Array.of(4)] },
  { ...by, kind: "done", outputs: [] },
  { ...by, kind: "failed", failure },
  { ...by, kind: "failed", failure: { ...failure, array: undefined, index: undefined, length: undefined } },
  { ...by, kind: "refused", message: "the GPU has no atomics of 64 bits" },
] satisfies readonly ChunkResult[])("%o comes back as it was", (result) => {
  expect(decodeResult(Uint8Array.from(encodeResult(result)))).toEqual(result);
});

test("each damaged bit is found", () => {
  const stored = encodeResult({ ...by, kind: "done", outputs: [Uint8Array.of(1, 2, 3)] });
  for (let bit = 0; bit < 8 * stored.length; bit++) {
    const damaged = Uint8Array.from(stored);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => decodeResult(damaged)).toThrow(expect.objectContaining({ code: "corrupted" }));
  }
  expect(() => decodeResult(stored.subarray(0, 20))).toThrow(expect.objectContaining({ code: "corrupted" }));
});

const wrong: readonly object[] = [
  {},
  { kind: "magic" },
  { kind: "failed" },
  { kind: "refused" },
  { kind: "refused", message: 7 },
  ...[null, "text", { ...failure, code: 1 }, { ...failure, message: undefined }, { ...failure, index: "7" }].map(
    (one) => ({
      kind: "failed",
      failure: one,
    }),
  ),
  ...[undefined, 7, ["7"], [null]].map((workItem) => ({ kind: "failed", failure: { ...failure, workItem } })),
];
test.each(wrong)("%o is no result", (result) => {
  const stored = encodeResult({ ...by, ...result } as ChunkResult); // what a worker of another making stores
  expect(() => decodeResult(stored)).toThrow(expect.objectContaining({ code: "protocol" }));
});
