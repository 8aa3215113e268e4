// Lowers the iterations of a loop whose work-items walk along their own rows (analysis/transposed.ts), four at a time: loads tiles, runs the four
// iterations, stores tiles. The loop itself follows: it runs the last iterations, up to three, or all of them if arrays overlap that must not.

import { type Expr, invariant, scalars } from "@lanewise/ir";
import type { Loop } from "../../analysis/facts.js";
import { isSameExpr } from "../../analysis/same-expr.js";
import { type LoadExpr, ROUNDS, type RowElement, type TransposedLoop } from "../../analysis/transposed.js";
import { lowerSingle } from "../expressions.js";
import {
  branch,
  type Instruction,
  i32Const,
  instruction,
  integerConstant,
  localGet,
  localSet,
} from "../instructions.js";
import type { Address } from "../memory.js";
import { type GangContext, type KeptStore, negated, type Vector } from "./gang-context.js";
import { addressesOf } from "./item-addresses.js";
import { addressOfForm } from "./moving-pointers.js";
import { both } from "./segment.js";
import { loadTile, storeTile } from "./tiles.js";
import { inMemory } from "./vector-stores.js";

/** A pointer to the current element of the first work-item's row, and the bytes between rows. */
interface Row {
  readonly element: RowElement;
  readonly pointer: number;
  readonly stride: number | Instruction;
}

/** Emits the iterations that run together; `lowerRound` emits one. */
export function lowerTransposed(context: GangContext, loop: Loop, lowerRound: (context: GangContext) => void): void {
  const transposed = transposedOf(context, loop);
  if (!transposed) return;
  const { code } = context;
  const { counter } = transposed;
  const [single, again] = [code.label(), code.label()];
  // The highest counter value with `ROUNDS` iterations left.
  const last = code.local("i32");
  const block = code.collect(() => {
    const bound = context.bind("i32", lowerSingle(context, counter.bound));
    const constant = integerConstant(bound);
    const lowest = -(2 ** 31) + ROUNDS - 1;
    const hasLast =
      typeof constant === "number"
        ? i32Const(constant >= lowest ? 1 : 0)
        : instruction("i32.ge_s", bound, i32Const(lowest));
    const isSafe = [
      hasLast,
      context.areApart(transposed),
      ...transposed.strides.map((one) => isFar(context, one)),
    ].reduce(both);
    if (integerConstant(isSafe) !== 1) code.emit(branch(single, negated(isSafe)));
    code.emit(localSet(last, instruction("i32.sub", bound, i32Const(ROUNDS - 1))));
    const rows = pointersOf(context, transposed);
    const body = code.collect(() => lowerTiles(context, transposed, rows, lowerRound));
    const goesOn = instruction(
      counter.compare === "le" ? "i32.le_s" : "i32.lt_s",
      lowerSingle(context, counterOf(transposed)),
      localGet(last),
    );
    code.emit({ kind: "loop", label: again, body: [branch(single, negated(goesOn)), ...body, branch(again)] });
  });
  code.emit({ kind: "block", label: single, body: block });
}

/** Whether rows are at least `ROUNDS` elements apart, forwards or backwards. */
function isFar(context: GangContext, stride: Expr): Instruction {
  const shifted = instruction("i32.add", lowerSingle(context, stride), i32Const(ROUNDS - 1));
  return instruction("i32.gt_u", shifted, i32Const(2 * (ROUNDS - 1)));
}

const counterOf = ({ counter }: TransposedLoop) => ({ kind: "local", type: "i32", local: counter.local }) as const;

function transposedOf({ clone, plan, options, region }: GangContext, loop: Loop): TransposedLoop | undefined {
  // Without checks, the elements of inactive work-items may not exist.
  if (clone.name !== "fast" || (options.bounds === "unchecked" && region.mask)) return undefined;
  return plan.transposed.get(loop);
}

/** Equal elements share one pointer. */
function pointersOf(context: GangContext, { loads, stores }: TransposedLoop): readonly Row[] {
  const rows: Row[] = [];
  for (const element of [...loads.values(), ...stores.values()]) {
    if (rows.some((one) => isSameRow(one.element, element))) continue;
    const { size } = scalars[element.type];
    const { code, fn } = context;
    code.statement(() => {
      const type = fn.locals[element.array]?.type;
      invariant(type, "an array is a parameter");
      const pointer = code.local("i32");
      const array = { kind: "local", type, local: element.array } as const;
      code.emit(localSet(pointer, addressOfForm(context, { array, form: element.form, size })));
      rows.push({ element, pointer, stride: strideInBytes(context, element.stride, size) });
    });
  }
  return rows;
}

function isSameRow(a: RowElement, b: RowElement): boolean {
  return a.array === b.array && a.type === b.type && isSameExpr(a.element.index, b.element.index);
}

/** The stride, in a permanent local. */
function strideInBytes(context: GangContext, stride: RowElement["stride"], size: number): number | Instruction {
  if (typeof stride === "number") return stride * size;
  const local = context.code.local("i32");
  context.code.emit(localSet(local, instruction("i32.mul", lowerSingle(context, stride), i32Const(size))));
  return localGet(local);
}

function lowerTiles(
  context: GangContext,
  { loads, stores }: TransposedLoop,
  rows: readonly Row[],
  lowerRound: (context: GangContext) => void,
): void {
  const { code, region } = context;
  const tiles = new Map<LoadExpr, (round: number) => Vector>();
  for (const row of rows) {
    const own = [...loads].flatMap(([load, element]) => (isSameRow(row.element, element) ? [load] : []));
    if (own.length === 0) continue;
    code.statement(() => {
      const tile = loadTile(context, row.element.type, addressOf(context, row));
      for (const load of own) tiles.set(load, tile);
    });
  }
  // Under a mask, work-items store in their own iterations.
  const stored = new Map(
    [...(region.mask ? [] : stores)].map(([stmt, element]) => [stmt, { type: element.type, rounds: [] as Vector[] }]),
  );
  const { explainer: _, ...silent } = context.options;
  for (let round = 0; round < ROUNDS; round++) {
    const loaded = new Map([...tiles].map(([load, tile]) => [load, () => tile(round)]));
    // Repeated loads run once per iteration.
    const copies = { 8: new Map(context.loaded[8]), 16: new Map(context.loaded[16]), 32: new Map(context.loaded[32]) };
    lowerRound({ ...context, options: silent, loaded: copies, tiles: { loaded, stored } });
  }
  for (const [stmt, { type, rounds }] of stored) {
    const element = stores.get(stmt);
    const row = element && rows.find((one) => isSameRow(one.element, element));
    invariant(row, "a row that is stored to has a pointer");
    code.statement(() => storeTile(context, scalars[type].size, addressOf(context, row), rounds));
  }
  for (const { pointer, element } of rows) {
    const step = i32Const(ROUNDS * scalars[element.type].size);
    code.emit(localSet(pointer, instruction("i32.add", localGet(pointer), step)));
  }
}

function addressOf(context: GangContext, { pointer, stride }: Row): (item: number) => Address {
  const lanes = { kind: "linear", stride } as const;
  const place = { base: localGet(pointer), offset: 0, lanes, isInside: true, spread: 1, unchecked: undefined };
  return addressesOf(context, place, undefined);
}

/** Records the value that a store would write in an iteration, for the tile. */
export function keepStored(context: GangContext, { type, rounds }: KeptStore, value: Vector): void {
  const { code } = context;
  const locals = inMemory(context, type, value).value.map((register) => {
    const local = code.local("v128");
    code.emit(localSet(local, register));
    return localGet(local);
  });
  rounds.push(locals);
}
