// Notes how accesses are made and loops run, for `lanewise inspect --why`. Only the fast clone reports accesses; the safe one runs the rest.
// access-reasons.ts explains what prevented better code.

import { blocksOf, type Expr, invariant, type Module, type ScalarType, type Stmt, scalars } from "@lanewise/ir";
import { forEachPlacedExpr, formContext } from "../../analysis/assumptions.js";
import { describe } from "../../analysis/describe.js";
import type { Loop } from "../../analysis/facts.js";
import type { ElementExpr, GangPlan } from "../../analysis/plan.js";
import { placesOf } from "../../analysis/transposed.js";
import { type WhyContext, whyVarying } from "../../analysis/why-not.js";
import type { AccessReport, WasmOptions } from "../../program.js";
import { whyChecked, whyNoVector, whySerial } from "./access-reasons.js";
import { whereAligned } from "./aligned-report.js";
import type { Explainer } from "./explainer.js";
import type { GangContext } from "./gang-context.js";
import { hostCalls } from "./host-calls.js";
import { orderOfNeighbours } from "./neighbours.js";
import type { VectorPlace } from "./vector-places.js";
import { hasWholeRounds } from "./whole-rounds.js";
import { widened } from "./widened-report.js";

type Kind = AccessReport["kind"];
type Form = AccessReport["form"];
type AtomicStmt = Extract<Stmt, { kind: "atomic" }>;

function access(context: GangContext, expr: Expr, kind: Kind, place: VectorPlace, type: ScalarType): void {
  const { lanes } = place;
  const form =
    lanes.kind === "uniform"
      ? "uniform"
      : lanes.kind === "scattered"
        ? "gathered"
        : (formOfNeighbours(place, type) ?? (isTransposed(context, expr, kind) ? "transposed" : "strided"));
  note(context, expr, kind, form);
}

function formOfNeighbours(place: VectorPlace, type: ScalarType): Form | undefined {
  const order = orderOfNeighbours(place, scalars[type].size);
  return order && (order === "ascending" ? "vector" : "reversed");
}

/** Also true for the loop's remaining iterations, which run one by one. */
function isTransposed({ plan, options, region, clone }: GangContext, expr: Expr, kind: Kind): boolean {
  const isMasked = region.mask !== undefined && (kind === "store" || options.bounds === "unchecked");
  return clone.name === "fast" && !isMasked && placesOf(plan.transposed).has(expr);
}

function note(context: GangContext, expr: Expr, kind: Kind, form: Form): void {
  if (context.clone.name !== "fast") return;
  const { plan, module, options, reports } = context;
  const around = context.region.constructs.map(({ label }) => label);
  const loops = [...plan.facts.loops.keys()].filter(({ label }) => around.includes(label));
  const found = accessOf({ plan, module, options }, { expr, kind, form, loops });
  if (found) reports.accesses.push(found);
}

/** Notes atomics on elements and on single globals. */
function noteAtomic(context: GangContext, stmt: AtomicStmt): void {
  const { module, options, plan, reports } = context;
  const { place, at } = stmt;
  if (place.kind !== "global") note(context, place, "atomic", "serial");
  else if (context.clone.name === "fast") {
    const name = module.globals[place.global]?.name ?? "";
    const why = whySerial(options, plan, place);
    reports.accesses.push({ name, at, kind: "atomic", form: "serial", check: "none", ...why });
  }
}

interface Reporting {
  readonly plan: GangPlan;
  readonly module: Module;
  readonly options: WasmOptions;
}

function uniformLoads(plan: GangPlan, options: WasmOptions): AccessReport[] {
  const { facts, fast } = plan;
  const found: AccessReport[] = [];
  forEachPlacedExpr(facts, (expr, loops) => {
    if (expr.kind !== "load" || fast.shapes.of(expr.place).kind !== "uniform") return;
    const access = { expr: expr.place, kind: "load", form: "uniform", loops } as const;
    const one = accessOf({ plan, module: options.module, options }, access);
    if (one) found.push(one);
  });
  return found;
}

interface Access {
  readonly expr: Expr;
  readonly kind: Kind;
  readonly form: Form;
  readonly loops: readonly Loop[];
}

