// A kernel's WGSL as pipelines of the driver, which may refuse it later.

import { type MemoryParts, partsOf, type Stretches, type WgslProgram, type WgslVariant } from "@lanewise/codegen";
import { LanewiseError } from "../../errors/index.js";
import { Pace } from "./pieces.js";

export interface GpuKernel {
  /** For errors. */
  readonly name: string;
  readonly isOfGroups: boolean;
}

interface Pipeline {
  readonly pipeline: GPUComputePipeline;
  /** Whether it may leave a record. */
  readonly canFail: boolean;
  /** What is bound, of memory that is apart. */
  readonly stretches: Stretches | undefined;
  /** Whether workgroups have copies of arrays, which each adds at its end. */
  readonly hasCopies: boolean;
}

/** What a driver says of programs that it does not take. */
const refusals = ["validation", "internal", "out-of-memory"] as const;
const refused =
  'Launch the kernel on the device "cpu", and report it: `lanewise inspect --wgsl` prints what the driver was given.';

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** The kernel's WGSL, as compileWgsl makes it. */
export type MakeWgsl = (parts: MemoryParts) => WgslProgram;

export type Layouts = Readonly<Record<MemoryParts, GPUPipelineLayout>>;

interface Made {
  readonly program: WgslProgram;
  readonly layout: GPUPipelineLayout;
  readonly modules: Map<WgslVariant, GPUShaderModule>;
  /** Of each variant, by the words of a group's memory, and those of copies. */
  readonly pipelines: Map<WgslVariant, Map<string, GPUComputePipeline>>;
}

export class GpuProgram {
  readonly workgroupSize: number;
  readonly isOfGroups: boolean;
  readonly pace = new Pace();
  readonly #device: GPUDevice;
  readonly #layouts: Layouts;
  readonly #make: MakeWgsl;
  readonly #name: string;
  /** For launches whose memory is apart, and all launches of a kernel that has nothing to part. */
  readonly #apart: Made;
  /** For the others, by how their memory lies. */
  readonly #others = new Map<MemoryParts, Made>();
  /** What the driver has not answered yet, or has refused; undefined when it has accepted all. */
  #checks: Promise<unknown> | undefined;
  /** Of the launch before. */
  #last: { readonly sizedBytes: number; readonly args: Uint8Array; readonly pipeline: Pipeline } | undefined;

  /** Throws where a group is too large for the device. */
  constructor(device: GPUDevice, layouts: Layouts, make: MakeWgsl, { name, isOfGroups }: GpuKernel) {
    this.#device = device;
    this.#layouts = layouts;
    this.#make = make;
    this.#name = name;
    this.#apart = this.#compiled("apart");
    this.workgroupSize = this.#apart.program.workgroupSize;
    this.isOfGroups = isOfGroups;
    this.#checkLimits();
  }

  /** Rejects if the driver refuses the program; undefined when it has accepted it. */
  get checks(): Promise<unknown> | undefined {
    return this.#checks;
  }

  /** For these arguments, and groups with so many bytes of memory besides what the program has. */
  pipeline(sizedBytes: number, args: Uint8Array): Pipeline {
    // Launches in a row mostly have the same ones.
    const last = this.#last;
    if (last?.sizedBytes === sizedBytes && isSame(last.args, args)) return last.pipeline;
    const pipeline = this.#pipelineFor(sizedBytes, new DataView(args.buffer, args.byteOffset, args.byteLength));
    this.#last = { sizedBytes, args: args.slice(), pipeline };
    return pipeline;
  }

  #pipelineFor(sizedBytes: number, args: DataView): Pipeline {
    const { stretches: stretchesOf } = this.#apart.program;
    const stretches = stretchesOf?.(args);
    const made = stretchesOf ? this.#madeFor(partsOf(stretches)) : this.#apart;
    const { hasSizedLocal, localBytes, variantFor, copyWords } = made.program;
    const words = hasSizedLocal ? Math.ceil((localBytes + sizedBytes) / 4) : 0;
    const variant = variantFor(args);
    const copied = copyWords(args);
    const pipelines = made.pipelines.get(variant) ?? new Map<string, GPUComputePipeline>();
    made.pipelines.set(variant, pipelines);
    const key = `${words} ${copied}`;
    let pipeline = pipelines.get(key);
    if (!pipeline) {
      this.#checkMemory(localBytes + sizedBytes);
      const constants = {
        ...(words > 0 ? { local_words_count: words } : {}),
        ...(copied > 1 ? { copy_words: copied } : {}),
      };
      pipeline = this.#created(made, variant, constants);
      pipelines.set(key, pipeline);
    }
    return { pipeline, canFail: variant.code().canFail, stretches, hasCopies: copied > 1 };
  }

  #madeFor(parts: MemoryParts): Made {
    if (parts === "apart") return this.#apart;
    const made = this.#others.get(parts) ?? this.#compiled(parts);
    this.#others.set(parts, made);
    return made;
  }

  #compiled(parts: MemoryParts): Made {
    const program = this.#make(parts);
    const layout = this.#layouts[program.stretches ? parts : "whole"];
    return { program, layout, modules: new Map(), pipelines: new Map() };
  }

  #created({ modules, layout }: Made, variant: WgslVariant, constants: Record<string, number>): GPUComputePipeline {
    const { text: code } = variant.code();
    const module =
      modules.get(variant) ?? this.#checked(() => this.#device.createShaderModule({ code, label: this.#name }));
    modules.set(variant, module);
    const compute = { module, entryPoint: "main", constants };
    return this.#checked(() => this.#device.createComputePipeline({ label: this.#name, layout, compute }));
  }

  #checked<T>(make: () => T): T {
    for (const kind of refusals) this.#device.pushErrorScope(kind);
    const made = make();
    const all = refusals.map(async () => {
      const error = await this.#device.popErrorScope();
      if (!error) return;
      const message = `Kernel ${this.#name}: the GPU's driver rejects its WGSL: ${error.message}`;
      throw new LanewiseError("compile_program_error", message, { cause: error, help: refused });
    });
    const check = Promise.all(all);
    const checks = this.#checks ? Promise.all([this.#checks, check]) : check;
    this.#checks = checks;
    const accepted = () => {
      if (this.#checks === checks) this.#checks = undefined;
    };
    checks.then(accepted, () => undefined);
    return made;
  }

  #checkLimits(): void {
    const { maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX } = this.#device.limits;
    const most = Math.min(maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX);
    if (this.workgroupSize <= most) return;
    throw new LanewiseError(
      "kernel_not_supported",
      `Kernel ${this.#name}: its work-groups have ${this.workgroupSize} work-items; the GPU's limit is ${most}.`,
      { help: `Launch it with work-groups of ${most} work-items or fewer, or on the device "cpu".` },
    );
  }

  #checkMemory(bytes: number): void {
    // What the program needs itself is little, but is there.
    const most = this.#device.limits.maxComputeWorkgroupStorageSize - 16;
    if (bytes <= most) return;
    throw new LanewiseError(
      "kernel_not_supported",
      `Kernel ${this.#name}: its work-groups have ${bytes} bytes of local memory; the GPU's limit is ${most}.`,
      { help: 'Keep less in local memory, or launch it on the device "cpu".' },
    );
  }
}
