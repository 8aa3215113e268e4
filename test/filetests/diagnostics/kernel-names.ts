// Kernels that are asked for by symbols which none has.
import { type ExecutableBundle, getKernelBundle, hasKernelBundle, Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Int32Array, 4);
export const launch = () => q.parallelFor(4, (i) => { out[i] = i; });
const missing = "app@1.0.0/kernel-names.ts:launch#7";

getKernelBundle(q.context, "input", { kernels: ["app@1.0.0/kernel-names.ts:launch#0", launch] });
getKernelBundle(q.context, "input", { kernels: [missing] }); // warning LW1460: There is no kernel app@1.0.0/kernel-names.ts:launch#7
hasKernelBundle(q.context, "input", { devices: [], kernels: ["app@1.0.0/kernel-names.ts:other#0"] }); // warning LW1460
hasKernelBundle(q.context, "input", { kernels: ["other@1.0.0/kernel-names.ts:launch#7"] });
export const kernelOf = (bundle: ExecutableBundle) => [
  bundle.getKernel("launch"),
  bundle.hasKernel("app@1.0.0/kernel-names.ts:launch#1"), // warning LW1460
];
