// A kernel's WGSL as pipelines of the driver, which may refuse it later.

import type { WgslProgram } from "@lanewise/codegen";
import { LanewiseError } from "../../errors/index.js";

export interface GpuKernel {
  /** For errors. */
  readonly name: string;
  readonly isOfGroups: boolean;
}

export class GpuProgram {
  readonly canFail: boolean;
  readonly workgroupSize: number;
  readonly isOfGroups: boolean;
  readonly #device: GPUDevice;
  readonly #layout: GPUPipelineLayout;
  readonly #program: WgslProgram;
  readonly #name: string;
  readonly #module: GPUShaderModule;
  /** By the words of a group's memory; of the general variant, by those and 1, negative. */
  readonly #pipelines = new Map<number, GPUComputePipeline>();
  readonly #checks: Promise<void>[] = [];

  /** Throws where a group is too large for the device. */
  constructor(device: GPUDevice, layout: GPUPipelineLayout, program: WgslProgram, { name, isOfGroups }: GpuKernel) {
    this.#device = device;
    this.#layout = layout;
    this.#program = program;
    this.#name = name;
    this.canFail = program.canFail;
    this.workgroupSize = program.workgroupSize;
    this.isOfGroups = isOfGroups;
    this.#checkLimits();
    this.#module = this.#checked(() => device.createShaderModule({ code: program.text, label: name }));
  }

  /** Rejects where the driver has refused the program. */
  async checked(): Promise<void> {
    await Promise.all(this.#checks);
  }

  /** For these arguments, and groups with so many bytes of memory besides what the program has. */
  pipeline(sizedBytes: number, args: Uint8Array | undefined): GPUComputePipeline {
    const { hasSizedLocal, localBytes, isBeyond } = this.#program;
    const words = hasSizedLocal ? Math.ceil((localBytes + sizedBytes) / 4) : 0;
    const beyond = isBeyond && (!args || isBeyond(new DataView(args.buffer, args.byteOffset, args.byteLength)));
    const key = beyond ? -1 - words : words;
    const known = this.#pipelines.get(key);
    if (known) return known;
    this.#checkMemory(localBytes + sizedBytes);
    const made = this.#checked(() =>
      this.#device.createComputePipeline({
        label: this.#name,
        layout: this.#layout,
        compute: {
          module: this.#module,
          entryPoint: "main",
          constants: {
            ...(words > 0 ? { local_words_count: words } : {}),
            ...(beyond === undefined ? {} : { is_beyond: Number(beyond) }),
          },
        },
      }),
    );
    this.#pipelines.set(key, made);
    return made;
  }

  #checked<T>(make: () => T): T {
    this.#device.pushErrorScope("validation");
    const made = make();
    const check = this.#device.popErrorScope().then((error) => {
      if (!error) return;
      const message = `Kernel ${this.#name}: the GPU's driver refuses its WGSL: ${error.message}`;
      throw new LanewiseError("compile_program_error", message, { cause: error });
    });
    check.catch(() => undefined);
    this.#checks.push(check);
    return made;
  }

  #checkLimits(): void {
    const { maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX } = this.#device.limits;
    const most = Math.min(maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX);
    if (this.workgroupSize <= most) return;
    throw new LanewiseError(
      "kernel_not_supported",
      `Kernel ${this.#name}: its work-groups have ${this.workgroupSize} work-items; the GPU's have ${most} at most.`,
      { help: `Launch it with work-groups of ${most} work-items or fewer, or on the device "cpu".` },
    );
  }

  #checkMemory(bytes: number): void {
    // What the program needs itself is little, but is there.
    const most = this.#device.limits.maxComputeWorkgroupStorageSize - 16;
    if (bytes <= most) return;
    throw new LanewiseError(
      "kernel_not_supported",
      `Kernel ${this.#name}: its work-groups have ${bytes} bytes of local memory; the GPU's have ${most} at most.`,
      { help: 'Keep less in local memory, or launch it on the device "cpu".' },
    );
  }
}
