// Tracks a gang's active work-items: the masks of regions and of the constructs around them, and the jumps that remove
// work-items from masks.

import { blocksOf, invariant, type Label, type Stmt } from "@lanewise/ir";
import { branch, type Instruction, instruction } from "../instructions.js";
import {
  anyTrue,
  type Construct,
  combineMasks,
  type GangContext,
  type Mask,
  negated,
  newMask,
  type Region,
  readMask,
  setMask,
  type Vector,
} from "./gang-context.js";

/** The context for a nested region; a failure there is reported for its first active work-item. */
export function within(context: GangContext, region: Partial<Region>): GangContext {
  const inner = { ...context.region, ...region };
  const { mask } = inner;
  const failingItem = () => (mask ? instruction("i32.add", context.item(), firstActive(mask)) : context.item());
  return { ...context, region: inner, failingItem };
}

/** The number of the first active work-item: an i32. */
function firstActive(mask: Mask): Instruction {
  const [first, ...others] = readMask(mask).map((register) => instruction("i32x4.bitmask", register));
  invariant(first, "a mask has registers");
  const bits = others.reduce((all, one, index) => {
    const shifted = instruction("i32.shl", one, {
      kind: "plain",
      op: "i32.const",
      operands: [],
      immediates: [4 * (index + 1)],
    });
    return instruction("i32.or", all, shifted);
  }, first as Instruction);
  return instruction("i32.ctz", bits);
}

/** The constructs that a jump to `label` leaves, innermost first; undefined is the kernel itself. */
function crossed({ region }: GangContext, label: Label | undefined): readonly Construct[] {
  const index = region.constructs.findLastIndex((one) => one.label === label);
  invariant(index >= 0, "a jump leaves something it is in");
  return region.constructs.slice(index).reverse();
}

/** The masks that lose the jumping work-items. */
export function masksUpTo(context: GangContext, label: Label | undefined, kind: "break" | "continue"): readonly Mask[] {
  return crossed(context, label).flatMap((construct) => {
    const isContinued = kind === "continue" && construct.label === label;
    const masks = isContinued ? [construct.round] : [construct.round, construct.live];
    return masks.filter((mask) => mask !== undefined);
  });
}

export function jump(context: GangContext, label: Label | undefined, kind: "break" | "continue"): GangContext {
  const { code, region } = context;
  const target = crossed(context, label).at(-1);
  invariant(target, "a jump has a target");
  const masks = masksUpTo(context, label, kind);
  if (masks.length === 0) {
    const to = kind === "continue" ? target.continueTo : target.breakTo;
    invariant(to !== undefined, "only loops are continued");
    code.emit(branch(to));
    return context;
  }
  const nobody = context.pooled(new Uint8Array(16));
  // The region's own mask changes last, because the others are computed from it.
  const others = masks.filter((mask) => mask !== region.mask);
  for (const mask of others) {
    const leaving = region.mask && readMask(region.mask);
    setMask(context, mask, leaving ? combineMasks("v128.andnot", readMask(mask), leaving) : mask.map(() => nobody));
  }
  if (region.mask && others.length < masks.length)
    setMask(
      context,
      region.mask,
      region.mask.map(() => nobody),
    );
  code.emit(branch(region.end));
  return context;
}

/** After a statement that some work-items may have jumped out of: continues with the rest, if any is active. */
export function afterJumps(context: GangContext, stmt: Stmt): GangContext | undefined {
  const own = innermostMask(context.region.constructs);
  if (!own || !hasJumps(stmt, new Set())) return undefined;
  const { code, region } = context;
  let mask: Mask = own;
  const isAtTop = region.mask === own || region.mask === outerMask(region.constructs);
  if (!isAtTop && region.mask) {
    mask = newMask(context);
    setMask(context, mask, combineMasks("v128.and", readMask(region.mask), readMask(own)));
  }
  code.emit(branch(region.end, negated(anyTrue(readMask(mask)))));
  return within(context, { mask });
}

/** The mask of the innermost construct that has one. */
function innermostMask(constructs: readonly Construct[]): Mask | undefined {
  for (const { round, live } of constructs.toReversed()) {
    if (round ?? live) return round ?? live;
  }
  return undefined;
}

/** The mask that was active on entry to the innermost construct that has one. */
function outerMask(constructs: readonly Construct[]): Mask | undefined {
  const index = constructs.findLastIndex(({ round, live }) => round ?? live);
  const construct = constructs[index];
  if (construct?.round && construct.live) return construct.live;
  return innermostMask(constructs.slice(0, index));
}

/** Whether the statement contains a jump out of itself. */
function hasJumps(stmt: Stmt, inner: ReadonlySet<Label>): boolean {
  if (stmt.kind === "return") return true;
  if (stmt.kind === "break" || stmt.kind === "continue") return !inner.has(stmt.label);
  const own = stmt.kind === "loop" || stmt.kind === "block" ? new Set([...inner, stmt.label]) : inner;
  return blocksOf(stmt).some((block) => block.some((one) => hasJumps(one, own)));
}

/** A new mask, initially the region's. */
export function startMask(context: GangContext): Mask {
  const mask = newMask(context);
  setMask(context, mask, activeOf(context));
  return mask;
}

/** The region's mask, or all ones if it has none. */
export function activeOf({ gang, region, pooled }: GangContext): Vector {
  if (region.mask) return readMask(region.mask);
  return Array.from({ length: gang / 4 }, () => pooled(new Uint8Array(16).fill(0xff)));
}
