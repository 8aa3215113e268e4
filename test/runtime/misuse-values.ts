// What programs without types may pass instead of what is meant, by name; and the kinds of parameters, each with those of them that it must
// refuse. "array of another context" and the like are made from the world that the rows of misuse-rows.ts share.

import { compileSource } from "@lanewise/transformer/source";
import {
  Context,
  createKernelBundle,
  type DeviceBuffer,
  type InputBundle,
  DeviceBuffer as NewBuffer,
  Queue,
} from "lanewise";
import { set } from "./kernels.js";

/** What the calls are made with. All of it must work when they have been refused. */
export interface World {
  readonly q: Queue;
  readonly disposed: Queue;
  readonly context: Context;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly ints: Int32Array;
  readonly freed: Float32Array;
  readonly ofOther: Float32Array;
  readonly detached: Float32Array;
  readonly flags: Uint8Array;
  readonly bins: Uint32Array;
  readonly four: Float32Array;
  readonly buffer: DeviceBuffer<Float32Array, 1>;
  readonly kernel: () => void;
  /** Of a text with the device global `total` and the specialization constant `step`. */
  readonly ofText: InputBundle;
}

const text = `import { deviceGlobal, type i32, type Kernel1, specConstant } from "lanewise";
const total = deviceGlobal<i32>();
const step = specConstant<i32>(2);
export const added: Kernel1 = (i) => { if (i === 0) total.value += step.value; };
`;

export function createWorld(): World {
  // Of no device that is asked for: it runs kernels that are not compiled, too.
  const q = new Queue();
  const context = new Context({ name: "other" });
  const disposed = new Queue({ device: "cpu" });
  disposed[Symbol.dispose]();
  const freed = q.mallocShared(Float32Array, 8);
  q.free(freed);
  const detached = new Float32Array(8);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  const ints = q.mallocShared(Int32Array, 8);
  return {
    q,
    disposed,
    context,
    x: q.mallocShared(Float32Array, 8),
    y: q.mallocShared(Float32Array, 8),
    ints,
    freed,
    ofOther: new Queue({ device: "cpu", context }).mallocShared(Float32Array, 8),
    detached,
    flags: new Uint8Array(8),
    bins: new Uint32Array(8),
    four: new Float32Array(4),
    buffer: new NewBuffer(Float32Array, 8),
    // An untyped mark of a compiled kernel.
    kernel: set(ints, 7) as () => void,
    ofText: createKernelBundle(q.context, compileSource(text, { folder: import.meta.dirname })),
  };
}

export const values = {
  undefined: () => undefined,
  null: () => null,
  NaN: () => Number.NaN,
  "-1": () => -1,
  "1.5": () => 1.5,
  "2^31": () => 2 ** 31,
  "2^53": () => 2 ** 53,
  Infinity: () => Number.POSITIVE_INFINITY,
  true: () => true,
  bigint: () => 3n,
  string: () => "3",
  symbol: () => Symbol("s"),
  function: () => () => 3,
  "empty list": () => [],
  "list of NaN": () => [Number.NaN],
  "list of four": () => [2, 2, 2, 2],
  "list of null": () => [null],
  object: () => ({}),
  "object without prototype": () => Object.create(null) as object,
  "object with an unknown property": () => ({ mispelled: 1 }),
  date: () => new Date(0),
  "array of another type": () => new Uint16Array(8),
  "detached array": ({ detached }: World) => detached,
  "freed array": ({ freed }: World) => freed,
  "array of another context": ({ ofOther }: World) => ofOther,
  "disposed queue": ({ disposed }: World) => disposed,
} satisfies Record<string, (world: World) => unknown>;

export type ValueName = keyof typeof values;

const all = Object.keys(values) as ValueName[];
/** What no parameter that has a type takes. */
const never: readonly ValueName[] = ["NaN", "-1", "1.5", "bigint", "symbol", "date", "disposed queue"];
const without = (...allowed: ValueName[]) => all.filter((name) => !allowed.includes(name));

/** What a parameter must refuse, by its kind; a `?` after the name says that it may be left out. */
export const kinds = {
  count: all,
  "count?": without("undefined"),
  /** A number of elements, or elements. */
  elements: without(
    "empty list",
    "list of NaN",
    "list of four",
    "list of null",
    "array of another type",
    "array of another context",
    "detached array",
  ),
  range: all,
  "range?": without("undefined"),
  threads: without("2^31", "2^53"),
  "milliseconds?": without("undefined", "1.5", "2^31", "2^53", "Infinity"),
  canvas: all,
  "flag?": without("undefined", "true"),
  "text?": without("undefined", "string"),
  text: without("string"),
  "function?": without("undefined", "function"),
  function: without("function"),
  kernel: without("function"),
  /** Instances of classes may be options. */
  "options?": without("undefined", "object", "object without prototype", "date"),
  "events?": without("undefined", "object", "object without prototype", "empty list"),
  "choice?": without("undefined"),
  choice: all,
  /** Typed arrays of 32-bit floats that a command may use. */
  array: without("array of another context"),
  algorithmQueue: all,
  /** Arrays that a queue has made, and that it can free. */
  ownArray: all,
  type: all,
  global: all,
  buffer: all,
  bundle: all,
  context: all,
  bytes: all,
  number: without("NaN", "-1", "1.5", "2^31", "2^53", "Infinity"),
  list: without("empty list"),
  any: never,
  /** Checked against the declared type, which only compiled programs have: test/runtime/globals.test.ts. */
  value: [],
} satisfies Record<string, readonly ValueName[]>;

export type Kind = keyof typeof kinds;
