// The GPU for WGSL of one's own, and its clock.

import type { HandWritten } from "./hand-written.js";

export class OwnGpu {
  readonly device: GPUDevice;

  constructor(device: GPUDevice) {
    this.device = device;
  }

  buffer(bytes: number, given?: ArrayBufferView): GPUBuffer {
    const { STORAGE, COPY_SRC, COPY_DST } = GPUBufferUsage;
    const buffer = this.device.createBuffer({ size: bytes, usage: STORAGE | COPY_SRC | COPY_DST });
    if (given) this.device.queue.writeBuffer(buffer, 0, given as GPUAllowSharedBufferSource);
    return buffer;
  }

  /** Records `count` dispatches in a row, and resolves when they are done. */
  runner({ text, groups }: HandWritten, buffers: readonly GPUBuffer[], size: number): (count: number) => Promise<void> {
    const module = this.device.createShaderModule({ code: text });
    const pipeline = this.device.createComputePipeline({ layout: "auto", compute: { module } });
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    const group = this.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    return async (count) => {
      const encoder = this.device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      for (let k = 0; k < count; k++) pass.dispatchWorkgroups(...groups(size));
      pass.end();
      this.device.queue.submit([encoder.finish()]);
      await this.device.queue.onSubmittedWorkDone();
    };
  }
}

/** In ms: a GPU that was idle needs some tenths of a second until it is fast. */
const WARM = 600;

/** The best times of runs: of each, for so long, and so often. */
export async function bestOf(runs: readonly (() => Promise<void>)[], rounds = 7): Promise<readonly number[]> {
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  const end = performance.now() + WARM;
  for (let round = 0; round < rounds || performance.now() < end; round++) {
    for (const [index, run] of runs.entries()) best[index] = Math.min(best[index] ?? 0, await wall(run));
  }
  return best;
}

/** Of one of `count` runs in a row, in ms: the best of the rounds, less what a single one costs to ask for. */
export async function timeOf(run: (count: number) => Promise<void>, count: number): Promise<number> {
  await run(1);
  const [many = 0, one = 0] = await bestOf([() => run(count + 1), () => run(1)]);
  return (many - one) / count;
}

async function wall(run: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
