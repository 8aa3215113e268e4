// How each baseline is prepared, by name.

import type { Baseline, Kernel } from "./kernel.js";
import type { Prepared } from "./variant.js";
import { prepareAssemblyScript } from "./variants/assembly-script.js";
import { prepareClangWasm } from "./variants/clang-wasm.js";
import { prepareGpu } from "./variants/gpu.js";
import { march, prepareNative, sse2, sse2Hand } from "./variants/native.js";
import { preparePlain } from "./variants/plain.js";
import { preparePrototype } from "./variants/prototype.js";
import type { Workload } from "./workload.js";

type Prepare = (kernel: Kernel, workload: Workload) => Prepared | Promise<Prepared>;

export const baselinePreparations = {
  javascript: preparePlain,
  assemblyscript: prepareAssemblyScript,
  "clang-wasm": prepareClangWasm,
  prototype: preparePrototype,
  "native-sse2": (kernel, workload) => prepareNative(kernel, workload, sse2),
  "native-sse2-hand": (kernel, workload) => prepareNative(kernel, workload, sse2Hand),
  "native-march": (kernel, workload) => prepareNative(kernel, workload, march),
  "gpu.js": (kernel, workload) => prepareGpu(kernel, workload, 1),
} satisfies Record<Baseline, Prepare>;
