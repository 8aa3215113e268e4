// An editor's description of a kernel: its captures, the gang and its reason, what prevented better code, and its sizes. Comes from
// its device image, as in `lanewise inspect --why`; made on request, once per image.

import { compileWasm, inUsualGroups } from "@lanewise/codegen";
import { type DeviceImage, type KernelSymbol, typeName } from "@lanewise/ir";
import { type ExplainedAccess, type ExplainedKernel, explain } from "../explain.js";
import { missingOf, type ProgramOptions, reducersOf, wasmOptions } from "../program-options.js";
import { moduleOnCpu } from "../specialized-module.js";

const options: ProgramOptions = { features: "simd128" };
const MOST_REASONS = 4;

const described = new WeakMap<DeviceImage, Map<string, string>>();

/** Returns Markdown. */
export function describeKernel(image: DeviceImage, symbol: KernelSymbol): string {
  const known = described.get(image) ?? new Map<string, string>();
  described.set(image, known);
  const text = known.get(symbol.symbol) ?? write(image, symbol);
  known.set(symbol.symbol, text);
  return text;
}

function write(image: DeviceImage, symbol: KernelSymbol): string {
  const [explained] = explain(image, options, symbol.symbol);
  const size = wasmSize(image, symbol.symbol);
  const paragraphs = [
    `**Kernel** ${symbol.name}, ${dimensions[symbol.dimensions]}`,
    captures(symbol),
    ...(explained ? [gang(explained), ...accesses(explained)] : []),
    `Image: ${image.code.length} bytes of IR${size === undefined ? "" : `; ${size} bytes of WebAssembly for this kernel`}.`,
  ];
  return paragraphs.join("\n\n");
}

const dimensions = { 0: "a single task", 1: "1 dimension", 2: "2 dimensions", 3: "3 dimensions" } as const;
const directions = { none: "", read: ", read", write: ", written", readWrite: ", read and written" } as const;

function captures({ parameters }: KernelSymbol): string {
  if (parameters.length === 0) return "Captures nothing.";
  const list = parameters.map(({ name, type, access, isLocal }) => {
    return `\`${name}: ${typeName(type)}\`${isLocal ? ", local" : ""}${directions[access]}`;
  });
  return `Captures ${list.join("; ")}.`;
}

function gang({ gang: count, reason, reasonAt }: ExplainedKernel): string {
  const how = count === 1 ? "**Scalar code**" : `**Gangs of ${count}**`;
  return `${how}: ${reason}${reasonAt ? ` (line ${reasonAt.line})` : ""}.`;
}

/** The number of accesses of each form, then those that could be better, with the reason. */
function accesses({ accesses: all, gang: count }: ExplainedKernel): string[] {
  if (all.length === 0 || count === 1) return [];
  const forms = new Map<string, number>();
  for (const access of all) forms.set(formOf(access), (forms.get(formOf(access)) ?? 0) + 1);
  const counts = [...forms].map(([form, number]) => `${number} ${form}`).join(", ");
  const reasons = all.flatMap(({ at, kind, name, reason, form }) => {
    return reason ? [`- line ${at.line}, ${kind} of \`${name}\`: ${formOf({ kind, form })}, ${reason}`] : [];
  });
  const rest = reasons.length - MOST_REASONS;
  const shown = [
    ...reasons.slice(0, MOST_REASONS),
    ...(rest > 0 ? [`- and ${rest} more: \`lanewise inspect --why\``] : []),
  ];
  return [`Loads and stores: ${counts}.${shown.length > 0 ? `\n${shown.join("\n")}` : ""}`];
}

function formOf({ kind, form }: Pick<ExplainedAccess, "kind" | "form">): string {
  return form === "gathered" && kind === "store" ? "scattered" : form;
}

/** The size of a kernel's WebAssembly with shared memory and one thread; undefined if its callees are only known at a launch. */
function wasmSize(image: DeviceImage, symbol: string): number | undefined {
  if (image.format !== "ir") return undefined;
  const module = moduleOnCpu(image, options);
  const kernel = module.functions.findIndex((fn) => fn.linkage === "kernel" && fn.symbol === symbol);
  if (kernel < 0 || missingOf(module, kernel) !== undefined) return undefined;
  const given = wasmOptions(image, module, options);
  const {
    kernels,
    size: _size,
    areBlocks: _,
    ...divided
  } = inUsualGroups(module, kernel, given.features, reducersOf(image, symbol));
  return kernels.reduce((sum, one) => sum + compileWasm({ ...given, ...divided, kernel: one }).bytes.length, 0);
}
