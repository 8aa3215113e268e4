// Explains how an image's kernels were vectorised, and what prevented better code: the code generator's reports with
// file names, as data and as text. Implements `lanewise inspect --why`.

import {
  type AccessReport,
  explainKernel,
  type HostCallReport,
  type LoopReport,
  type WidenedReport,
} from "@lanewise/codegen";
import type { DeviceImage, Position } from "@lanewise/ir";
import { missingOf, type ProgramOptions, reducersOf, wasmOptions } from "./program-options.js";
import { moduleOnCpu } from "./specialized-module.js";

/** A source position: line and column from 1; the file as the image names it, relative to its package. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What `--why` says about a loop. */
export type ExplainedLoop = Omit<LoopReport, "at"> & { readonly at: SourcePlace };
/** What `--why` says about an access to memory. */
export type ExplainedAccess = Omit<AccessReport, "at"> & { readonly at: SourcePlace };
export type ExplainedWidened = Omit<WidenedReport, "at"> & { readonly at: SourcePlace };
/** What `--why` says about a call of a function of the host. */
export type ExplainedHostCall = Omit<HostCallReport, "at"> & { readonly at: SourcePlace };

/** What `--why` says about a kernel. */
export interface ExplainedKernel {
  readonly symbol: string;
  readonly name: string;
  readonly at: SourcePlace;
  /** Work-items in lockstep; 1 means scalar code. */
  readonly gang: number;
  readonly reason: string;
  /** Where the reason applies, if in one place. */
  readonly reasonAt: SourcePlace | undefined;
  /** In source order, as are the accesses. */
  readonly loops: readonly ExplainedLoop[];
  readonly accesses: readonly ExplainedAccess[];
  /** Functions that the host computes for each work-item. */
  readonly hostCalls: readonly ExplainedHostCall[];
  /** Integers that loops compute with 64 bits. */
  readonly widened: readonly ExplainedWidened[];
}

/**
 * One entry for each kernel of an IR image, or only for the symbol `only`; images of other formats were compiled elsewhere and have no
 * entries.
 *
 *     for (const { name, gang, reason } of explain(decodeImage(bytes))) console.log(name, gang, reason);
 */
export function explain(image: DeviceImage, options: ProgramOptions = {}, only?: string): readonly ExplainedKernel[] {
  if (image.format !== "ir") return [];
  const module = moduleOnCpu(image, options);
  const place = ({ file, line, column }: Position): SourcePlace => ({ file: module.files[file] ?? "?", line, column });
  return module.functions.flatMap(({ linkage, symbol, name, at }, kernel): ExplainedKernel[] => {
    if (linkage !== "kernel" || (only ?? symbol) !== symbol) return [];
    const missing = missingOf(module, kernel);
    if (missing !== undefined) {
      const nothing = { gang: 1, reasonAt: undefined, loops: [], accesses: [], hostCalls: [], widened: [] };
      return [{ symbol, name, at: place(at), reason: missing, ...nothing }];
    }
    const report = explainKernel({ ...wasmOptions(image, module, options), kernel }, reducersOf(image, symbol));
    return [
      {
        symbol,
        name,
        at: place(at),
        gang: report.gang,
        reason: report.reason,
        reasonAt: report.at && place(report.at),
        loops: report.loops.map((loop) => ({ ...loop, at: place(loop.at) })),
        accesses: report.accesses.map((access) => ({ ...access, at: place(access.at) })),
        hostCalls: report.hostCalls.map((call) => ({ ...call, at: place(call.at) })),
        widened: report.widened.map((one) => ({ ...one, at: place(one.at) })),
      },
    ];
  });
}

const colours = { good: 32, fair: 33, help: 96 } as const;
type Paint = (text: string, colour: keyof typeof colours) => string;

/**
 * Prints a paragraph for each kernel: loops and accesses in source order, each with file:line:column.
 *
 *     console.log(printExplained(explain(image), { isColoured: process.stdout.isTTY }));
 */
export function printExplained(
  kernels: readonly ExplainedKernel[],
  { isColoured = false }: { readonly isColoured?: boolean } = {},
): string {
  const paint: Paint = (text, colour) => (isColoured ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text);
  return kernels.map((kernel) => printKernel(kernel, paint)).join("\n");
}

function printKernel(kernel: ExplainedKernel, paint: Paint): string {
  const { name, at, gang, reason, reasonAt, loops, accesses, hostCalls, widened } = kernel;
  const how = gang === 1 ? paint("scalar", "fair") : paint(`gangs of ${gang}`, "good");
  const entries = [
    ...loops.map((loop) => ({ at: loop.at, lines: printLoop(loop, paint) })),
    ...widened.map((one) => ({ at: one.at, lines: printWidened(one, paint) })),
    ...accesses.map((access) => ({ at: access.at, lines: printAccess(access, paint) })),
    ...hostCalls.map((call) => ({ at: call.at, lines: printHostCall(call, paint) })),
  ].sort((a, b) => comparePlaces(a.at, b.at));
  return [
    `${printPlace(at)}: kernel ${name}: ${how}: ${reason}${reasonAt ? ` (${printPlace(reasonAt)})` : ""}`,
    ...entries.flatMap((entry) => [
      `  ${printPlace(entry.at)}: ${entry.lines[0]}`,
      ...entry.lines.slice(1).map(indent),
    ]),
    "",
  ].join("\n");
}

const indent = (line: string): string => `    ${line}`;

function printPlace({ file, line, column }: SourcePlace): string {
  return `${file}:${line}:${column}`;
}

/** Sorts positions by file name, then by line and column. */
function comparePlaces(a: SourcePlace, b: SourcePlace): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

function printLoop({ control, reason }: ExplainedLoop, paint: Paint): string[] {
  const how = control === "uniform" ? paint("uniform", "good") : paint("divergent", "fair");
  return [`loop: ${how}`, ...(reason ? [reason] : [])];
}

function printHostCall({ name, form, reason }: ExplainedHostCall, paint: Paint): string[] {
  const how = form === "seldom" ? paint("seldom the host", "good") : paint("the host", "fair");
  return [`${name}: ${how}`, reason];
}

function printWidened({ name, rule, reason, help }: ExplainedWidened, paint: Paint): string[] {
  const how = paint("computed with 64 bits (f64x2)", "fair");
  return [`\`${name}\` is ${how}: ${reason} (rule ${rule})`, `${paint("help", "help")}: ${help}`];
}

const goodForms: readonly AccessReport["form"][] = ["uniform", "vector"];
const checks = {
  none: "not checked",
  hoisted: "check hoisted",
  each: "checked each time",
} as const satisfies Record<AccessReport["check"], string>;

function printAccess({ kind, name, form, check, reason, help }: ExplainedAccess, paint: Paint): string[] {
  const made = form === "gathered" && kind === "store" ? "scattered" : form;
  const how = paint(made, goodForms.includes(form) ? "good" : "fair");
  const checked = paint(checks[check], check === "each" ? "fair" : "good");
  return [
    `${kind} ${name}: ${how}, ${checked}`,
    ...(reason ? [reason] : []),
    ...(help ? [`${paint("help", "help")}: ${help}`] : []),
  ];
}
