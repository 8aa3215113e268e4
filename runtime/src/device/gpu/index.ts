// `lanewise/gpu`: GPUs as devices. docs/gpu.md says what differs there.

export { type Gpu, type GpuOptions, gpuReason, requestGpu } from "./request-gpu.js";
