// Notes how an access was made, for `lanewise inspect --why`. Only the fast clone reports: the safe one is for the rest.

import { type Expr, invariant, type ScalarType, type Site, scalars } from "@lanewise/ir";
import type { AccessReport } from "../../program.js";
import type { GangContext } from "./gang-context.js";
import type { VectorPlace } from "./vector-places.js";

type Kind = AccessReport["kind"];

export function report(context: GangContext, expr: Expr, kind: Kind, place: VectorPlace, type: ScalarType): void {
  const { lanes } = place;
  const size = scalars[type].size;
  const form =
    lanes.kind === "uniform"
      ? "uniform"
      : lanes.kind === "scattered"
        ? "gathered"
        : lanes.stride === size
          ? "vector"
          : "strided";
  note(context, expr, kind, form);
}

/** Accesses whose place is the same for the gang are noted by the caller. */
export function note(context: GangContext, expr: Expr, kind: Kind, form: AccessReport["form"]): void {
  if (context.clone.name !== "fast") return;
  const site = siteOf(context, expr);
  if (!site || expr.kind !== "element") return;
  const isUnchecked = context.options.bounds === "unchecked";
  const check = isUnchecked ? "none" : context.clone.proven.has(expr) ? "hoisted" : "each";
  const reason = reasonOf(form, check);
  context.reports.accesses.push({ name: site.name, at: site.at, kind, form, check, reason });
}

function siteOf(context: GangContext, expr: Expr): Site | undefined {
  if (expr.kind === "field") return siteOf(context, expr.base);
  if (expr.kind !== "element") return undefined;
  const site = context.module.sites[expr.site];
  invariant(site, "an element names its site");
  return site;
}

const formReasons = {
  uniform: undefined,
  vector: undefined,
  strided: "neighbouring work-items access elements that are no neighbours: let the last index be the work-item's",
  gathered: "the index is computed from data, or is no sum of products of indices and captured numbers",
  serial: "atomic operations happen one work-item after the other",
} as const satisfies Record<AccessReport["form"], string | undefined>;

function reasonOf(form: AccessReport["form"], check: AccessReport["check"]): string | undefined {
  const why = formReasons[form];
  if (check !== "each") return why;
  const unknown = "its range is not known before the loop";
  return why ? `${why}; ${unknown}` : unknown;
}
