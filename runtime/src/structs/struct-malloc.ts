// Allocates arrays of structs: `q.mallocShared(structOf<T>(), countOrValues, { layout })`.

import { LanewiseError } from "../errors/index.js";
import type { StructArrayOptions } from "../language/index.js";
import { type Allocation, checkCount, MappedMemory, type Usm, type UsmKind } from "../memory/index.js";
import { describeValue, type OptionTable, ownOptions } from "../values/index.js";
import { AnyStructArray, type ElementType, type Home, toList } from "./struct-array.js";
import { createStructArray, hostStructs } from "./struct-columns.js";
import { columnExtents } from "./struct-leaves.js";

export function mallocStructs(
  usm: Usm,
  type: ElementType,
  countOrValues: unknown,
  kind: UsmKind,
  options: unknown,
): AnyStructArray & Disposable {
  const layout = layoutOf(options);
  const values = typeof countOrValues === "number" ? undefined : toValues(countOrValues);
  const count = checkCount(values ? values.length : countOrValues);
  const { name, size } = type.node;
  const byteLength = layout === "aos" ? count * size : columnExtents(type.node, count).byteLength;
  const allocation = usm.allocateShared(byteLength, kind, `malloc of ${count} ${name} of ${size} bytes`);
  const array = createStructArray(type, homeOf(usm, allocation), count, layout);
  try {
    if (values) give(array, values);
  } catch (error) {
    usm.giveBack(allocation);
    throw error;
  }
  return usm.adopt(array, allocation);
}

function homeOf(usm: Usm, allocation: Allocation): Home {
  const buffer = usm.bufferOf(allocation);
  const isHere = usm.memory instanceof MappedMemory || usm.isOnHost(allocation);
  return { usm, allocation, buffer, data: isHere ? new DataView(buffer) : undefined };
}

/** Where the host cannot map it, the array only stands for the device's. */
function give(array: AnyStructArray, values: ReturnType<typeof toValues>): void {
  const { usm, allocation, data } = array.home;
  if (data) {
    array.set(values);
    return;
  }
  const given = hostStructs(array, array.layout);
  given.set(values);
  usm.memory.write(allocation.block.offset, new Uint8Array(given.home.buffer));
}

function toValues(values: unknown): AnyStructArray | ReturnType<typeof toList> {
  return values instanceof AnyStructArray ? values : toList(values, "malloc");
}

const layoutOptions = { layout: "checked" } as const satisfies OptionTable<StructArrayOptions>;

function layoutOf(options: unknown): "aos" | "soa" {
  const { layout = "aos" }: { layout?: unknown } = ownOptions(
    options as object | null | undefined,
    layoutOptions,
    "malloc",
  );
  if (layout === "aos" || layout === "soa") return layout;
  throw new LanewiseError("invalid", `malloc: the layout is ${describeValue(layout)}; expected "aos" or "soa".`);
}
