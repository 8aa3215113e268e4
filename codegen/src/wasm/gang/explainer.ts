// Records how accesses are made and loops run while code is generated. Only `explainKernel` passes one (report.ts), so that programs that generate
// code without explanations do not include its texts.

import type { Expr, Fn, ScalarType, Stmt } from "@lanewise/ir";
import type { Analysed } from "../../analysis/analyse.js";
import type { Loop } from "../../analysis/facts.js";
import type { GangPlan } from "../../analysis/plan.js";
import type { Shapes } from "../../analysis/shapes.js";
import type { Assumed } from "../../narrow/assumed.js";
import type { AccessReport, HostCallReport, WasmOptions, WidenedReport } from "../../program.js";
import type { AlignedReport } from "./aligned-report.js";
import type { GangContext } from "./gang-context.js";
import type { VectorPlace } from "./vector-places.js";

export interface Explainer {
  /** Notes a load or a store. */
  readonly access: (
    context: GangContext,
    expr: Expr,
    kind: AccessReport["kind"],
    place: VectorPlace,
    type: ScalarType,
  ) => void;
  /** Notes an access with a uniform address or a known form. */
  readonly note: (context: GangContext, expr: Expr, kind: AccessReport["kind"], form: AccessReport["form"]) => void;
  readonly atomic: (context: GangContext, stmt: Extract<Stmt, { kind: "atomic" }>) => void;
  readonly loop: (context: GangContext, loop: Loop) => void;
  /** Loads that are uniform across a gang: scalar code, and so not noted. */
  readonly uniformLoads: (plan: GangPlan, options: WasmOptions) => readonly AccessReport[];
  /** Accesses of a kernel that has a program for captured numbers that keep gangs aligned. */
  readonly whereAligned: (options: WasmOptions, analysed: Analysed, report: AlignedReport) => AccessReport[];
  /** For gangs with these shapes, or for scalar code. */
  readonly hostCalls: (options: WasmOptions, fn: Fn, shapes: Shapes | undefined) => readonly HostCallReport[];
  /** Only for gangs: scalar code computes with doubles as fast as with words. `limits`: the assumptions under which words were chosen. */
  readonly widened: (options: WasmOptions, analysed: Analysed, limits: Assumed | undefined) => readonly WidenedReport[];
}
