// Runs a random program: as plain JavaScript, and on executors of compiled kernels, over the same contents of its arrays. What is
// left in the arrays is told as numbers, so that all of them compare.

import { splitColumns } from "@lanewise/codegen";
import { type DataType, layoutOf, type Module, type StructDefinition, structLayout } from "@lanewise/ir";
import ts from "typescript-6";
import { type Executor, runKernel } from "../support/run-kernel.js";
import { arrays, LENGTH } from "./program.js";

type Scalar = number | bigint | boolean;
/** What the kernel left: the arrays' elements by name, or how it ended. */
export type Outcome = Readonly<Record<string, readonly Scalar[]>> | { readonly error: string };

const constructors = {
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
};
export type AnyArray = InstanceType<(typeof constructors)[keyof typeof constructors]> | Uint8Array<ArrayBuffer>;

const settings = { count: 5, inner: { rate: 1.75, isOn: true } };
const gain = -2.5;
const scalars: Readonly<Record<string, Scalar>> = {
  "settings.count": settings.count,
  "settings.inner.rate": settings.inner.rate,
  "settings.inner.isOn": settings.inner.isOn,
  gain,
};

/** What stands first in an array: small and large numbers of both signs. */
function element(type: string, at: number): number | bigint {
  const integer = at % 3 === 0 ? -at * 1000003 : at * 7;
  switch (type) {
    case "Float32Array":
      return Math.fround((at - 5) / 3);
    case "Float64Array":
      return at % 11 === 10 ? 1e10 * at : (at - 7) / 7;
    case "BigInt64Array":
      return BigInt.asIntN(64, BigInt(integer) * (at % 2 === 0 ? 1n : 0x123456789abcdn));
    case "BigUint64Array":
      return BigInt.asUintN(64, BigInt(integer));
    case "Uint32Array":
      return integer >>> 0;
    default:
      return integer | 0;
  }
}

export function createArray({ type, perItem }: (typeof arrays)[number], name: string, items = LENGTH): AnyArray {
  const length = items * perItem;
  const first = name.startsWith("in_") ? 0 : 3;
  // The name says which kind of elements the constructor takes.
  const create = constructors[type as keyof typeof constructors] as new (of: Iterable<unknown>) => AnyArray;
  return new create(Array.from({ length }, (_, at) => element(type, at + first)));
}

/** The leaf fields of struct arrays: all that this file knows of their layout. */
interface Leaf {
  readonly path: readonly (string | number)[];
  readonly type: DataType & string;
  readonly offset: number;
}

function leavesOf(type: DataType, structs: readonly StructDefinition[], offset = 0, path: Leaf["path"] = []): Leaf[] {
  if (typeof type === "string") return [{ path, type, offset }];
  if (type.kind === "array") {
    const { size } = layoutOf(type.element, structs);
    return Array.from({ length: type.length }, (_, at) => at).flatMap((at) =>
      leavesOf(type.element, structs, offset + at * size, [...path, at]),
    );
  }
  const definition = structs.find(({ name }) => name === type.name);
  if (!definition) return [];
  const { offsets } = structLayout(definition, structs);
  return definition.fields.flatMap((field, at) =>
    leavesOf(field.type, structs, offset + (offsets[at] ?? 0), [...path, field.name]),
  );
}

function leafValue({ type }: Leaf, at: number): Scalar {
  if (type === "bool") return at % 3 === 0;
  if (type === "i64" || type === "u64") return BigInt(at * 97);
  return type === "f32" || type === "f64" ? at / 4 - 3 : at * 3;
}

function readLeaf(view: DataView, type: Leaf["type"], at: number): Scalar {
  const read: Readonly<Record<string, () => Scalar>> = {
    bool: () => view.getUint8(at) !== 0,
    i32: () => view.getInt32(at, true),
    u32: () => view.getUint32(at, true),
    f32: () => view.getFloat32(at, true),
    f64: () => view.getFloat64(at, true),
    i64: () => view.getBigInt64(at, true),
    u64: () => view.getBigUint64(at, true),
  };
  return read[type]?.() ?? Number.NaN;
}

function writeLeaf(view: DataView, type: Leaf["type"], at: number, value: Scalar): void {
  if (typeof value === "bigint") view.setBigInt64(at, value, true);
  else if (type === "bool") view.setUint8(at, Number(value));
  else if (type === "f32") view.setFloat32(at, Number(value), true);
  else if (type === "f64") view.setFloat64(at, Number(value), true);
  else view.setInt32(at, Number(value), true);
}

/** The kernel's struct array, if it has one. */
interface Items {
  readonly parameter: number;
  readonly type: DataType;
  readonly leaves: readonly Leaf[];
}

