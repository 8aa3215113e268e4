// The GPU of this browser, where it has one.

import type { Device } from "lanewise";

export type FoundGpu =
  | { readonly device: Device; readonly reason?: never }
  | {
      readonly device?: never;
      /** Why there is none. */
      readonly reason: string;
    };

export interface Gpus {
  /** The same one again, until it is lost. */
  find(): Promise<FoundGpu>;
}

/** `isSoftwareAllowed`: one that is emulated on the processor counts, too. */
export const gpusOf = (isSoftwareAllowed: boolean): Gpus => ({
  async find() {
    // Its code generator is a file of its own, which browsers without WebGPU do not load.
    if (!("gpu" in navigator)) return { reason: "this browser has no WebGPU" };
    try {
      const { gpuReason, requestGpu } = await import("lanewise/gpu");
      const device = await requestGpu({ software: isSoftwareAllowed });
      return device ? { device } : { reason: gpuReason() ?? "WebGPU finds none" };
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error) };
    }
  },
});
