// Allocates arrays of structs: `q.mallocShared(structOf<T>(), countOrValues, { layout })`.

import { LanewiseError } from "../errors/index.js";
import type { StructArrayOptions } from "../language/index.js";
import { checkCount, mapped, type Usm, type UsmKind } from "../memory/index.js";
import { describeValue, type OptionTable, ownOptions } from "../values/index.js";
import { AnyStructArray, type ElementType, toList } from "./struct-array.js";
import { createStructArray } from "./struct-columns.js";
import { columnExtents } from "./struct-leaves.js";

export function mallocStructs(
  usm: Usm,
  type: ElementType,
  countOrValues: unknown,
  kind: UsmKind,
  options: unknown,
): AnyStructArray & Disposable {
  const layout = layoutOf(options);
  mapped(usm.memory, `malloc of ${type.node.name}: an array of structs`);
  const values = typeof countOrValues === "number" ? undefined : toValues(countOrValues);
  const count = checkCount(values ? values.length : countOrValues);
  const { name, size } = type.node;
  const byteLength = layout === "aos" ? count * size : columnExtents(type.node, count).byteLength;
  const allocation = usm.allocate(byteLength, kind, `malloc of ${count} ${name} of ${size} bytes`);
  const data = new DataView(usm.bufferOf(allocation));
  const array = createStructArray(type, { usm, allocation, data }, count, layout);
  try {
    if (values) array.set(values);
  } catch (error) {
    usm.memory.release(allocation.block);
    throw error;
  }
  return usm.adopt(array, allocation);
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
