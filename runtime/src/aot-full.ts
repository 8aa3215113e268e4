// `lanewise/aot/full`: lanewise without its code generator, and so without kernel bundles, libraries loaded at run time and the code cache.

import "./every-method.js";

export * from "./aot.js";
export type { CommandGraph, RecordOptions } from "./graph/command-graph.js";
export type { FusionReport, InternalReport } from "./graph/fusion/fusion-report.js";
export type {
  AccessMode,
  Accessor,
  Accessor2,
  Accessor3,
  AccessorOptions,
  ReadAccessor,
  ReadableArray,
  SizesOf,
} from "./language/accessor.js";
export {
  type BufferOptions,
  DeviceBuffer,
  type DeviceBufferConstructor,
  type HostAccessor,
} from "./language/device-buffer.js";
export type { LocalAccessor } from "./language/local-accessor.js";
export type { Canvas2dContext, CanvasGpuContext, CanvasPixels } from "./queue/canvas.js";
export { Handler } from "./queue/handler.js";
export { Queue } from "./queue/queue.js";
