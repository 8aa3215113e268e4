// Explains why an access is not a vector, or is checked each time, and what to do about it: a sentence and a help line.

import type { Expr } from "@lanewise/ir";
import { describe } from "../../analysis/describe.js";
import type { Loop } from "../../analysis/facts.js";
import type { ElementExpr, GangPlan } from "../../analysis/plan.js";
import { findPrivatised } from "../../analysis/privatised.js";
import { ROUNDS } from "../../analysis/transposed.js";
import { type Cause, remedies, type WhyContext, whyUnknown, whyVarying } from "../../analysis/why-not.js";
import type { AccessReport, WasmOptions } from "../../program.js";

export interface Explained {
  readonly reason: string;
  readonly help: string | undefined;
}

const TRANSPOSED = `each work-item walks along its own row: ${ROUNDS} rounds of the loop access it together, the last few one by one`;

const REVERSED = "its index falls by 1 from one work-item to the next: the vector is reversed in registers";

function dependsOn({ text, kind }: Cause, wish: "vector" | "check"): Explained {
  return { reason: `its index depends on ${text}`, help: remedies[kind][wish] };
}

export function whyNoVector(
  why: WhyContext,
  form: AccessReport["form"],
  elements: readonly ElementExpr[],
  plan: GangPlan,
): Explained | undefined {
  if (form === "uniform" || form === "vector") return undefined;
  if (form === "reversed") return { reason: REVERSED, help: undefined };
  if (form === "transposed") return { reason: TRANSPOSED, help: undefined };
  const varying = elements.find((one) => why.shapes.of(one.index).kind === "varying" && !plan.fast.flat.has(one));
  if (form === "gathered" && varying) return dependsOn(whyVarying(why, varying.index), "vector");
  return whyStrided(why, elements, plan);
}

/** Explains an atomic operation on the array or global. */
export function whySerial(options: WasmOptions, { facts }: GangPlan, target: Expr): Explained {
  const reason = "atomic operations happen one work-item after the other";
  const index = target.kind === "global" ? target.global : target.kind === "local" ? target.local : undefined;
  const kind = target.kind === "global" ? "global" : "parameter";
  const privatised = findPrivatised(options.module, facts.fn);
  const hasCopies = privatised.some((one) => one.kind === kind && one.index === index);
  if (hasCopies) return { reason: `${reason}; each thread updates its own copy`, help: undefined };
  const help =
    "Integers whose result is not used, in an array that the kernel touches in no other way, get a copy for each thread.";
  return { reason, help };
}

function whyStrided(why: WhyContext, elements: readonly ElementExpr[], { fast, facts }: GangPlan): Explained {
  for (const element of elements) {
    const shape = why.shapes.of(element.index);
    const stride = fast.flat.get(element)?.stride ?? (shape.kind === "linear" ? shape.stride : undefined);
    if (stride === undefined) continue;
    if (typeof stride !== "number") {
      return {
        reason: `its index grows by \`${describe(why, stride)}\` from one work-item to the next`,
        help: INNERMOST,
      };
    }
    if (stride === 1) break;
    return {
      reason: `its index grows by ${stride} from one work-item to the next`,
      help: strideHelp(stride, facts.fn.dimensions),
    };
  }
  return { reason: "each work-item's element is in a separate array or struct", help: undefined };
}

const INNERMOST = "Let the last index of the range be the one that is not multiplied.";
/** The components of a pixel or a vector; a larger stride in a range of rows more likely reads columns. */
const MAX_PARTS = 4;

function strideHelp(stride: number, dimensions: number): string {
  if (stride < 0) return "Count upwards: elements that are a few apart load together only if they ascend.";
  return stride > MAX_PARTS && dimensions > 1
    ? INNERMOST
    : `Keep the ${stride} parts in arrays of their own, if this access is what costs time.`;
}

export function whyChecked(why: WhyContext, { index, base }: ElementExpr, loops: readonly Loop[]): Explained {
  const cause = whyUnknown(why, index, loops);
  if (cause) return dependsOn(cause, "check");
  const { type } = base;
  const array = typeof type === "object" && type.kind === "ref" ? type.to : undefined;
  if (typeof array === "object" && array.kind === "array")
    return { reason: `as far as is known before, it may be outside of the ${array.length} elements`, help: undefined };
  return {
    reason: `the length of \`${describe(why, base)}\` is not known before`,
    help: "Index a captured array itself.",
  };
}
