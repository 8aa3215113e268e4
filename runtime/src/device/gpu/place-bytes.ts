// Bytes at addresses that are no multiples of 4, and patterns: WebGPU copies whole words alone. Each thread makes one word of the destination,
// whose other bytes stay.

import type { Commands } from "./commands.js";
import { USAGE } from "./flags.js";

const TEXT = `struct Parameters { begin: u32, period: u32, to: u32, size: u32 }
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> heap: array<u32>;
@group(0) @binding(2) var<uniform> parameters: Parameters;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let word = (parameters.to >> 2u) + id.y * groups.x * 64u + id.x;
  let end = parameters.to + parameters.size;
  if (word * 4u >= end) { return; }
  var value = heap[word];
  for (var byte = 0u; byte < 4u; byte++) {
    let address = word * 4u + byte;
    if (address < parameters.to || address >= end) { continue; }
    let at = parameters.begin + (address - parameters.to) % parameters.period;
    let found = extractBits(source[at >> 2u], (at & 3u) * 8u, 8u);
    value = insertBits(value, found, byte * 8u, 8u);
  }
  heap[word] = value;
}`;

export class BytePlacer {
  readonly #commands: Commands;
  #pipeline: GPUComputePipeline | undefined;

  constructor(commands: Commands) {
    this.#commands = commands;
  }

  /** `size` bytes at `to`: those of `source` from `from` on, again and again where they are fewer. */
  place(source: GPUBuffer, from: number, period: number, heap: GPUBuffer, to: number, size: number): void {
    const { device } = this.#commands;
    this.#pipeline ??= device.createComputePipeline({
      layout: "auto",
      compute: { module: device.createShaderModule({ code: TEXT }) },
    });
    const { UNIFORM, COPY_DST } = USAGE;
    const uniform = this.#commands.temporary(16, UNIFORM | COPY_DST);
    const words = Uint32Array.of(from, period, to, size);
    const { buffer, offset } = this.#commands.stage(new Uint8Array(words.buffer));
    const encoder = this.#commands.encoder();
    encoder.copyBufferToBuffer(buffer, offset, uniform, 0, words.byteLength);
    const entries = [source, heap, uniform].map((one, binding) => ({ binding, resource: { buffer: one } }));
    const pass = encoder.beginComputePass();
    pass.setPipeline(this.#pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout: this.#pipeline.getBindGroupLayout(0), entries }));
    const groups = Math.ceil((size / 4 + 2) / 64);
    const across = Math.min(groups, 65535);
    pass.dispatchWorkgroups(across, Math.ceil(groups / across));
    pass.end();
  }
}
