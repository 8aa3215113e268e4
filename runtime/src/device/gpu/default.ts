// `lanewise/gpu/default`: makes the GPU the device of queues that name none, where LANEWISE_DEVICE=gpu asks for it. A GPU has to be looked for, so this
// is loaded before the program: `node --import lanewise/gpu/default main.js`; `lanewise run` does it by itself.

import { host } from "../../host/index.js";
import { passOver } from "../index.js";
import { gpuReason, requestGpu } from "./request-gpu.js";

if (host.variable("LANEWISE_DEVICE") === "gpu") {
  const gpu = await requestGpu({ software: host.variable("LANEWISE_GPU_SOFTWARE") === "1" });
  if (!gpu) {
    passOver("gpu");
    console.warn(`Lanewise: LANEWISE_DEVICE=gpu: kernels run on the CPU: ${gpuReason()}.`);
  }
}