function accessOf({ plan, module, options }: Reporting, access: Access): AccessReport | undefined {
  const { kind, form } = access;
  const elements = elementsOf(access.expr);
  const [element] = elements;
  if (!element) return undefined;
  const site = module.sites[element.site];
  invariant(site, "an element names its site");
  const unproven = elements.find((one) => !plan.fast.proven.has(one));
  const check = options.bounds === "unchecked" ? "none" : unproven ? "each" : "hoisted";
  const found = { name: site.name, at: site.at, kind, form, check } as const;
  const why: WhyContext = {
    module,
    facts: plan.facts,
    shapes: plan.fast.shapes,
    forms: formContext(plan.facts, plan.fast, new Map()),
  };
  const explained = [
    form === "serial" ? whySerial(options, plan, element.base) : whyNoVector(why, form, elements, plan),
    check === "each" && unproven ? whyChecked(why, unproven, access.loops) : undefined,
  ].filter((one) => one !== undefined);
  const together = (texts: readonly (string | undefined)[], separator: string) =>
    [...new Set(texts.filter((text) => text !== undefined))].join(separator) || undefined;
  return {
    ...found,
    reason: together(
      explained.map(({ reason }) => reason),
      "; ",
    ),
    help: together(
      explained.map(({ help }) => help),
      " ",
    ),
  };
}

/** The accessed element, and the elements that contain its array. */
function elementsOf(place: Expr): ElementExpr[] {
  if (place.kind === "field") return elementsOf(place.base);
  return place.kind === "element" ? [place, ...elementsOf(place.base)] : [];
}

function noteLoop(context: GangContext, loop: Loop): void {
  const isDivergent = context.clone.shapes.divergent.has(loop.label);
  const control = isDivergent ? "divergent" : "uniform";
  const when = hasWholeRounds(context, loop) ? ", in the last rounds" : "";
  const reason = isDivergent ? `${whyDivergent(context, loop)}${when}` : undefined;
  context.reports.loops.push({ at: loop.at, control, reason });
}

/** Explains why work-items leave a loop at different times. */
function whyDivergent({ module, plan, clone }: GangContext, loop: Loop): string {
  const why: WhyContext = {
    module,
    facts: plan.facts,
    shapes: clone.shapes,
    forms: formContext(plan.facts, clone, new Map()),
  };
  const differs = (condition: Expr) =>
    `\`${describe(why, condition)}\` differs between work-items${becauseOf(why, condition)}`;
  if (clone.shapes.of(loop.condition).kind !== "uniform") return differs(loop.condition);
  const left = leavingCondition(loop.body, clone.shapes, [loop.label]);
  return left ? `work-items leave it where ${differs(left)}` : "work-items leave it at different times";
}

/** Empty if the condition itself shows the reason. */
function becauseOf(why: WhyContext, condition: Expr): string {
  const { kind, text } = whyVarying(why, condition);
  return kind === "loaded" || kind === "atomic" ? `: it depends on ${text}` : "";
}

/** The first varying condition that decides a jump out of the loop; `inside` are the labels that such a `break` names. */
function leavingCondition(
  block: readonly Stmt[],
  shapes: GangPlan["fast"]["shapes"],
  inside: readonly number[],
): Expr | undefined {
  for (const stmt of block) {
    const isLeaving = stmt.kind === "if" && shapes.of(stmt.condition).kind !== "uniform";
    if (isLeaving && blocksOf(stmt).some((one) => hasJump(one, inside))) return stmt.condition;
    for (const one of blocksOf(stmt)) {
      const found = leavingCondition(one, shapes, inside);
      if (found) return found;
    }
  }
  return undefined;
}

function hasJump(block: readonly Stmt[], inside: readonly number[]): boolean {
  return block.some(
    (stmt) =>
      stmt.kind === "return" ||
      (stmt.kind === "break" && inside.includes(stmt.label)) ||
      blocksOf(stmt).some((one) => hasJump(one, inside)),
  );
}

export const explainer: Explainer = {
  access,
  note,
  atomic: noteAtomic,
  loop: noteLoop,
  uniformLoads,
  whereAligned,
  hostCalls,
  widened,
};
