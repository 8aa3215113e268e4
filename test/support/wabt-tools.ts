// wabt as the judge of WebAssembly text: what a text means in bytes.

import loadWabt from "wabt";

const features = { threads: true, simd: true, bulk_memory: true, sat_float_to_int: true, relaxed_simd: true };

const wabt = await loadWabt();

/** The bytes that wabt makes of a text, without a name section. */
export function assemble(wat: string): Uint8Array {
  const module = wabt.parseWat("test.wat", wat, features);
  try {
    return module.toBinary({ canonicalize_lebs: true, write_debug_names: false }).buffer;
  } finally {
    module.destroy();
  }
}

/** A custom section `dylink.0` that says how many bytes of data the module has. */
export function relocatable(wat: string, memorySize: number): Uint8Array {
  const name = [..."dylink.0"].map((letter) => letter.charCodeAt(0));
  const body = [name.length, ...name, 1, 4, memorySize, 0, 0, 0];
  const bytes = assemble(wat);
  return Uint8Array.of(...bytes.subarray(0, 8), 0, body.length, ...body, ...bytes.subarray(8));
}

const HEADER_SIZE = 8;
const CUSTOM = 0;

/** A module's bytes without its custom sections. */
export function withoutCustomSections(bytes: Uint8Array): Uint8Array {
  const kept: number[] = [...bytes.subarray(0, HEADER_SIZE)];
  for (let at = HEADER_SIZE; at < bytes.length; ) {
    let [end, size, shift] = [at + 1, 0, 0];
    for (;;) {
      const byte = bytes[end++] ?? 0;
      size |= (byte & 0x7f) << shift;
      shift += 7;
      if (byte < 0x80) break;
    }
    if (bytes[at] !== CUSTOM) kept.push(...bytes.subarray(at, end + size));
    at = end + size;
  }
  return Uint8Array.from(kept);
}
