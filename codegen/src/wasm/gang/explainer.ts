// Who is told how accesses were made and loops run, while code is generated. Only `explainKernel` has one (report.ts), so that programs that
// generate code and explain nothing are without its texts.

import type { Expr, Fn, ScalarType, Stmt } from "@lanewise/ir";
import type { Analysed } from "../../analysis/analyse.js";
import type { Loop } from "../../analysis/facts.js";
import type { GangPlan } from "../../analysis/plan.js";
import type { Shapes } from "../../analysis/shapes.js";
import type { Assumed } from "../../narrow/assumed.js";
import type { AccessReport, HostCallReport, WasmOptions, WidenedReport } from "../../program.js";
import type { GangContext } from "./gang-context.js";
import type { VectorPlace } from "./vector-places.js";

export interface Explainer {
  /** A load or a store. */
  readonly access: (
    context: GangContext,
    expr: Expr,
    kind: AccessReport["kind"],
    place: VectorPlace,
    type: ScalarType,
  ) => void;
  /** One whose place is the same for the gang, or whose form is known. */
  readonly note: (context: GangContext, expr: Expr, kind: AccessReport["kind"], form: AccessReport["form"]) => void;
  readonly atomic: (context: GangContext, stmt: Extract<Stmt, { kind: "atomic" }>) => void;
  readonly loop: (context: GangContext, loop: Loop) => void;
  /** Loads that are the same for a whole gang, which are scalar code and so are not noted. */
  readonly uniformLoads: (plan: GangPlan, options: WasmOptions) => readonly AccessReport[];
  /** Of gangs of these shapes, or of scalar code. */
  readonly hostCalls: (options: WasmOptions, fn: Fn, shapes: Shapes | undefined) => readonly HostCallReport[];
  /** Of gangs: scalar code computes with doubles as fast as with words. `limits`: what words were chosen by. */
  readonly widened: (options: WasmOptions, analysed: Analysed, limits: Assumed | undefined) => readonly WidenedReport[];
}
