// What a page or a worker tries of Lanewise: kernels of every kind on both devices, device globals, an error.

import {
  type Device,
  deviceGlobal,
  type i32,
  KernelError,
  localMemory,
  type NdItem,
  ndRange,
  Queue,
  reduction,
} from "lanewise";

const factor = deviceGlobal<i32>(3);

export interface Checks {
  readonly isIsolated: boolean;
  readonly threads: number;
  readonly threadsReason: string | undefined;
  /** By device. */
  readonly results: Readonly<Record<"cpu" | "host", Results>>;
}

export interface Results {
  readonly scaled: readonly number[];
  readonly reversed: readonly number[];
  readonly sum: number;
  readonly global: number;
  /** Of a range that is long enough for several threads: how many elements are wrong. */
  readonly wrong: number;
  readonly error: { readonly code: string; readonly file: string | undefined; readonly line: number | undefined };
}

export async function runChecks(workerUrl?: string): Promise<Checks> {
  const cpu = new Queue({ device: "cpu", ...(workerUrl !== undefined && { workerUrl }) });
  const results = { cpu: await tryDevice(cpu), host: await tryDevice(new Queue({ device: "host" })) };
  const { threadsReason }: Device = cpu.device;
  return { isIsolated: crossOriginIsolated, threads: cpu.threads, threadsReason, results };
}

async function tryDevice(q: Queue): Promise<Results> {
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
  await q.singleTask(() => {
    factor.value += 4;
  });
  const global = new Int32Array(1);
  await q.copy(factor, global);
  const wrong = await tryLongRange(q);
  return { scaled, reversed: [...x], sum: sum[0]!, global: global[0]!, wrong, error: await tryError(q) };
}

async function tryLongRange(q: Queue): Promise<number> {
  const n = q.device.kind === "cpu" ? 1 << 20 : 1 << 10;
  const y = q.mallocShared(Int32Array, n);
  for (let round = 0; round < 4; round++) {
    // With a limit of time workers alone run it, and it waits for them.
    await q.parallelFor(
      n,
      (i) => {
        let value = i;
        for (let k = 0; k < 20; k++) value = (value * 5 + 1) & 1023;
        y[i] = y[i]! + value;
      },
      { timeout: 50_000 },
    );
  }
  return [0, 1, n >> 1, n - 1].filter((i) => {
    let value = i;
    for (let k = 0; k < 20; k++) value = (value * 5 + 1) & 1023;
    return y[i] !== 4 * value;
  }).length;
}

async function tryError(q: Queue): Promise<Results["error"]> {
  const y = q.mallocShared(Int32Array, 4);
  try {
    await q.parallelFor(5, (i) => {
      y[i] = i; // the line of the error
    });
  } catch (error) {
    if (error instanceof KernelError) return { code: error.code, file: error.file, line: error.line };
    throw error;
  }
  throw new Error("the kernel did not fail");
}
