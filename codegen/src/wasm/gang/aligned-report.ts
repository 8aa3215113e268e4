// What `lanewise inspect --why` says of kernels with a program for captured numbers that keep gangs aligned (analysis/aligned-captures.ts): how
// each access is made there, and what the numbers have to be.

import type { CaptureCondition } from "../../analysis/aligned-captures.js";
import type { Analysed } from "../../analysis/analyse.js";
import { formContext, noAssumptions } from "../../analysis/assumptions.js";
import { describe } from "../../analysis/describe.js";
import type { WhyContext } from "../../analysis/why-not.js";
import type { AccessReport, Gang, WasmOptions } from "../../program.js";

export interface AlignedReport {
  readonly conditions: readonly CaptureCondition[];
  readonly gang: Gang;
  /** How accesses are made where the conditions hold, and elsewhere. */
  readonly aligned: readonly AccessReport[];
  readonly others: readonly AccessReport[];
}

const wishes: Readonly<Record<CaptureCondition["kind"], (gang: Gang) => string>> = {
  multiple: (gang) => `is a multiple of ${gang}`,
  positiveMultiple: (gang) => `is a multiple of ${gang}`,
  ones: (gang) => `is one less than a multiple of ${gang}`,
  shift: (gang) => `is ${Math.log2(gang)} or more`,
};

export function whereAligned(
  { module }: WasmOptions,
  { facts, shapes }: Analysed,
  { conditions, gang, aligned, others }: AlignedReport,
): AccessReport[] {
  // Chunks begin where gangs do; only a launch that is cut elsewhere runs the other program.
  if (conditions.length === 0) return [...aligned];
  const why: WhyContext = { module, facts, shapes, forms: formContext(facts, noAssumptions, new Map()) };
  const wished = conditions.map(({ operand, kind }) => `\`${describe(why, operand)}\` ${wishes[kind](gang)}`);
  const where = [...new Set(wished)].join(" and ");
  const key = ({ name, at, kind }: AccessReport) => JSON.stringify([name, at, kind]);
  const better = new Map(aligned.flatMap((one) => (one.form === "gathered" ? [] : [[key(one), one.form] as const])));
  return others.map((one) => {
    const form = one.form === "gathered" ? better.get(key(one)) : undefined;
    return form ? { ...one, reason: `${one.reason}; ${form} where ${where}`, help: undefined } : one;
  });
}
