// Lowers a loop's pointers: set before it to the elements of the first iteration, advanced after each iteration.

import { type Expr, invariant } from "@lanewise/ir";
import type { Loop } from "../../analysis/facts.js";
import type { IndexAtom } from "../../analysis/index-form.js";
import type { Pointer } from "../../analysis/pointers.js";
import type { Term } from "../../analysis/polynomial.js";
import { lowerExpr, lowerSingle } from "../expressions.js";
import { type Instruction, i32Const, instruction, integerConstant, localGet, localSet } from "../instructions.js";
import { type Address, addressValue } from "../memory.js";
import { lowerPlace } from "../places.js";
import type { GangContext } from "./gang-context.js";

/** An element of an array, and its size in bytes. */
type FormAddress = Pick<Pointer, "array" | "form" | "size">;

export interface WithPointers {
  readonly context: GangContext;
  /** The instructions that advance the pointers. */
  readonly advance: readonly Instruction[];
}

export function setPointers(context: GangContext, loop: Loop): WithPointers {
  const { clone, code, plan } = context;
  const all = clone.name === "fast" ? (plan.pointers.get(loop) ?? []) : [];
  const pointers = new Map<Expr, Address>(context.pointers);
  const advance = all
    .filter((pointer) => isScalar(context, pointer))
    .map((pointer) => {
      const local = code.local("i32");
      code.statement(() => code.emit(localSet(local, addressOfForm(context, pointer))));
      for (const { element, offset } of pointer.members) pointers.set(element, { base: localGet(local), offset });
      return localSet(local, instruction("i32.add", localGet(local), stepInBytes(context, pointer)));
    });
  return { context: { ...context, pointers }, advance };
}

/** Whether the first work-item's index is a scalar, computed from scalars. */
function isScalar({ clone: { shapes } }: GangContext, { lead, form }: Pointer): boolean {
  const counters = [...form.terms.values()].flatMap(({ atoms }) =>
    atoms.flatMap(({ value }) => (value.kind === "counter" ? [value.counter.local] : [])),
  );
  return (
    shapes.of(lead.index).kind !== "varying" && counters.every((local) => shapes.locals[local]?.kind !== "varying")
  );
}

/** The form's address before the loop, where values computed inside it do not exist yet. */
export function addressOfForm(context: GangContext, { array, form, size }: FormAddress): Instruction {
  const index = [...form.terms.values()].reduce<Instruction>(
    (sum, term) => instruction("i32.add", sum, product(context, term, size)),
    i32Const(Math.imul(form.constant, size)),
  );
  const isSpan = typeof array.type !== "string" && array.type.kind === "span";
  const [base] = isSpan ? lowerExpr(context, array) : [addressValue(lowerPlace(context, array))];
  invariant(base, "an array has an address");
  return instruction("i32.add", base, index);
}

/** The step: a constant, or a local set before the loop. */
function stepInBytes(context: GangContext, { step, size }: Pointer): Instruction {
  const { code } = context;
  const bytes = step.map((term) => product(context, term, size)).reduce((a, b) => instruction("i32.add", a, b));
  if (integerConstant(bytes) !== undefined) return bytes;
  const local = code.local("i32");
  code.emit(localSet(local, bytes));
  return localGet(local);
}

/** The product modulo 2^32, like addresses. */
function product(context: GangContext, { coefficient, atoms }: Term<IndexAtom>, size: number): Instruction {
  const constant: Instruction = i32Const(Math.imul(coefficient, size));
  const [first, ...others] = atoms.map(({ value }) => valueOfAtom(context, value));
  if (!first) return constant;
  const all = others.reduce((a, b) => instruction("i32.mul", a, b), first);
  return instruction("i32.mul", all, constant);
}

function valueOfAtom(context: GangContext, atom: IndexAtom): Instruction {
  switch (atom.kind) {
    case "known":
      return lowerSingle(context, atom.expr);
    case "index": {
      const index = context.indices[atom.dimension];
      invariant(index !== undefined, "each dimension has its index");
      return localGet(index);
    }
    case "counter":
      return lowerSingle(context, { kind: "local", type: "i32", local: atom.counter.local });
    case "linearId":
      return context.item();
    case "ranged":
      invariant(false, "a pointer's index has no parts that only have a range");
  }
}