function kernelOf(module: Module) {
  const kernel = module.functions.findIndex(({ linkage }) => linkage === "kernel");
  const fn = module.functions[kernel];
  return { kernel, parameters: fn?.locals.slice(0, fn.parameters) ?? [] };
}

function itemsOf(module: Module): Items | undefined {
  const { parameters } = kernelOf(module);
  const parameter = parameters.findIndex(({ name }) => name === "items");
  const type = parameters[parameter]?.type;
  if (typeof type !== "object" || type.kind !== "span") return undefined;
  return { parameter, type: type.element, leaves: leavesOf(type.element, module.structs) };
}

/** On an executor of compiled kernels; `columns` says that the struct array lies in columns. */
export function execute(module: Module, executor: Executor, columns: boolean): Outcome {
  const items = itemsOf(module);
  const { kernel } = kernelOf(module);
  const split = columns && items ? splitColumns(module, kernel, new Set([items.parameter])) : undefined;
  const compiled = split?.module ?? module;
  const { parameters } = kernelOf(compiled);
  const args = parameters.map(({ name, type }, index) => {
    const scalar = scalars[name];
    if (scalar !== undefined) return scalar;
    const column = split?.columns.find((each) => each.index === index);
    if (items && (column || name === "items"))
      return itemBytes(module, items, column?.type ?? items.type, column?.offset ?? 0);
    const array = arrays.find((each) => each.name === name);
    if (!array) throw new Error(`no argument for ${name}: ${JSON.stringify(type)}`);
    return createArray(array, name);
  });
  try {
    const result = runKernel(executor, { module: compiled, kernel, range: [LENGTH], args });
    if (result.failure) return { error: `failed at site ${JSON.stringify(compiled.sites[result.failure.site])}` };
    const spans = result.arrays.values();
    const contents: Record<string, readonly Scalar[]> = {};
    const whole = new Map<number, Scalar>();
    parameters.forEach(({ name }, index) => {
      if (typeof args[index] !== "object") return;
      const array = spans.next().value;
      const column = split?.columns.find((each) => each.index === index);
      if (!array) return;
      if (items && (column || name === "items"))
        readItems(module, items, array, column?.type ?? items.type, column?.offset ?? 0, whole);
      else contents[name] = [...array];
    });
    if (items) contents.items = [...whole.entries()].sort(([a], [b]) => a - b).map(([, value]) => value);
    return contents;
  } catch (error) {
    return { error: String(error instanceof Error ? error.stack : error) };
  }
}

/** The leaves that lie in a column, or all. */
function leavesIn({ leaves }: Items, module: Module, type: DataType, offset: number): readonly Leaf[] {
  const end = offset + layoutOf(type, module.structs).size;
  return leaves.filter((leaf) => leaf.offset >= offset && leaf.offset < end);
}

function itemBytes(module: Module, items: Items, type: DataType, offset: number): Uint8Array<ArrayBuffer> {
  const { size } = layoutOf(type, module.structs);
  const bytes = new Uint8Array(LENGTH * size);
  const view = new DataView(bytes.buffer);
  for (let item = 0; item < LENGTH; item++)
    for (const leaf of leavesIn(items, module, type, offset))
      writeLeaf(
        view,
        leaf.type,
        item * size + leaf.offset - offset,
        leafValue(leaf, item + items.leaves.indexOf(leaf)),
      );
  return bytes;
}

function readItems(
  module: Module,
  items: Items,
  array: { readonly buffer: ArrayBufferLike; readonly byteOffset: number },
  type: DataType,
  offset: number,
  into: Map<number, Scalar>,
): void {
  const { size } = layoutOf(type, module.structs);
  const view = new DataView(array.buffer, array.byteOffset);
  for (let item = 0; item < LENGTH; item++)
    for (const leaf of leavesIn(items, module, type, offset))
      into.set(
        item * items.leaves.length + items.leaves.indexOf(leaf),
        readLeaf(view, leaf.type, item * size + leaf.offset - offset),
      );
}

const clamp = (low: number, high: number) => (x: number) =>
  Number.isNaN(x) ? 0 : Math.trunc(Math.min(Math.max(x, low), high)) + 0;
export const library = {
  f32: Math.fround,
  f64: (x: number) => x,
  i32: clamp(-(2 ** 31), 2 ** 31 - 1),
  u32: clamp(0, 2 ** 32 - 1),
  i64: (x: bigint) => x,
  u64: (x: bigint) => x,
  fixedArray: (length: number, value: unknown) => new Array(length).fill(value),
  structOf: () => undefined,
  atomicRef: plainReference,
};

type Element = number | bigint;

