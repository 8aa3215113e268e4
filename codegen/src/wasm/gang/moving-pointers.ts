// The pointers of a loop: set in front of it to where its first round finds their elements, moved on behind each round.

import type { Expr } from "@lanewise/ir";
import type { Loop } from "../../analysis/facts.js";
import type { IndexAtom } from "../../analysis/index-form.js";
import type { Pointer } from "../../analysis/pointers.js";
import type { Term } from "../../analysis/polynomial.js";
import { lowerSingle } from "../expressions.js";
import { type Instruction, i32Const, instruction, integerConstant, localGet, localSet } from "../instructions.js";
import { type Address, addressValue } from "../memory.js";
import { lowerPlace } from "../places.js";
import type { GangContext } from "./gang-context.js";

export interface WithPointers {
  readonly context: GangContext;
  /** What moves the pointers on. */
  readonly advance: readonly Instruction[];
}

export function setPointers(context: GangContext, loop: Loop): WithPointers {
  const { clone, plan } = context;
  const all = (clone.name === "fast" ? (plan.pointers.get(loop) ?? []) : []).filter(
    ({ lead }) => clone.shapes.of(lead.index).kind !== "varying",
  );
  if (all.length === 0) return { context, advance: [] };
  const { code } = context;
  const pointers = new Map<Expr, Address>(context.pointers);
  const advance = all.map((pointer) => {
    const local = code.local("i32");
    code.statement(() => code.emit(localSet(local, addressValue(lowerPlace(context, pointer.lead)))));
    for (const { element, offset } of pointer.members) pointers.set(element, { base: localGet(local), offset });
    return localSet(local, instruction("i32.add", localGet(local), stepInBytes(context, pointer)));
  });
  return { context: { ...context, pointers }, advance };
}

/** A constant, or a local of its own in front of the loop. */
function stepInBytes(context: GangContext, { step, size }: Pointer): Instruction {
  const { code } = context;
  const bytes = step.map((term) => product(context, term, size)).reduce((a, b) => instruction("i32.add", a, b));
  if (integerConstant(bytes) !== undefined) return bytes;
  const local = code.local("i32");
  code.emit(localSet(local, bytes));
  return localGet(local);
}

function product(context: GangContext, { coefficient, atoms }: Term<IndexAtom>, size: number): Instruction {
  const factors = atoms.flatMap(({ value }) => (value.kind === "known" ? [lowerSingle(context, value.expr)] : []));
  const constant: Instruction = i32Const(Math.imul(coefficient, size));
  const [first, ...others] = factors;
  if (!first) return constant;
  const all = others.reduce((a, b) => instruction("i32.mul", a, b), first);
  return instruction("i32.mul", all, constant);
}
