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

/** Of one of `count` runs in a row, in ms: the best of the rounds, less what a single one costs to ask for. */
export async function timeOf(run: (count: number) => Promise<void>, count: number, rounds = 7): Promise<number> {
  await run(1);
  let [many, one] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    many = Math.min(many, await wall(() => run(count + 1)));
    one = Math.min(one, await wall(() => run(1)));
  }
  return (many - one) / count;
}

export async function wall(run: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
