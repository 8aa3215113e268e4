// What is known of a function before anything is decided about its gangs: its assignments and loops, what is wanted where
// work-items wait, and how its values differ between them. Assumes nothing.

import type { Expr, Fn } from "@lanewise/ir";
import { rangesAnywhere } from "../narrow/find-ranges.js";
import { tablesOf } from "../narrow/tables.js";
import type { WasmOptions } from "../program.js";
import { findAligned } from "./aligned.js";
import { collectFacts, type Facts } from "./facts.js";
import { analyseLiveness, type Liveness } from "./liveness.js";
import { type Alignment, analyseShapes, type Shapes } from "./shapes.js";

export interface Analysed {
  readonly fn: Fn;
  readonly facts: Facts;
  readonly liveness: Liveness;
  /** Of the gangs: "rows" in one dimension, whatever was asked for. */
  readonly gangShape: "rows" | "flat";
  /** As in `WasmOptions`. */
  readonly subGroups: WasmOptions["subGroups"];
  readonly aligned: ReadonlyMap<Expr, Alignment>;
  readonly shapes: Shapes;
}

const none: ReadonlyMap<Expr, Alignment> = new Map();

export type LaunchOptions = Pick<WasmOptions, "known" | "subGroups" | "module">;

export function analyse(fn: Fn, shape: "rows" | "flat", { known, subGroups, module }: LaunchOptions): Analysed {
  const facts = collectFacts(fn, known, rangesAnywhere(fn, tablesOf(module)));
  const liveness = analyseLiveness(fn);
  const gangShape = fn.dimensions > 1 ? shape : "rows";
  const aligned = gangShape === "rows" ? findAligned(facts, subGroups) : none;
  const shapes = analyseShapes({ fn, facts, liveness, gangShape, subGroups, choice: () => undefined, aligned });
  return { fn, facts, liveness, gangShape, subGroups, aligned, shapes };
}

/** The same where more is aligned than is known of any launch. */
export function alignedShapes(analysed: Analysed, more: ReadonlyMap<Expr, Alignment>): Analysed {
  const aligned = new Map([...analysed.aligned, ...more]);
  return { ...analysed, aligned, shapes: analyseShapes({ ...analysed, choice: () => undefined, aligned }) };
}
