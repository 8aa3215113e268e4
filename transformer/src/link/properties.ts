// The property sets of an image, by the seeds' names. "SYCL/device globals": id -> { u32 size, u8 device_image_scope }
// (requirement L4).

import { layoutOf, type Module, type PropertySets } from "@lanewise/ir";

export function propertiesOf(module: Module): PropertySets {
  const globals: Record<string, Uint8Array> = {};
  for (const global of module.globals) {
    if (global.storage === "constant") continue;
    const bytes = new Uint8Array(5);
    new DataView(bytes.buffer).setUint32(0, layoutOf(global.type, module.structs).size, true);
    bytes[4] = global.storage === "image" ? 1 : 0;
    globals[global.id] = bytes;
  }
  return Object.keys(globals).length > 0 ? { "SYCL/device globals": globals } : {};
}
