// Builds the statements of a kernel's `console.log`: they store a record in the console's ring (ir/src/abi/console-ring.ts), or count a dropped message
// if the ring is full. Independent of TypeScript's tree.

import {
  build,
  consoleGlobal,
  type Expr,
  invariant,
  type MessageValue,
  type Position,
  RING,
  recordWords,
  type Stmt,
  type ValueScalar,
} from "@lanewise/ir";

export interface LogCall {
  /** The index of the message's site, of kind "log". */
  readonly site: number;
  /** The index of a site of kind "bounds" for the ring's elements, which never fails. */
  readonly ringSite: number;
  /** The work-item's linear id: `linearItem`. */
  readonly item: Expr;
  /** The printed values, in the message's order. Each is evaluated once, before anything else. */
  readonly values: readonly Expr[];
  /** The index of `consoleGlobal` in the module. */
  readonly global: number;
  readonly newLocal: (name: string, type: ValueScalar) => number;
  readonly at: Position;
}

/** How a message describes each type of value. */
export const printedTypes = {
  bool: "bool",
  i32: "f64",
  u32: "f64",
  i64: "i64",
  u64: "u64",
  f32: "f32",
  f64: "f64",
} as const satisfies Record<ValueScalar, MessageValue["type"]>;

/**
 * Returns the statements of one call:
 *
 *     value = …; at = load(ring[0]); if (at <= limit) at = add(ring[0], words);
 *     if (at <= limit) { ring[2 + at] = site + 1; ring[3 + at] = item; … } else add(ring[1], 1);
 *
 * Nothing is claimed from a full ring, so that the count of claimed words does not wrap around.
 */
export function logStatements({ site, ringSite, item, values, global, newLocal, at }: LogCall): Stmt[] {
  const { type } = consoleGlobal(at);
  invariant(typeof type === "object" && type.kind === "array", "the ring is an array");
  const words = recordWords(values.length);
  const limit = type.length - RING.records - words;
  invariant(limit >= 0, "a message fits into the ring");
  const place = (index: Expr): Expr => build.element(build.global(global, type), index, ringSite);
  const start = newLocal("start", "u32");
  const claimed = build.local(start, "u32");
  const word = (offset: number): Expr => place(build.op("add", claimed, u32(RING.records + offset)));
  const hasRoom = build.op("le", claimed, u32(limit));
  const [held, sets] = holdAll(values, newLocal);
  const record = [u32(site + 1), build.convert("wrap", "u32", item), ...held.flatMap((value) => wordsOf(value))];
  return [
    ...sets,
    build.atomic("load", place(u32(RING.claimed)), at, { result: start }),
    build.ifElse(hasRoom, [build.atomic("add", place(u32(RING.claimed)), at, { value: u32(words), result: start })]),
    build.ifElse(
      hasRoom,
      record.map((value, offset) => build.store(word(offset), value, at)),
      [build.atomic("add", place(u32(RING.dropped)), at, { value: u32(1) })],
    ),
  ];
}

function u32(value: number): Expr {
  return build.constant("u32", value);
}

/** Copies the values to locals: they may fail, and each is read twice. */
function holdAll(values: readonly Expr[], newLocal: LogCall["newLocal"]): [readonly Expr[], readonly Stmt[]] {
  const sets: Stmt[] = [];
  const held = values.map((value) => {
    if (value.kind === "const") return value;
    const { type } = value;
    invariant(typeof type === "string" && type in printedTypes, "what is printed is a value");
    // The invariant above checks this.
    const scalar = type as ValueScalar;
    const local = newLocal("printed", scalar);
    sets.push(build.set(local, value));
    return build.local(local, scalar);
  });
  return [held, sets];
}

/** Returns the value's two words, the low one first. */
function wordsOf(value: Expr): readonly Expr[] {
  if (value.type === "bool") return [build.convert("convert", "u32", value), u32(0)];
  const isInteger64 = value.type === "i64" || value.type === "u64";
  const bits = isInteger64
    ? build.convert("wrap", "u64", value)
    : build.convert("reinterpret", "u64", build.convert("convert", "f64", value));
  const high = build.op("shr", bits, build.constant("u64", 32n));
  return [build.convert("wrap", "u32", bits), build.convert("wrap", "u32", high)];
}

/**
 * Returns the work-item's linear id. A helper function, which kernels of any dimensions may call, passes 3: dimensions that a range lacks have size
 * 1.
 */
export function linearItem(dimensions: 0 | 1 | 2 | 3): Expr {
  if (dimensions === 0) return build.constant("i32", 0);
  const inRange = (dimension: 0 | 1 | 2) =>
    build.op("sub", build.query("globalId", dimension), build.query("globalOffset", dimension));
  const inner = ([1, 2] as const).slice(0, dimensions - 1);
  return inner.reduce<Expr>(
    (outer, dimension) =>
      build.op("add", build.op("mul", outer, build.query("globalSize", dimension)), inRange(dimension)),
    inRange(0),
  );
}
