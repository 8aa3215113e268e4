// The work of `q.toCanvas`: draws a picture of four bytes per pixel to a canvas. A GPU draws an array in its own memory directly, if the canvas's
// context is WebGPU's; everything else is copied through the host.

import type { DeviceContext } from "../context/index.js";
import type { GpuCanvas, Later } from "../device/index.js";
import { LanewiseError } from "../errors/index.js";
import { createByteCopy, createDeviceWork, onDevice, useArrays } from "../memory/index.js";
import { arrayName, bytesOf, describeArray, describeValue, isTypedArray } from "../values/index.js";
import type { Progress, Work } from "./commands/index.js";

/** The part of `ImageData` that is used. */
export interface CanvasPixels {
  readonly data: Uint8ClampedArray;
}

/** The 2D context of a canvas, on a page or in a worker: `canvas.getContext("2d")`. */
export interface Canvas2dContext {
  readonly canvas: { readonly width: number; readonly height: number };
  createImageData(width: number, height: number): CanvasPixels;
  putImageData(pixels: CanvasPixels, x: number, y: number): void;
}

/** The WebGPU context of a canvas, to which GPUs draw: `canvas.getContext("webgpu")`. */
export type CanvasGpuContext = GpuCanvas;

export function createDrawing(device: DeviceContext, array: unknown, canvas: unknown): Work {
  if (!isTypedArray(array) || !/^Uint8(?:Clamped)?Array$/.test(arrayName(array) ?? "")) {
    const found = isTypedArray(array) ? `a ${describeArray(array)}` : describeValue(array);
    throw new LanewiseError(
      "invalid",
      `q.toCanvas: the array is ${found}; expected a Uint8ClampedArray or Uint8Array.`,
      {
        help: "Pass four bytes for each pixel: red, green, blue and opacity, row after row.",
      },
    );
  }
  const context = checkContext(canvas);
  const { width, height } = context.canvas;
  const bytes = bytesOf(array);
  if (bytes.length !== 4 * width * height) {
    throw new LanewiseError(
      "invalid",
      `q.toCanvas: the array is a ${describeArray(array)}; the context's canvas has ${width} × ${height} pixels of four bytes: ${4 * width * height}.`,
    );
  }
  const use = useArrays({ read: [array] }, "q.toCanvas");
  if (!isOf2d(context)) return onGpu(onDevice(bytes)?.context ?? device, bytes, context, use);
  const pixels = context.createImageData(width, height);
  const copy = createByteCopy(onDevice(bytes) ?? bytes, asBytes(pixels.data), use);
  const step = (...turn: Parameters<Work["step"]>): Progress => {
    const progress = copy.step(...turn);
    if (progress === "done") context.putImageData(pixels, 0, 0);
    return progress;
  };
  return { ...copy, step };
}

function onGpu(owner: DeviceContext, bytes: Uint8Array, context: GpuCanvas, use: Omit<Work, "step">): Work {
  const { device } = owner;
  if (!device.draw) {
    use.release(false);
    throw new LanewiseError(
      "invalid",
      `q.toCanvas: the context is a WebGPU context, which the device "${owner.kind}" cannot draw to.`,
      { help: 'Take canvas.getContext("2d"), or give the queue the device that requestGpu() of lanewise/gpu finds.' },
    );
  }
  const draw = (): Later<void> => device.draw?.(onDevice(bytes)?.address ?? bytes, context);
  return createDeviceWork(owner, draw, use);
}

const asBytes = ({ buffer, byteOffset, byteLength }: Uint8ClampedArray): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

const isOf2d = (context: Canvas2dContext | GpuCanvas): context is Canvas2dContext => "putImageData" in context;

function checkContext(value: unknown): Canvas2dContext | GpuCanvas {
  const isObject = typeof value === "object" && value !== null;
  if (isObject && "canvas" in value && ("putImageData" in value || "getCurrentTexture" in value)) {
    return value as Canvas2dContext | GpuCanvas; // browsers' contexts have the other members
  }
  throw new LanewiseError(
    "invalid",
    `q.toCanvas: the context is ${describeValue(value)}; expected the context of a canvas.`,
    {
      help: 'Take canvas.getContext("2d"), or canvas.getContext("webgpu") where the queue\'s device is a GPU.',
    },
  );
}
