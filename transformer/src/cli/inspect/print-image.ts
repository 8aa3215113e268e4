// Prints a device image: its tables, its IR, and what devices generate from it: WebAssembly, WGSL.

import {
  compileWgsl,
  explainWgsl,
  inUsualGroups,
  inUsualUndividedGroups,
  NotForGpu,
  type PrebuiltProgram,
  printWat,
  type WasmImageHeader,
  type WgslOptions,
} from "@lanewise/codegen";
import {
  type DeviceImage,
  decodeModule,
  decodeWasmCode,
  type KernelSymbol,
  type PropertyValue,
  printModule,
  typeName,
} from "@lanewise/ir";
import { buildOptionValues, recordedOptionNames } from "../../build-options.js";
import { missingOf, type ProgramOptions, reducersOf, wasmOptions } from "../../program-options.js";
import { moduleOnCpu, moduleOnGpu, type NamedValues, specializedModule } from "../../specialized-module.js";
import { printStructs, structLayouts } from "./struct-layouts.js";

export function printTables(image: DeviceImage): string {
  const kernels = image.symbols.flatMap((symbol) => printSymbol(symbol, image));
  const structs = printStructs(image);
  const sets = Object.entries(image.properties).flatMap(([set, values]) => [
    set,
    ...Object.entries(values ?? {}).map(([name, value]) => `  ${printProperty(set, name, value)}`),
  ]);
  return [
    `format ${image.format}, ${image.code.length} bytes of code, features: ${image.features.join(", ") || "none"}`,
    `files: ${image.files.join(", ") || "none"}`,
    "kernels:",
    ...indent(kernels),
    ...(structs.length > 0 ? ["structs:", ...indent(structs)] : []),
    "property sets:",
    ...indent(sets),
    "",
  ].join("\n");
}

function printSymbol(symbol: KernelSymbol, image: DeviceImage): string[] {
  const { file, line, column } = symbol.at;
  const parameters = symbol.parameters.map(({ name, type, access, isLocal }) => {
    return `  ${name}: ${isLocal ? "local " : ""}${typeName(type)}${access === "none" ? "" : `, ${access}`}`;
  });
  const at = `${image.files[file] ?? "?"}:${line}:${column}`;
  return [`${symbol.symbol} (${symbol.name}), ${symbol.dimensions}-dimensional, at ${at}`, ...parameters];
}

/** Prints a property in its set's format; in other forms or unknown sets, as raw bytes. */
function printProperty(set: string, name: string, value: PropertyValue): string {
  const asIs = `${name} = ${printValue(value)}`;
  if (set === "SYCL/imported symbols" || set === "SYCL/exported symbols") return value === 1 ? name : asIs;
  if (set === "SYCL/device globals" && typeof value !== "number" && value.length === 5) {
    const size = new DataView(value.buffer, value.byteOffset).getUint32(0, true);
    return `${name}: ${size} bytes${value[4] === 0 ? "" : ", device_image_scope"}`;
  }
  if (set === "lanewise/fingerprint" && typeof value !== "number")
    return `${name}: ${Buffer.from(value).toString("latin1")}`;
  const option = set === "lanewise/options" ? recordedOptionNames.find((known) => known === name) : undefined;
  const chosen = option && typeof value === "number" ? buildOptionValues[option][value] : undefined;
  return chosen === undefined ? asIs : `${name}: ${chosen}`;
}

function printValue(value: PropertyValue): string {
  return typeof value === "number"
    ? String(value)
    : Buffer.from(value)
        .toString("hex")
        .replace(/..(?!$)/g, "$& ");
}

function indent(lines: readonly string[]): string[] {
  return lines.length === 0 ? ["  none"] : lines.map((line) => `  ${line}`);
}

/** The IR as in the image, or specialized for values. */
export function printIr(image: DeviceImage, values?: NamedValues): string {
  if (image.format !== "ir") return "";
  const module = decodeModule(image.code);
  return printModule(values ? specializedModule(module, values) : module);
}

/** Prints the ahead-of-time code of an image, one line per form of launch. */
export function printPrebuilt(image: DeviceImage): string {
  if (image.format !== "wasm") return "";
  const { header, modules } = decodeWasmCode<WasmImageHeader>(image.code);
  const lines = header.kernels.flatMap(({ symbol, programs, missing }) => [
    ...(missing ? [`${symbol}: no code, ${missing}`] : []),
    ...programs.map((program) => `${symbol}: ${describeProgram(program, modules, parametersOf(image, symbol))}`),
  ]);
  const linked = Object.keys(header.linked).map((module) => `linked with functions of ${module}`);
  const called = Object.keys(header.called).map((module) => `calls the WebAssembly of ${module}`);
  const programs = ["programs:", ...indent([...lines, ...linked, ...called]), ""];
  if (header.functions.length === 0) return programs.join("\n");
  const functions = header.functions.map(({ symbol, missing, code }) => {
    const bytes = modules.length === 0 ? "in files" : `${modules[code?.module ?? -1]?.length ?? 0} bytes`;
    return missing ? `${symbol}: no code, ${missing}` : `${symbol}: ${bytes}`;
  });
  return [...programs, "functions:", ...indent(functions), ""].join("\n");
}