/** Of an element, or of a device global's value. */
function plainReference(
  array: Record<string | number, Element>,
  at: number | string = "value",
): Readonly<Record<string, (value: Element) => void>> {
  const change =
    (to: (a: Element, b: Element) => Element) =>
    (value: Element): void => {
      array[at] = to(array[at] ?? 0, value);
    };
  const plus = (a: Element, b: Element) => (typeof a === "bigint" ? a + BigInt(b) : a + Number(b));
  const negative = (a: Element): Element => -a;
  return {
    fetchAdd: change(plus),
    fetchSub: change((a, b) => plus(a, negative(b))),
    fetchXor: change((a, b) => Number(a) ^ Number(b)),
    fetchMax: change((a, b) => (b > a ? b : a)),
    fetchMin: change((a, b) => (b < a ? b : a)),
  };
}

interface Plain {
  readonly make: (...args: unknown[]) => (i: number) => void;
  readonly Item?: { readonly prototype: object };
}

/** As plain JavaScript. The module says which arrays the kernel names, and what its structs are. */
export function executePlainly(text: string, module: Module): Outcome {
  const items = itemsOf(module);
  const body = text.replace(/^import.*$/m, "").replaceAll("export ", "");
  const script = ts.transpileModule(body, { compilerOptions: { target: ts.ScriptTarget.ES2022 } }).outputText;
  const item = text.includes("const Item =") ? ", Item" : "";
  try {
    // The text declares functions and classes of these names.
    const plain = new Function(...Object.keys(library), `${script}; return { make${item} };`)(
      ...Object.values(library),
    ) as Plain;
    const own = arrays.map((array) => createArray(array, array.name));
    const objects = Array.from({ length: LENGTH }, (_, at) => itemObject(items, plain.Item?.prototype, at));
    const kernel = plain.make(...own, items ? copiedInto(objects, items) : objects, settings, gain);
    for (let i = 0; i < LENGTH; i++) kernel(i);
    const names = new Set(kernelOf(module).parameters.map(({ name }) => name));
    const contents: Record<string, readonly Scalar[]> = {};
    arrays.forEach(({ name }, at) => {
      if (names.has(name)) contents[name] = [...(own[at] ?? [])];
    });
    if (items) contents.items = objects.flatMap((object) => items.leaves.map((leaf) => leafOf(object, leaf)));
    return contents;
  } catch (error) {
    return { error: `plain JavaScript: ${error}` };
  }
}

/** As an array of structs: an element that is assigned gets the fields, and stays the same object. */
function copiedInto(objects: readonly object[], { leaves }: Items): readonly object[] {
  return new Proxy(objects, {
    set: (all, at, value: object) => {
      const values = leaves.map((leaf) => leafOf(value, leaf));
      leaves.forEach(({ path }, index) => {
        const holder = path.slice(0, -1).reduce<unknown>(memberOf, all[Number(at)]);
        Reflect.set(Object(holder), path.at(-1) ?? "", values[index]);
      });
      return true;
    },
  });
}

const memberOf = (holder: unknown, key: string | number): unknown => Reflect.get(Object(holder), key);

const leafOf = (object: object, { path }: Leaf): Scalar => path.reduce<unknown>(memberOf, object) as Scalar;

/** An object with the fields of the struct; arrays are arrays. */
function itemObject(items: Items | undefined, prototype: object | undefined, at: number): object {
  const made: object = Object.create(prototype ?? Object.prototype);
  for (const leaf of items?.leaves ?? []) {
    let holder: object = made;
    leaf.path.forEach((key, depth) => {
      const isLast = depth === leaf.path.length - 1;
      const inner = isLast
        ? leafValue(leaf, at + (items?.leaves.indexOf(leaf) ?? 0))
        : (Reflect.get(holder, key) ?? (typeof leaf.path[depth + 1] === "number" ? [] : {}));
      Reflect.set(holder, key, inner);
      if (!isLast) holder = inner as object; // what stands on the way to a leaf is an object
    });
  }
  return made;
}

/** The first difference, in words; undefined if there is none. */
export function difference(expected: Outcome, found: Outcome): string | undefined {
  if ("error" in found || "error" in expected) {
    return `expected ${"error" in expected ? expected.error : "contents"}, found ${"error" in found ? found.error : "contents"}`;
  }
  for (const [name, values] of Object.entries(expected)) {
    const at = values.findIndex((value, index) => !Object.is(value, found[name]?.[index]));
    if (at >= 0) return `${name}[${at}]: expected ${show(values[at])}, found ${show(found[name]?.[at])}`;
  }
  return undefined;
}

const show = (value: Scalar | undefined): string => (Object.is(value, -0) ? "-0" : String(value));
