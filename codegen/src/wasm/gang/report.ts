// Notes how accesses were made and loops run, for `lanewise inspect --why`. Only the fast clone reports: the safe one is for
// the rest. Of what is not a vector, or checked each time, why-not.ts says what prevents it.

import { blocksOf, type Expr, invariant, type Module, type ScalarType, type Stmt, scalars } from "@lanewise/ir";
import { forEachPlacedExpr, formContext } from "../../analysis/assumptions.js";
import { describe } from "../../analysis/describe.js";
import type { Loop } from "../../analysis/facts.js";
import type { ElementExpr, GangPlan } from "../../analysis/plan.js";
import { type Cause, remedies, type WhyContext, whyUnknown, whyVarying } from "../../analysis/why-not.js";
import type { AccessReport, WasmOptions } from "../../program.js";
import type { GangContext } from "./gang-context.js";
import { findPrivatised } from "./private-copies.js";
import type { VectorPlace } from "./vector-places.js";

type Kind = AccessReport["kind"];
type Form = AccessReport["form"];
type AtomicStmt = Extract<Stmt, { kind: "atomic" }>;

export function report(context: GangContext, expr: Expr, kind: Kind, place: VectorPlace, type: ScalarType): void {
  const { lanes } = place;
  const form =
    lanes.kind === "uniform"
      ? "uniform"
      : lanes.kind === "scattered"
        ? "gathered"
        : lanes.stride === scalars[type].size
          ? "vector"
          : "strided";
  note(context, expr, kind, form);
}

/** Accesses whose place is the same for the gang are noted by the caller. */
export function note(context: GangContext, expr: Expr, kind: Kind, form: Form): void {
  if (context.clone.name !== "fast") return;
  const { plan, module, options, reports } = context;
  const around = context.region.constructs.map(({ label }) => label);
  const loops = [...plan.facts.loops.keys()].filter(({ label }) => around.includes(label));
  const access = accessOf({ plan, module, options }, { expr, kind, form, loops });
  if (access) reports.accesses.push(access);
}

/** Atomics, of elements and of single globals. */
export function noteAtomic(context: GangContext, stmt: AtomicStmt): void {
  const { module, options, plan, reports } = context;
  const { place, at } = stmt;
  if (place.kind !== "global") note(context, place, "atomic", "serial");
  else if (context.clone.name === "fast") {
    const name = module.globals[place.global]?.name ?? "";
    const why = options.explain ? whySerial(options, plan, place) : undefined;
    const { reason, help } = why ?? { reason: undefined, help: undefined };
    reports.accesses.push({ name, at, kind: "atomic", form: "serial", check: "none", reason, help });
  }
}

interface Reporting {
  readonly plan: GangPlan;
  readonly module: Module;
  readonly options: WasmOptions;
}

/** Loads that are the same for a whole gang, which are scalar code and so are not noted. */
export function uniformLoads(context: Reporting): AccessReport[] {
  if (!context.options.explain) return [];
  const { facts, fast } = context.plan;
  const found: AccessReport[] = [];
  forEachPlacedExpr(facts, (expr, loops) => {
    if (expr.kind !== "load" || fast.shapes.of(expr.place).kind !== "uniform") return;
    const access = accessOf(context, { expr: expr.place, kind: "load", form: "uniform", loops });
    if (access) found.push(access);
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
  if (!options.explain) return { ...found, reason: undefined, help: undefined };
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

/** The element that is accessed, and those that its array is in. */
function elementsOf(place: Expr): ElementExpr[] {
  if (place.kind === "field") return elementsOf(place.base);
  return place.kind === "element" ? [place, ...elementsOf(place.base)] : [];
}

interface Explained {
  readonly reason: string;
  readonly help: string | undefined;
}

function dependsOn({ text, kind }: Cause, wish: "vector" | "check"): Explained {
  return { reason: `its index depends on ${text}`, help: remedies[kind][wish] };
}

function whyNoVector(
  why: WhyContext,
  form: Form,
  elements: readonly ElementExpr[],
  plan: GangPlan,
): Explained | undefined {
  if (form === "uniform" || form === "vector") return undefined;
  const varying = elements.find(({ index }) => why.shapes.of(index).kind === "varying" && !plan.fast.flat.has(index));
  if (form === "gathered" && varying) return dependsOn(whyVarying(why, varying.index), "vector");
  return whyStrided(why, elements, plan);
}

/** Of an atomic operation on the array or global. */
function whySerial(options: WasmOptions, { facts }: GangPlan, target: Expr): Explained {
  const reason = "atomic operations happen one work-item after the other";
  const index = target.kind === "global" ? target.global : target.kind === "local" ? target.local : undefined;
  const kind = target.kind === "global" ? "global" : "parameter";
  const privatised = findPrivatised({ ...options, threads: "many", privatise: true }, facts.fn);
  const hasCopies = privatised.some((one) => one.kind === kind && one.index === index);
  if (hasCopies) return { reason: `${reason}; of several threads, each updates a copy of its own`, help: undefined };
  const help =
    "Integers whose result is not used, in an array that the kernel touches in no other way, get a copy for each thread.";
  return { reason, help };
}

function whyStrided(why: WhyContext, elements: readonly ElementExpr[], { fast }: GangPlan): Explained {
  for (const element of elements) {
    const shape = why.shapes.of(element.index);
    const stride = fast.flat.get(element)?.stride ?? (shape.kind === "linear" ? shape.stride : undefined);
    if (stride === undefined) continue;
    if (typeof stride !== "number") {
      return {
        reason: `its index grows by \`${describe(why, stride)}\` from one work-item to the next`,
        help: "Let the last index of the range be the one that is not multiplied.",
      };
    }
    if (stride === 1) break;
    return {
      reason: `its index grows by ${stride} from one work-item to the next`,
      help:
        stride < 0
          ? "Count upwards: a vector's elements ascend."
          : `Keep the ${stride} parts in arrays of their own, if this access is what costs time.`,
    };
  }
  return { reason: "each work-item's element is in an array or struct of its own", help: undefined };
}

function whyChecked(why: WhyContext, { index, base }: ElementExpr, loops: readonly Loop[]): Explained {
  const cause = whyUnknown(why, index, loops);
  if (cause) return dependsOn(cause, "check");
  return {
    reason: `the length of \`${describe(why, base)}\` is not known before`,
    help: "Index a captured array itself.",
  };
}

/** Why work-items leave a loop at different times. */
export function whyDivergent(context: GangContext, loop: Loop): string | undefined {
  const { module, plan, clone, options } = context;
  if (!options.explain || !clone.shapes.divergent.has(loop.label)) return undefined;
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

/** Only where the condition itself does not show it. */
function becauseOf(why: WhyContext, condition: Expr): string {
  const { kind, text } = whyVarying(why, condition);
  return kind === "loaded" || kind === "atomic" ? `: it depends on ${text}` : "";
}

/** The first condition that varies and decides about a jump out of the loop; `inside` are the labels up to it. */
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