function parametersOf({ symbols }: DeviceImage, symbol: string): readonly string[] {
  return symbols.find((one) => one.symbol === symbol)?.parameters.map(({ name }) => name) ?? [];
}

function describeProgram(
  { form, one, many, shared }: PrebuiltProgram,
  modules: readonly Uint8Array[],
  parameters: readonly string[],
): string {
  const { shape, hasOffset, local, columns, reductions } = form;
  const parts = [...one, ...(many ?? []), ...(shared ?? [])];
  const bytes = parts.reduce((sum, { module }) => sum + (modules[module]?.length ?? 0), 0);
  const gangs = [...new Set(one.map(({ gang }) => (gang === 1 ? "scalar code" : `gangs of ${gang}`)))].join(", ");
  const where = local ? `, work-groups of ${local.join(" x ")}` : hasOffset ? ", from an offset" : "";
  const laid = columns.length > 0 ? `, ${columns.map((index) => parameters[index]).join(" and ")} in columns` : "";
  const reduced = reductions === "" ? "" : `, reductions ${reductions.split(",").join(" and ")}`;
  return `${shape}${where}${laid}${reduced}: ${gangs}, ${modules.length === 0 ? "in files" : `${bytes} bytes`}`;
}

/**
 * Prints one WebAssembly module per kernel, or per region of a kernel with work-groups, for one thread and shared memory, as the cpu device
 * requests it.
 */
export function printPrograms(image: DeviceImage, options: ProgramOptions): string {
  if (image.format !== "ir") return "";
  const module = moduleOnCpu(image, options);
  return module.functions
    .flatMap(({ linkage, name }, kernel) => {
      if (linkage !== "kernel") return [];
      const missing = missingOf(module, kernel);
      if (missing !== undefined) return [`;; ${name}: ${missing}\n`];
      const given = wasmOptions(image, module, options);
      const { kernels, size: _, ...divided } = inUsualGroups(module, kernel, given.features);
      const print = (one: number) => printWat({ ...given, ...divided, kernel: one });
      return [`;; ${name}\n${kernels.map(print).join("\n").trimEnd()}\n`];
    })
    .join("\n");
}

/** The launches that a variant of a WGSL program is for. */
const launchesOf = {
  foreseen: "launches whose indices are in their arrays",
  usual: "launches of usual sizes",
  general: "all other launches",
} as const;

/** Prints the WGSL programs of each kernel, as the gpu device requests them; device globals have invented addresses. */
export function printWgsl(image: DeviceImage, options: ProgramOptions): string {
  return forEachOnGpu(image, options, (name, wgsl) => {
    const { variants } = compileWgsl(wgsl);
    return variants.map((variant) => {
      const isFor = variants.length > 1 ? `: ${launchesOf[variant.name]}` : "";
      return `// ${name}${isFor}\n${variant.code().text.trimEnd()}\n`;
    });
  });
}

/** What each kernel costs on a GPU, with the lines. */
export function printWhyOnGpu(image: DeviceImage, options: ProgramOptions): string {
  return forEachOnGpu(image, options, (name, wgsl) => {
    compileWgsl(wgsl);
    const notes = explainWgsl(wgsl);
    const lines = notes.map(({ at, text }) => `  ${wgsl.module.files[at.file]}:${at.line}:${at.column}: ${text}\n`);
    return [`// ${name}\n${lines.length === 0 ? "  nothing to say\n" : lines.join("")}`];
  });
}

function forEachOnGpu(
  image: DeviceImage,
  options: ProgramOptions,
  print: (name: string, wgsl: WgslOptions) => readonly string[],
): string {
  if (image.format !== "ir") return "";
  const module = moduleOnGpu(image, options);
  const { bounds, fp } = wasmOptions(image, module, options);
  return module.functions
    .flatMap(({ linkage, name, symbol }, kernel) => {
      if (linkage !== "kernel") return [];
      const missing = missingOf(module, kernel);
      if (missing !== undefined) return [`// ${name}: ${missing}\n`];
      const usual = inUsualUndividedGroups(module, kernel, reducersOf(image, symbol));
      try {
        const globalAddress = (index: number) => 256 * (index + 1);
        return print(name, { ...usual, kernel, bounds, fp, threads: "one", globalAddress });
      } catch (error) {
        if (!(error instanceof NotForGpu)) throw error;
        const { what, at, help } = error;
        return [`// ${name}: the GPU has no ${what} (${module.files[at.file]}:${at.line}:${at.column}). ${help}\n`];
      }
    })
    .join("\n");
}

/** The tables as plain data: bytes as hexadecimal text, types by name. */
export function imageData(image: DeviceImage): unknown {
  const values = (set: Readonly<Record<string, PropertyValue>> = {}) =>
    Object.fromEntries(
      Object.entries(set).map(([name, value]) => [
        name,
        typeof value === "number" ? value : Buffer.from(value).toString("hex"),
      ]),
    );
  return {
    format: image.format,
    features: image.features,
    files: image.files,
    symbols: image.symbols.map((symbol) => ({
      ...symbol,
      parameters: symbol.parameters.map((parameter) => ({ ...parameter, type: typeName(parameter.type) })),
    })),
    structs: structLayouts(image),
    properties: Object.fromEntries(Object.entries(image.properties).map(([set, of]) => [set, values(of)])),
    ir: printIr(image),
  };
}
