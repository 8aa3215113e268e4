// q.toCanvas (M24): in the queue's order, to a 2D context, with errors that say what would fit. test/browser/gpu.test.ts draws on a GPU.

import { type CanvasPixels, Queue } from "lanewise";
import { expect, test } from "vitest";

function fakeCanvas(width: number, height: number) {
  const drawn: { readonly bytes: readonly number[]; readonly x: number; readonly y: number }[] = [];
  const context = {
    canvas: { width, height },
    createImageData: (across: number, down: number): CanvasPixels => ({
      data: new Uint8ClampedArray(4 * across * down),
    }),
    putImageData: ({ data }: CanvasPixels, x: number, y: number) => drawn.push({ bytes: [...data], x, y }),
  };
  return { context, drawn };
}

const q = new Queue();

test("draws what the commands before have made, also from views and arrays of the host", async () => {
  const { context, drawn } = fakeCanvas(2, 1);
  const pixels = q.mallocShared(Uint8ClampedArray, 12);
  q.fill(pixels, 7);
  const first = q.toCanvas(pixels.subarray(4), context);
  expect(drawn).toEqual([]);
  q.fill(pixels, 9);
  await first;
  await q.toCanvas(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), context);
  expect(drawn).toEqual([
    { bytes: Array(8).fill(7), x: 0, y: 0 },
    { bytes: [1, 2, 3, 4, 5, 6, 7, 8], x: 0, y: 0 },
  ]);
  q.free(pixels);
});

test("waits for the events that it is given, and is not drawn when they fail", async () => {
  const { context, drawn } = fakeCanvas(1, 1);
  const failing = q.submit((h) => {
    h.hostTask(() => {
      throw new Error("on purpose");
    });
  });
  const after = q.toCanvas(new Uint8Array(4), context, failing);
  await expect(failing).rejects.toThrow("on purpose");
  await expect(after).rejects.toThrow();
  expect(drawn).toEqual([]);
});

test("refuses what does not fit, before anything is drawn", () => {
  const { context, drawn } = fakeCanvas(2, 3);
  expect(() => q.toCanvas(new Uint8ClampedArray(20), context)).toThrow(
    /the array is a Uint8ClampedArray of length 20; the context's canvas has 2 × 3 pixels of four bytes: 24/,
  );
  const floats: object = new Float32Array(24);
  expect(() => q.toCanvas(floats as Uint8Array, context)).toThrow(
    /the array is a Float32Array.*expected a Uint8Clamped/,
  );
  const ofGpu = { canvas: { width: 2, height: 3 }, getCurrentTexture: () => ({}) };
  expect(() => q.toCanvas(new Uint8Array(24), ofGpu)).toThrow(
    /the context is a WebGPU context, which the device "cpu" cannot draw to\.\s+help: Take canvas\.getContext\("2d"\)/,
  );
  expect(() => q.record(() => q.toCanvas(new Uint8Array(24), context))).toThrow(/toCanvas/);
  expect(drawn).toEqual([]);
});
