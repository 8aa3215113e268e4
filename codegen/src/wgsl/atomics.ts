// The atomic statement as WGSL text: WGSL's own functions where it has one for words, else a loop around a compare-exchange. Atomics of 64 bits
// it has none.

import { type AtomicOp, type DataType, invariant, type Op, type Stmt } from "@lanewise/ir";
import { expressionText } from "./expressions.js";
import { NotForGpu } from "./not-for-gpu.js";
import { operationText } from "./operations.js";
import { wordInCopy } from "./own-copies.js";
import { placeOf, referent } from "./places.js";
import type { Scope } from "./scope.js";

type AtomicStmt = Extract<Stmt, { kind: "atomic" }>;

/** `native`: of words, modulo 2^32; `ofU32`: of unsigned ones alone. `op` combines what is there with the operand. */
const rows = {
  add: { native: "atomicAdd", op: "add" },
  sub: { native: "atomicSub", op: "sub" },
  and: { native: "atomicAnd", op: "and" },
  or: { native: "atomicOr", op: "or" },
  xor: { native: "atomicXor", op: "xor" },
  min: { ofU32: "atomicMin", op: "min" },
  max: { ofU32: "atomicMax", op: "max" },
  mul: { op: "mul" },
  exchange: { native: "atomicExchange" },
  store: { native: "atomicStore" },
  load: {},
  compareExchange: {},
} as const satisfies Record<AtomicOp, { readonly native?: string; readonly ofU32?: string; readonly op?: Op }>;

/** Whether WGSL has a function for it, or no loop is needed. */
export function isNativeAtomic(op: AtomicOp, type: DataType): boolean {
  const row: { readonly native?: string; readonly ofU32?: string; readonly op?: Op } = rows[op];
  if (op === "load" || op === "compareExchange") return true;
  if (type === "f32" && row.op !== undefined) return false;
  return row.native !== undefined || (type === "u32" && row.ofU32 !== undefined);
}

export function writeAtomic(scope: Scope, stmt: AtomicStmt): void {
  const { program, at } = scope;
  const { writer, use } = program;
  const type = referent(stmt.place.type);
  if (type !== "i32" && type !== "u32" && type !== "f32") {
    throw new NotForGpu(
      "atomics of 64 bits",
      at,
      "Write an Int32Array, a Uint32Array or a Float32Array for the counters.",
    );
  }
  if (stmt.order !== "relaxed") {
    throw new NotForGpu(`atomics with the order "${stmt.order}"`, at, 'Leave out the order, which is then "relaxed".');
  }
  const row: { readonly native?: string; readonly ofU32?: string; readonly op?: Op } = rows[stmt.op];
  const toBits = (text: string) => (type === "u32" ? text : `bitcast<u32>(${text})`);
  const ofBits = (text: string) => (type === "u32" ? text : `bitcast<${type}>(${text})`);
  const place = placeOf(scope, stmt.place);
  const word = place.words ?? `(${place.bytes} >> 2u)`;
  const value = stmt.value && expressionText(scope, stmt.value);
  const expected = stmt.expected && expressionText(scope, stmt.expected);
  const result = stmt.result === undefined ? undefined : scope.names[stmt.result];
  const give = (text: string) => (result === undefined ? `_ = ${text};` : `${result} = ${ofBits(text)};`);
  if (place.space === "stack") {
    throw new NotForGpu("atomics of private memory", at, "Write a plain assignment: nobody else has the variable.");
  }
  const memory = `&${place.space === "local" ? "local_words" : place.space}`;
  const target = `${memory}[${word}]`;
  if (stmt.op === "load") {
    writer.line(give(`atomicLoad(${target})`));
    return;
  }
  invariant(value !== undefined, () => `atomic ${stmt.op} has an operand`);
  if (stmt.op === "store") {
    writer.line(`atomicStore(${target}, ${toBits(value)});`);
    return;
  }
  const isFloat = type === "f32" && row.op !== undefined;
  const native = isFloat ? undefined : (row.native ?? (type === "u32" ? row.ofU32 : undefined));
  if (native) {
    const copied = wordInCopy(scope, stmt, word);
    const update = (to: string) => give(`${native}(${to}, ${toBits(value)})`);
    writer.line(
      copied === undefined
        ? update(target)
        : `if (copy_words > 1u) { ${update(`&copies[${copied}]`)} } else { ${update(target)} }`,
    );
    return;
  }
  writer.braces("", () => {
    writer.line(`let at = ${word};`);
    writer.line(`let value = ${value};`);
    if (expected !== undefined) writer.line(`let expected = ${toBits(expected)};`);
    writer.line(`var before = ${expected === undefined ? `atomicLoad(${memory}[at])` : "expected"};`);
    writer.braces("loop", () => {
      const next = row.op
        ? toBits(operationText(use, row.op, type, type, [ofBits("before"), "value"]))
        : toBits("value");
      writer.line(`let tried = atomicCompareExchangeWeak(${memory}[at], before, ${next});`);
      if (expected === undefined) writer.line("if (tried.exchanged) { break; }");
      writer.line("before = tried.old_value;");
      // It may fail where it should not.
      if (expected !== undefined) writer.line("if (tried.exchanged || before != expected) { break; }");
    });
    writer.line(give("before"));
  });
}
