// The WebAssembly of the example's kernels as text, as the runtime makes it on this browser for one thread: what `lanewise inspect --wat` prints.

import { forTarget, printWat, type WasmFeatures } from "@lanewise/codegen";
import { decodeImage, decodeModule, targetAnswers } from "@lanewise/ir";
import { getKernelBundle, getNative, Queue } from "lanewise";

export function watOfKernels(): string {
  const { context, device } = new Queue();
  const features: WasmFeatures = device.has("relaxedSimd")
    ? "simd128+relaxed"
    : device.has("simd128")
      ? "simd128"
      : "scalar";
  const texts = getNative(getKernelBundle(context, "input")).flatMap((image) => {
    const module = forTarget(decodeModule(decodeImage(image).code), targetAnswers("cpu", features));
    return module.functions.flatMap(({ linkage, name }, kernel) => {
      if (linkage !== "kernel") return [];
      const text = printWat({
        module,
        kernel,
        features,
        bounds: "checked",
        fp: "default",
        shape: "rows",
        gang: undefined,
        threads: "one",
        privatise: false,
        sharedMemory: crossOriginIsolated,
      });
      return [`;; ${name}\n${text}`];
    });
  });
  return texts.join("\n");
}
