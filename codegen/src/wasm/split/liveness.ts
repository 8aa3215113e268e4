// Finds which locals of a WebAssembly function are live at a point: read later before they are set. The walk runs backwards, from the live locals
// after the code to those before it.

import { invariant } from "@lanewise/ir";
import type { Instruction } from "../instructions.js";
import { LocalSet } from "./local-set.js";

export class Liveness {
  readonly #locals: number;
  /** The live locals at the target of a branch to each label. */
  readonly #atLabels = new Map<number, LocalSet>();

  constructor(locals: number) {
    this.#locals = locals;
  }

  nothing(): LocalSet {
    return LocalSet.none(this.#locals);
  }

  atLabel(label: number): LocalSet {
    const live = this.#atLabels.get(label);
    invariant(live, `label ${label} is in scope`);
    return live;
  }

  /** Returns the live locals before the code; consumes `live`, those after it. */
  before(code: readonly Instruction[], live: LocalSet): LocalSet {
    let current = live;
    for (let index = code.length - 1; index >= 0; index--) {
      const one = code[index];
      if (one) current = this.beforeOne(one, current);
    }
    return current;
  }

  beforeOne(one: Instruction, live: LocalSet): LocalSet {
    switch (one.kind) {
      case "plain": {
        const { op, operands, immediates } = one;
        if (op === "local.get") live.add(Number(immediates[0]));
        else if (op === "local.set" || op === "local.tee") live.delete(Number(immediates[0]));
        const isEnd = op === "unreachable" || op === "return";
        return this.before(operands, isEnd ? this.nothing() : live);
      }
      case "block":
        this.enter(one, live);
        return this.before(one.body, live);
      case "loop":
        this.enter(one, live);
        return this.atLabel(one.label).copy();
      case "if": {
        const whenFalse = this.before(one.whenFalse, live.copy());
        const whenTrue = this.before(one.whenTrue, live);
        whenTrue.addAll(whenFalse);
        return this.beforeOne(one.condition, whenTrue);
      }
      case "branch": {
        const target = this.atLabel(one.label);
        if (!one.condition) return target.copy();
        live.addAll(target);
        return this.beforeOne(one.condition, live);
      }
    }
  }

  /**
   * Records the live locals at the label of a block or a loop; `live` are those after it. A loop's label needs the locals live before the loop; these
   * already include what the next iteration needs, so one pass is enough.
   */
  enter(one: Extract<Instruction, { kind: "block" | "loop" }>, live: LocalSet): void {
    this.#atLabels.set(one.label, one.kind === "block" ? live.copy() : this.nothing());
    if (one.kind === "loop") this.#atLabels.set(one.label, this.before(one.body, live.copy()));
  }
}
