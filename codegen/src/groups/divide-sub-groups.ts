// Lowers sub-group operations where a sub-group is not a gang: each member stores its value in the group's memory; between sub-group barriers,
// shuffles read another member's value, and for the rest the first member combines all values in the order that gangs use
// (wasm/gang/sub-group-gangs.ts). IR in, IR out.

import {
  type Block,
  build,
  type Combination,
  type DataType,
  type Expr,
  invariant,
  type Label,
  type Position,
  type Site,
  type Stmt,
  type ValueScalar,
} from "@lanewise/ir";
import { withBlocks } from "../analysis/replace.js";
import { neutralOf } from "../reductions/identity.js";
import type { Locals } from "../simplify/locals.js";
import { renumber } from "../simplify/tidy.js";

type Together = Extract<Stmt, { kind: "subGroup" }>;

/** Group memory with an element for each work-item. */
export interface OwnPlaces {
  /** The element of the work-item, or of the one at `index` in the group. The key tells memories apart. */
  own(key: string, name: string, type: DataType, index?: Expr): Expr;
  /** The work-item's index in its group. */
  readonly ownIndex: Expr;
}

export interface Dividing {
  /** The work-item's lane in its sub-group, and the sub-group's number of members. */
  readonly lane: () => Expr;
  readonly members: () => Expr;
  readonly group: OwnPlaces;
  readonly locals: Locals;
  readonly sites: readonly Site[];
  readonly nextLabel: () => Label;
}

/** Replaces `subGroup` statements by barriers and memory accesses. */
export function divideSubGroups(dividing: Dividing, block: Block): Block {
  return block.flatMap((stmt) =>
    stmt.kind === "subGroup"
      ? // Nodes must be new: analyses identify nodes by identity.
        renumber(divided(dividing, stmt), (local) => local)
      : [withBlocks(stmt, (inner) => divideSubGroups(dividing, inner))],
  );
}

const i32 = (value: number): Expr => build.constant("i32", value);

function divided(dividing: Dividing, stmt: Together): Block {
  const { group, sites } = dividing;
  const site = sites[stmt.site];
  invariant(site, "the verifier has seen its site");
  const { at, name } = site;
  const { type } = stmt.value;
  // A sub-group's operands are values.
  const element = type as ValueScalar;
  const place = (index?: Expr) => group.own(`sub-group ${element}`, "sub-group", element, index);
  const leave = build.store(place(), stmt.value, at);
  const wait = () => build.barrier("subGroup", at, name);
  const take = (from?: Expr) => build.set(stmt.result, build.load(place(from)));
  if (stmt.combination) {
    const work = new Work(dividing, place, element, at);
    const isFirst = build.op("eq", dividing.lane(), i32(0));
    return [leave, wait(), build.ifElse(isFirst, work.combine(stmt.op, stmt.combination)), wait(), take()];
  }
  const from = dividing.locals.add("", "i32");
  return [build.set(from, sourceOf(dividing, stmt)), leave, wait(), take(build.local(from, "i32")), wait()];
}

/** The index in the group of the member whose value a shuffle returns. */
function sourceOf({ group, lane, members }: Dividing, { op, lane: operand }: Together): Expr {
  invariant(operand, "a shuffle has a lane");
  const wanted = wantedLane(op, lane(), operand);
  const isThere = build.op("and", build.op("ge", wanted, i32(0)), build.op("lt", wanted, members()));
  return build.op("add", build.op("sub", group.ownIndex, lane()), build.op("select", isThere, wanted, lane()));
}

function wantedLane(op: Together["op"], lane: Expr, operand: Expr): Expr {
  switch (op) {
    case "shuffleUp":
      return build.op("sub", lane, operand);
    case "shuffleDown":
      return build.op("add", lane, operand);
    case "shuffleXor":
      return build.op("xor", lane, operand);
    default:
      return operand;
  }
}

/** Code that the first member runs for all. */
class Work {
  readonly #dividing: Dividing;
  readonly #place: (index?: Expr) => Expr;
  readonly #type: ValueScalar;
  readonly #at: Position;

  constructor(dividing: Dividing, place: (index?: Expr) => Expr, type: ValueScalar, at: Position) {
    this.#dividing = dividing;
    this.#place = place;
    this.#type = type;
    this.#at = at;
  }

  combine(op: Together["op"], combination: Combination): Block {
    if (op === "reduce") return [...this.#reduce(combination), ...this.#spread()];
    const scan = this.#scan(combination);
    return op === "inclusiveScan" ? scan : [...scan, ...this.#moveUp(combination)];
  }

  /** Combines neighbours first, then neighbouring pairs, and so on: the first gets the total. */
  #reduce(combination: Combination): Block {
    return this.#steps((step) => {
      const i = this.#counter();
      const other = build.op("add", i.value, step);
      return this.#loop(i, i32(0), build.op("lt", other, this.#members), build.op("shl", step, i32(1)), [
        this.#set(i.value, build.op(combination, this.#value(i.value), this.#value(other))),
      ]);
    });
  }

  /** Combines each value with those 1, 2, 4 … positions before it. */
  #scan(combination: Combination): Block {
    return this.#steps((step) => {
      const i = this.#counter();
      const other = build.op("sub", i.value, step);
      return this.#loop(i, this.#last, build.op("ge", other, i32(0)), i32(-1), [
        this.#set(i.value, build.op(combination, this.#value(other), this.#value(i.value))),
      ]);
    });
  }

  #spread(): Block {
    const i = this.#counter();
    return this.#loop(i, i32(1), build.op("lt", i.value, this.#members), i32(1), [
      this.#set(i.value, this.#value(i32(0))),
    ]);
  }

  #moveUp(combination: Combination): Block {
    const i = this.#counter();
    const before = build.op("sub", i.value, i32(1));
    const moved = this.#loop(i, this.#last, build.op("gt", i.value, i32(0)), i32(-1), [
      this.#set(i.value, this.#value(before)),
    ]);
    return [...moved, this.#set(i32(0), neutralOf(combination, this.#type))];
  }

  get #members(): Expr {
    return this.#dividing.members();
  }

  get #last(): Expr {
    return build.op("sub", this.#members, i32(1));
  }

  /** The value of the member at `index` from the first, which runs this code. */
  #value(index: Expr): Expr {
    return build.load(this.#place(this.#index(index)));
  }

  #set(index: Expr, value: Expr): Stmt {
    return build.store(this.#place(this.#index(index)), value, this.#at);
  }

  #index(index: Expr): Expr {
    return build.op("add", this.#dividing.group.ownIndex, index);
  }

  #counter(): { readonly local: number; readonly value: Expr } {
    const local = this.#dividing.locals.add("", "i32");
    return { local, value: build.local(local, "i32") };
  }

  /** Runs the body for step = 1, 2, 4 … below the number of members. */
  #steps(body: (step: Expr) => Block): Block {
    const step = this.#counter();
    const condition = build.op("lt", step.value, this.#members);
    const update = [build.set(step.local, build.op("shl", step.value, i32(1)))];
    const parts = { condition, body: body(step.value), update };
    return [build.set(step.local, i32(1)), build.loop(this.#dividing.nextLabel(), parts, this.#at)];
  }

  #loop(
    { local, value }: { readonly local: number; readonly value: Expr },
    first: Expr,
    condition: Expr,
    step: Expr,
    body: Block,
  ): Block {
    const update = [build.set(local, build.op("add", value, step))];
    return [build.set(local, first), build.loop(this.#dividing.nextLabel(), { condition, body, update }, this.#at)];
  }
}
