// Dawn, the WebGPU of Chromium, in this process: without any GPU it validates WGSL; over a Vulkan driver, which may be a software one, it
// runs it. One device for all tests of a process.

import { FATES, LAUNCH, RECORD, type WgslProgram } from "@lanewise/codegen";
import { create, globals } from "webgpu";

// Referenced for good: else promises of it never settle.
const instances: GPU[] = [];

async function request(options: string[]): Promise<GPUDevice | undefined> {
  Object.assign(globalThis, globals);
  const gpu = create(options);
  instances.push(gpu);
  const adapter = await gpu.requestAdapter();
  return await adapter?.requestDevice();
}

/** All that a program may run. */
export function textsOf({ variants }: WgslProgram): readonly string[] {
  return variants.map((variant) => variant.code().text);
}

/** The errors in a text, each with its line; none where it is valid. */
export async function createValidator(): Promise<(text: string) => Promise<readonly string[]>> {
  const device = await request(["backend=null"]);
  if (!device) throw new Error("Dawn has no null backend here.");
  return async (code) => {
    device.pushErrorScope("validation");
    const module = device.createShaderModule({ code });
    const { messages } = await module.getCompilationInfo();
    await device.popErrorScope();
    const lines = code.split("\n");
    return messages
      .filter(({ type }) => type === "error")
      .map(({ message, lineNum }) => `${message} in: ${lines[lineNum - 1]?.trim()}`);
  };
}

export interface GpuRun {
  /** The device's memory, when all work-items have run. */
  readonly memory: Uint8Array;
  /** Of the lowest work-item that failed. */
  readonly failure:
    | { readonly item: number; readonly site: number; readonly index: bigint; readonly length: number }
    | undefined;
}

export type GpuRunner = (
  program: WgslProgram,
  memory: Uint8Array,
  args: number,
  units: number,
  isOfGroups?: boolean,
) => Promise<GpuRun>;

/** Undefined where there is no driver. */
export async function createRunner(): Promise<GpuRunner | undefined> {
  const device = await request([]);
  if (!device) return undefined;
  return async (program, memory, args, units, isOfGroups = false) => {
    device.pushErrorScope("validation");
    const { workgroupSize } = program;
    const block = new DataView(memory.buffer, memory.byteOffset + args);
    const { text } = program.variantFor(block).code();
    const size = Math.ceil(memory.byteLength / 256) * 256;
    const { STORAGE, COPY_SRC, COPY_DST, MAP_READ, UNIFORM } = GPUBufferUsage;
    const heap = device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });
    const recordBytes = 4 * (FATES.count + RECORD.words);
    const records = device.createBuffer({ size: recordBytes, usage: STORAGE | COPY_SRC });
    const launch = device.createBuffer({ size: 4 * LAUNCH.words, usage: UNIFORM | COPY_DST });
    const back = device.createBuffer({ size: size + recordBytes, usage: MAP_READ | COPY_DST });
    device.queue.writeBuffer(heap, 0, memory);
    const values = new Uint32Array(LAUNCH.words);
    Object.assign(values, { [LAUNCH.args]: args, [LAUNCH.end]: units, [LAUNCH.record]: FATES.count, [LAUNCH.step]: 1 });
    // The arguments, which are as short as the memory that a test gives them.
    const given = memory.slice(args, args + 4 * LAUNCH.mostArguments);
    new Uint8Array(values.buffer, 4 * LAUNCH.firstArgument).set(given);
    device.queue.writeBuffer(launch, 0, values);
    const module = device.createShaderModule({ code: text });
    const types = ["storage", "storage", "uniform"] as const;
    const bindings = device.createBindGroupLayout({
      entries: types.map((type, binding) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } })),
    });
    const copied = program.copyWords(block);
    const constants: Record<string, number> = copied > 1 ? { copy_words: copied } : {};
    const layout = device.createPipelineLayout({ bindGroupLayouts: [bindings] });
    const pipeline = await device.createComputePipelineAsync({ layout, compute: { module, constants } });
    const entries = [heap, records, launch].map((buffer, binding) => ({ binding, resource: { buffer } }));
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout: bindings, entries }));
    pass.dispatchWorkgroups(isOfGroups ? units : Math.ceil(units / workgroupSize));
    pass.end();
    encoder.copyBufferToBuffer(heap, 0, back, 0, size);
    encoder.copyBufferToBuffer(records, 0, back, size, recordBytes);
    device.queue.submit([encoder.finish()]);
    const error = await device.popErrorScope();
    if (error) throw new Error(error.message);
    await back.mapAsync(GPUMapMode.READ);
    const all = new Uint8Array(back.getMappedRange().slice(0));
    for (const buffer of [heap, records, launch, back]) buffer.destroy();
    return {
      memory: all.subarray(0, memory.byteLength),
      failure: failureOf(new Uint32Array(all.buffer, size + 4 * FATES.count)),
    };
  };
}

function failureOf(record: Uint32Array): GpuRun["failure"] {
  const item = ~(record[RECORD.first] ?? 0) >>> 0;
  if (record[RECORD.first] === 0) return undefined;
  for (let slot = 0; slot < RECORD.slots; slot++) {
    const at = RECORD.firstSlot + slot * RECORD.slotWords;
    const word = (offset: number) => record[at + offset] ?? 0;
    if (word(RECORD.slot.item) !== item || word(RECORD.slot.site) === 0) continue;
    const index = BigInt.asIntN(64, (BigInt(word(RECORD.slot.index + 1)) << 32n) | BigInt(word(RECORD.slot.index)));
    return { item, site: word(RECORD.slot.site), index, length: word(RECORD.slot.length) };
  }
  throw new Error("The lowest failing work-item has no slot.");
}
