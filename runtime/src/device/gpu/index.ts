// `lanewise/gpu`: GPUs as devices. docs/gpu.md says what differs there.

export { type GpuOptions, gpuReason, requestGpu } from "./request-gpu.js";
