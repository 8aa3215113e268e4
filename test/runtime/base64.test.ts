// Bytes in emitted text come back as they were, by whichever decoder the host has, and at the speed of the host's own.

import { afterEach, describe, expect, test, vi } from "vitest";
import { fromBase64 } from "../../runtime/dist/values/base64.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 167 + (index >> 8)) & 0xff);
const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

describe.each([
  ["Buffer", () => undefined],
  ["Uint8Array.fromBase64", () => vi.stubGlobal("Buffer", undefined)],
])("by %s", (_, prepare) => {
  test.each([0, 1, 2, 3, 255, 70_001])("%i bytes", (length) => {
    const bytes = bytesOf(length);
    const text = encode(bytes);
    prepare();
    const found = fromBase64(text);
    expect(found).toEqual(bytes);
    expect(found.constructor).toBe(Uint8Array);
    expect(found.buffer.byteLength).toBe(length);
  });
});

test("by atob, where there is neither", () => {
  const bytes = bytesOf(1000);
  const text = encode(bytes);
  const native: unknown = Reflect.get(Uint8Array, "fromBase64");
  vi.stubGlobal("Buffer", undefined);
  Reflect.set(Uint8Array, "fromBase64", undefined);
  try {
    expect(fromBase64(text)).toEqual(bytes);
  } finally {
    if (native === undefined) Reflect.deleteProperty(Uint8Array, "fromBase64");
    else Reflect.set(Uint8Array, "fromBase64", native);
  }
});

test("4 MB take no more than some times what the host's own decoder takes", () => {
  const text = encode(bytesOf(2 ** 22));
  const took = (decode: () => unknown) => {
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      decode();
      return performance.now() - start;
    });
    return Math.min(...times);
  };
  const own = took(() => Buffer.from(text, "base64"));
  expect(took(() => fromBase64(text))).toBeLessThan(10 * own + 5);
});
