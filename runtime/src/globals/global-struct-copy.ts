// The work of copies between device globals and arrays of structs, with the checks of global-copy.ts. global-struct-value.ts has the values of such
// globals as plain objects.

import { invariant } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import { LanewiseError } from "../errors/index.js";
import {
  bytesOn,
  createDeviceCopies,
  createDeviceWork,
  createRead,
  describeStructs,
  deviceRange,
  MappedMemory,
  notMappedStructs,
  toAmount,
  useArrays,
} from "../memory/index.js";
import type { Work } from "../queue/commands/index.js";
import {
  type AnyStructArray,
  AosArray,
  type DataNode,
  describeNode,
  differenceOf,
  hostStructs,
  inSteps,
  type StructNode,
  stepOf,
} from "../structs/index.js";
import { type AccessibleGlobal, type Direction, placeOf, withPlace } from "./global-copy.js";
import { nodeOfGlobal } from "./global-struct-value.js";

/** Copies structs between a device global and an array of them. `startIndex` counts structs in the global. */
export function createGlobalStructCopy(
  context: DeviceContext,
  global: AccessibleGlobal,
  array: AnyStructArray,
  direction: Direction,
  wanted: number | undefined,
  startIndex: number | undefined,
): Work {
  const { definition } = global;
  const node = innermostStruct(nodeOfGlobal(definition));
  const found = `Device global ${definition.id} is ${describeNode(nodeOfGlobal(definition))}`;
  if (!node) {
    throw new LanewiseError("invalid", `${found}; the array is a ${describeStructs(array)}.`, {
      help: "Copy numbers and booleans with typed arrays.",
    });
  }
  const difference = differenceOf(array.type.node, node, `the array's ${array.type.node.name}`);
  if (difference) throw new LanewiseError("invalid", `${found}: ${difference}.`);
  const elements = definition.size / node.size;
  const start = toAmount(startIndex ?? 0, "q.copy: startIndex");
  const count = toAmount(wanted ?? Math.max(0, elements - start), "q.copy: count");
  if (start + count > elements) {
    throw new LanewiseError("invalid", `${found}: copying ${count} structs from index ${start} would go past its end.`);
  }
  if (count > array.length) {
    throw new LanewiseError(
      "invalid",
      `${found}; copying ${count} structs would go past the end of the ${describeStructs(array)}.`,
      {
        help: "Pass a count, or an array that is long enough.",
      },
    );
  }
  const place = placeOf(context, global);
  const { address } = place;
  const part = array.subarray(0, count);
  const others = [deviceRange(context, address + start * node.size, count * node.size, direction === "write")];
  const arrays = direction === "write" ? { read: [part] } : { written: [part] };
  const use = withPlace(context, place, useArrays({ ...arrays, others }, "q.copy"));
  const at = address + start * node.size;
  const { memory } = context;
  if (!(memory instanceof MappedMemory)) {
    return createStoredCopy(context, at, part, direction, use);
  }
  const here = structsAt(context, memory, node, at, count);
  return inSteps(count, stepOf(array, here), use, (begin, end) => {
    const [inArray, inGlobal] = [array.subarray(begin, end), here.subarray(begin, end)];
    return direction === "write" ? inGlobal.set(inArray) : inArray.set(inGlobal);
  });
}

/** Between the storage of a device global that the host cannot map, and an array. */
function createStoredCopy(
  context: DeviceContext,
  address: number,
  array: AnyStructArray,
  direction: Direction,
  use: Omit<Work, "step">,
): Work {
  const { memory } = context;
  const size = array.length * array.type.node.size;
  if (!array.home.data) {
    if (array.layout === "soa")
      throw notMappedStructs(`q.copy between a device global and a ${describeStructs(array)}`);
    const stored = bytesOn(context, address, size);
    const pair = direction === "write" ? ([array.bytes, stored] as const) : ([stored, array.bytes] as const);
    return createDeviceCopies(context, [pair], use);
  }
  const between = hostStructs(array, "aos");
  const [bytes] = between.parts;
  invariant(bytes, "it is in one piece");
  if (direction === "read") {
    return createRead(context, address, size, use, (read) => {
      bytes.set(read);
      array.set(between);
    });
  }
  const write = () => {
    between.set(array);
    memory.write(address, bytes);
    return memory.done(address);
  };
  return createDeviceWork(context, write, use);
}

/** The storage of a device global as an array, for its methods. */
function structsAt(
  context: DeviceContext,
  memory: MappedMemory,
  node: StructNode,
  address: number,
  count: number,
): AosArray {
  const byteLength = count * node.size;
  const block = { offset: address, size: byteLength };
  const allocation = { block, byteLength, number: 0, kind: "device", isFreed: false, uses: 0 } as const;
  const home = { usm: context.usm, allocation, buffer: memory.buffer, data: memory.view };
  return new AosArray({ node, prototype: node.prototype }, home, address, count);
}

function innermostStruct(node: DataNode): StructNode | undefined {
  if (node.kind === "array") return innermostStruct(node.element);
  return node.kind === "struct" ? node : undefined;
}
