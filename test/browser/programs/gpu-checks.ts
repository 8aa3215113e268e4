// What a page or a worker tries of Lanewise on WebGPU: a map, an index out of bounds, reductions, a device global, work-groups, a picture's bytes.

import { deviceGlobal, type i32, KernelError, localMemory, type NdItem, ndRange, Queue, reduction } from "lanewise";
import { gpuReason, requestGpu } from "lanewise/gpu";

const factor = deviceGlobal<i32>(3);

export interface GpuChecks {
  /** Why there is no GPU, where only one that is not emulated counts. */
  readonly reason: string | undefined;
  readonly results: GpuResults | undefined;
}

export interface GpuResults {
  readonly name: string;
  readonly scaled: readonly number[];
  readonly reversed: readonly number[];
  readonly sums: readonly number[];
  readonly global: number;
  readonly bytes: readonly number[];
  /** A picture of 3 by 2 pixels that was drawn on the GPU, from the memory there, from a part of it, and from the host's. */
  readonly drawn: Readonly<Record<"gpu" | "part" | "host" | "twoD", readonly number[]>>;
  readonly error: {
    readonly code: string;
    readonly file: string | undefined;
    readonly line: number | undefined;
    readonly index: number | undefined;
    readonly message: string;
  };
}

export async function runGpuChecks(): Promise<GpuChecks> {
  const real = await requestGpu();
  const reason = real ? undefined : gpuReason();
  const device = await requestGpu({ software: true });
  return { reason, results: device && (await tryGpu(new Queue({ device }), device.name)) };
}

async function tryGpu(q: Queue, name: string): Promise<GpuResults> {
  const x = q.mallocShared(Int32Array, [1, 2, 3, 4, 5, 6, 7, 8]);
  await q.copy(new Int32Array([3]), factor);
  await q.parallelFor(8, (i) => {
    x[i] = x[i]! * factor.value;
  });
  const scaled = [...x];
  await q.parallelFor(ndRange(8, 4), (item: NdItem<1>) => {
    const tile = localMemory(Int32Array, 4);
    tile[item.localId()] = x[item.globalId()]!;
    item.barrier();
    x[item.globalId()] = tile[3 - item.localId()]!;
  });
  const sum = q.mallocShared(Int32Array, 1);
  await q.parallelFor(8, reduction(sum, "add"), (i, total) => {
    total.combine(x[i]!);
  });
  const [n, long] = [100_000, q.mallocShared(Float32Array, 1)];
  const ones = q.mallocShared(Float32Array, n);
  for (let i = 0; i < n; i++) ones[i] = 0.5;
  await q.parallelFor(n, reduction(long, "add"), (i, total) => {
    total.combine(ones[i]!);
  });
  await q.singleTask(() => {
    factor.value += 4;
  });
  const global = new Int32Array(1);
  await q.copy(factor, global);
  // An array of the host.
  const bytes = new Uint8ClampedArray(7);
  await q.parallelFor(7, (i) => {
    bytes[i] = 60 * i - 30.5;
  });
  const sums = [sum[0]!, long[0]!];
  return {
    name,
    scaled,
    reversed: [...x],
    sums,
    global: global[0]!,
    bytes: [...bytes],
    drawn: await tryCanvas(q),
    error: await tryError(q),
  };
}

async function tryCanvas(q: Queue): Promise<GpuResults["drawn"]> {
  const [width, height] = [3, 2];
  const pixels = q.mallocDevice(Uint8ClampedArray, 4 * width * height);
  const drawn = async (array: Uint8ClampedArray, kind: "webgpu" | "2d"): Promise<readonly number[]> => {
    const canvas = new OffscreenCanvas(width, height);
    // Both are contexts that toCanvas takes.
    const context = canvas.getContext(kind) as OffscreenCanvasRenderingContext2D | GPUCanvasContext | null;
    if (!context) throw new Error(`no context ${kind}`);
    // In the order of the queue.
    const event = q.toCanvas(array, context);
    await event;
    const bitmap = canvas.transferToImageBitmap();
    const copy = new OffscreenCanvas(width, height).getContext("2d");
    copy?.drawImage(bitmap, 0, 0);
    return [...(copy?.getImageData(0, 0, width, height).data ?? [])];
  };
  const paint = (array: Uint8ClampedArray): unknown =>
    q.parallelFor([height, width], (y, x) => {
      const i = 4 * (y * width + x);
      array[i] = 100 * x;
      array[i + 1] = 255 * y;
      array[i + 2] = 10;
      array[i + 3] = 255;
    });
  paint(pixels);
  const gpu = await drawn(pixels, "webgpu");
  const twoD = await drawn(pixels, "2d");
  const long = q.mallocDevice(Uint8ClampedArray, 4 * width * height + 7);
  const part = long.subarray(5, 5 + 4 * width * height);
  paint(part);
  const shared = q.mallocShared(Uint8ClampedArray, 4 * width * height);
  paint(shared);
  return { gpu, part: await drawn(part, "webgpu"), host: await drawn(shared, "webgpu"), twoD };
}

async function tryError(q: Queue): Promise<GpuResults["error"]> {
  const y = q.mallocShared(Int32Array, 4);
  try {
    await q.parallelFor(6, (i) => {
      y[i] = i; // the line of the error
    });
  } catch (error) {
    if (!(error instanceof KernelError)) throw error;
    const { code, file, line, message, workItem } = error;
    return { code, file, line, index: workItem?.[0], message };
  }
  throw new Error("the kernel did not fail");
}
