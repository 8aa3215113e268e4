// Bytes in emitted text come back as they were, by whichever decoder the host has, and at the speed of the host's own.

import { afterEach, describe, expect, test, vi } from "vitest";
import { fromBase64, imageBytes } from "../../runtime/dist/values/emitted-bytes.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 167 + (index >> 8)) & 0xff);
const encode = (bytes: Uint8Array, encoding: "base64" | "hex" = "base64") => Buffer.from(bytes).toString(encoding);
/** As images begin. */
const imageOf = (length: number) =>
  Uint8Array.of(...[..."LWIM"].map((letter) => letter.charCodeAt(0)), ...bytesOf(length));

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

  test.each(["base64", "hex"] as const)("an image in %s", (encoding) => {
    const image = imageOf(1000);
    const text = encode(image, encoding);
    prepare();
    const found = imageBytes(text);
    expect(found).toEqual(image);
    expect(found.constructor).toBe(Uint8Array);
    expect(found.buffer.byteLength).toBe(image.length);
  });
});

test.each(["fromBase64", "fromHex"])("by itself, where there is neither Buffer nor Uint8Array.%s", (name) => {
  const image = imageOf(1000);
  const text = encode(image, name === "fromHex" ? "hex" : "base64");
  const native: unknown = Reflect.get(Uint8Array, name);
  vi.stubGlobal("Buffer", undefined);
  Reflect.set(Uint8Array, name, undefined);
  try {
    expect(imageBytes(text)).toEqual(image);
  } finally {
    if (native === undefined) Reflect.deleteProperty(Uint8Array, name);
    else Reflect.set(Uint8Array, name, native);
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
