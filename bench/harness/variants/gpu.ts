// The baseline "gpu.js": the kernel in GPU.js's WebAssembly mode. One thread is its synchronous call; more threads are its
// asynchronous one with a pool of that size. A call includes its copying of arguments and results, as GPU.js offers nothing else.

import type { GpuArgument, GpuProgram, GpuResult } from "../gpu-program.js";
import type { Kernel } from "../kernel.js";
import { loadPackage } from "../packages.js";
import { NotMeasured, type Prepared } from "../variant.js";
import { copyArrays, type Workload } from "../workload.js";

/** What is used of the package, as its documentation describes it. */
interface GpuPackage {
  readonly GPU: new (settings: { mode: "webasm" }) => Gpu;
  input(values: unknown, shape: readonly number[]): unknown;
}
interface Gpu {
  createKernel(kernel: GpuProgram["kernel"], settings: object): GpuKernel;
  destroy(): Promise<void> | undefined;
}
interface GpuKernel {
  (...values: readonly unknown[]): GpuResult | Promise<GpuResult>;
  readonly kernel?: { readonly fallbackReason?: string | null };
}

export async function prepareGpu(kernel: Kernel, workload: Workload, threads: number): Promise<Prepared> {
  if (!kernel.gpu) throw new NotMeasured("GPU.js cannot express it");
  // It has no types that fit; GpuPackage states what is used.
  const { GPU, input } = loadPackage("gpu.js") as GpuPackage;
  const program = kernel.gpu(copyArrays(workload.arrays), workload.scalars);
  const gpu = new GPU({ mode: "webasm" });
  const call = gpu.createKernel(program.kernel, {
    output: program.output,
    constants: program.constants,
    precision: "single",
    ...(threads > 1 ? { asyncMode: true, poolSize: threads } : {}),
  });
  const toArgument = (argument: GpuArgument): unknown =>
    typeof argument === "object" && "shape" in argument ? input(argument.values, argument.shape) : argument;
  const values = program.arguments.map(toArgument);
  let last: GpuResult = await call(...values);
  const reason = call.kernel?.fallbackReason;
  if (reason) throw new NotMeasured(`GPU.js leaves its WebAssembly mode: ${reason}`);
  return {
    run: async (times) => {
      const start = performance.now();
      for (let i = 0; i < times; i++) {
        const returned = call(...values);
        last = threads > 1 ? await returned : (returned as GpuResult); // synchronous unless asyncMode is set
      }
      return performance.now() - start;
    },
    outputs: () => program.results(last),
    dispose: async () => {
      await gpu.destroy();
    },
  };
}
