// From a kernel of a module to WGSL, table-driven as wasm/ and js/ are: control flow as it is in the IR, no optimizer. The passes are the
// lines of `compileWgsl`. docs/decisions/0063-gpu-device.md says what is decided.

import { type Fn, forEachStmt, invariant, isAggregate, type Module, resultOf } from "@lanewise/ir";
import type { Assumed } from "../narrow/assumed.js";
import { findRanges } from "../narrow/find-ranges.js";
import { tablesOf } from "../narrow/tables.js";
import { replacePrivate } from "../simplify/replace-private.js";
import { simplifyVariants, type Variants } from "../simplify/simplify.js";
import { atomicRoots, type MemoryParts, type Stretches, stretchesOf } from "./apart.js";
import { expressionText } from "./expressions.js";
import { LAUNCH } from "./failure-record.js";
import { type Foreseen, foresee } from "./foreseen.js";
import { localGlobals, writeGroupKernel } from "./group-control.js";
import { helperTexts } from "./helpers.js";
import { inGroup } from "./in-group.js";
import { beyondLimits } from "./limits.js";
import { writeMain } from "./main.js";
import { writeMath } from "./math.js";
import { copyWords, ownCopies } from "./own-copies.js";
import { wordsOf } from "./parameters.js";
import { isAtomicStore, localOffset } from "./places.js";
import { createProgram, createScope, type Program, type Space, spaceOf, spacesOf, type WgslOptions } from "./scope.js";
import { inSinglePrecision } from "./single-precision.js";
import { flagsOf, writeBlock } from "./statements.js";
import { checkStrict } from "./strict.js";
import { wgslArgument, wgslType } from "./types.js";

/**
 * Bindings of group 0: 0 the device's memory, words addressed by bytes; 1 records of failures (failure-record.ts); 2 the launch, `LAUNCH`. The
 * entry of each variant is `main`. A workgroup of a kernel over a range runs that many work-items from `begin` on; one of a kernel of work-groups runs `step`
 * groups, one after the other, and `begin` and `end` count groups.
 */
export interface WgslProgram {
  /** Work-items of a workgroup. */
  readonly workgroupSize: number;
  /** The variant for a launch with this argument block. */
  readonly variantFor: (args: DataView) => WgslVariant;
  /** The last one is for any launch. */
  readonly variants: readonly WgslVariant[];
  /**
   * Of an argument block: the stretches of memory that the bindings 0, 3 and 4 have to be, for the program with such parts; undefined where they
   * are not apart, so that the whole one has to run. Absent: binding 0 is all of the memory.
   */
  readonly stretches: ((args: DataView) => Stretches | undefined) | undefined;
  /** Of an argument block: the constant `copy_words`; 1, which is its default, where workgroups have no copies of arrays. */
  readonly copyWords: (args: DataView) => number;
  /** Of the memory of a group, without what the launch says. */
  readonly localBytes: number;
  /** Whether it has the constant `local_words_count`: the words of all of a group's memory. */
  readonly hasSizedLocal: boolean;
}

/** Code for some launches, which the host chooses: code for all would need the registers of each. */
export interface WgslVariant {
  readonly name: "foreseen" | "usual" | "general";
  /** It is made when it is asked for. */
  readonly code: () => WgslCode;
}

export interface WgslCode {
  readonly text: string;
  /** Whether its work-items can fail. */
  readonly canFail: boolean;
}

/** What a variant is made of. */
interface Version extends Pick<WgslVariant, "name"> {
  readonly fn: Fn;
  readonly limits: Assumed | undefined;
  readonly foreseen: Foreseen;
}

/** `parts`: for launches whose memory lies so, where the kernel reaches some of it atomically and some not. */
export function compileWgsl(options: WgslOptions, parts: MemoryParts = "whole"): WgslProgram {
  const { group } = options;
  const kernel = options.module.functions[options.kernel];
  invariant(kernel?.linkage === "kernel", () => `function ${options.kernel} is a kernel`);
  const { module, fn } = group ? inGroup(options.module, kernel, group) : { module: options.module, fn: kernel };
  const { general, usual } = versionsOf(options, module, fn);
  const roots = parts === "whole" ? undefined : atomicRoots(module, general);
  const atomic = atomicSpaces({ module, roots }, general);
  const copies = group ? [] : ownCopies(module, general);
  if (options.fp === "strict") checkStrict(general);
  const write = group ? writeGroupKernel : writeKernel;
  const newProgram = (): Program => {
    const program = createProgram({ ...options, module }, { atomic, roots, copies }, expressionText);
    for (const global of localGlobals(program, general.body)) localOffset(program, global);
    return program;
  };
  const codeOf = ({ fn, limits, foreseen }: Version): WgslCode => {
    const program = newProgram();
    Object.assign(program, { ...foreseen, ranges: findRanges(fn, limits, tablesOf(module)) });
    write(program, "run", fn);
    writeMain(program, kernel.dimensions);
    writeMath(program);
    writeMemory(program, roots !== undefined && parts === "around");
    for (const text of helperTexts(program.helpers)) program.writer.line(text);
    return { text: program.writer.finish().source, canFail: program.canFail };
  };
  const variants = variantsOf({ module, general, usual, canForesee: options.bounds === "checked" && !group }, codeOf);
  // What no GPU can do is found before anything runs.
  variants.all.at(-1)?.code();
  const { hasSizedLocal, localBytes, workgroupSize } = newProgram();
  return {
    workgroupSize,
    variants: variants.all,
    variantFor: variants.for,
    stretches: roots && stretchesOf(module, general, options.globalAddress, roots),
    copyWords: copyWords({ ...options, module }, general, copies),
    localBytes: localBytes.fixed,
    hasSizedLocal,
  };
}

/** The kernel as the best variant has it. */
export function bestVersion(options: WgslOptions): Omit<Version, "name"> & { readonly module: Module } {
  const kernel = options.module.functions[options.kernel];
  invariant(kernel?.linkage === "kernel", () => `function ${options.kernel} is a kernel`);
  const { group } = options;
  const { module, fn } = group ? inGroup(options.module, kernel, group) : { module: options.module, fn: kernel };
  const { general, usual } = versionsOf(options, module, fn);
  const best = { fn: usual?.fn ?? general, limits: usual?.limits };
  const foresight = options.bounds === "checked" && !group ? foresee(module, best.fn) : undefined;
  return { module, ...best, foreseen: foresight?.best ?? nothing };
}

function versionsOf({ precision }: WgslOptions, module: Module, fn: Fn): Variants {
  const { general, usual } = simplifyVariants(module, fn, () => replacePrivate);
  if (precision !== "f32") return { general, usual };
  return { general: inSinglePrecision(general), usual: usual && { ...usual, fn: inSinglePrecision(usual.fn) } };
}

interface VariantsOf extends Variants {
  readonly module: Module;
  readonly canForesee: boolean;
}

interface WgslVariants {
  readonly all: readonly WgslVariant[];
  readonly for: (args: DataView) => WgslVariant;
}

function variantsOf(
  { module, general, usual, canForesee }: VariantsOf,
  codeOf: (of: Version) => WgslCode,
): WgslVariants {
  const made = (version: Version): WgslVariant => {
    let code: WgslCode | undefined;
    return { name: version.name, code: () => (code ??= codeOf(version)) };
  };
  const isBeyond = usual ? beyondLimits(general, usual.limits) : () => false;
  const best = { fn: usual?.fn ?? general, limits: usual?.limits };
  const forAny = made({ name: "general", fn: general, limits: undefined, foreseen: nothing });
  const forUsual = usual ? made({ ...best, name: "usual", foreseen: nothing }) : forAny;
  const foresight = canForesee ? foresee(module, best.fn) : undefined;
  const kinds = new Map<Foreseen, WgslVariant>();
  const forForeseen = (foreseen: Foreseen): WgslVariant => {
    const variant = kinds.get(foreseen) ?? made({ ...best, name: "foreseen", foreseen });
    kinds.set(foreseen, variant);
    return variant;
  };
  return {
    all: [...new Set([...(foresight ? [forForeseen(foresight.best)] : []), forUsual, forAny])],
    for: (args) => {
      if (isBeyond(args)) return forAny;
      const foreseen = foresight?.in(args);
      return foreseen ? forForeseen(foreseen) : forUsual;
    },
  };
}

const nothing: Foreseen = { proven: new Set(), own: new Set() };

/** The memories of which words are written by parts, or atomically. */
function atomicSpaces(program: Pick<Program, "module" | "roots">, fn: Fn): ReadonlySet<Space> {
  const { module } = program;
  const spaces = spacesOf(program, fn);
  const found = new Set<Space>();
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind !== "store" && stmt.kind !== "atomic") return;
    const space = spaceOf(program, spaces, stmt.place) ?? "heap";
    if (space !== "stack" && isAtomicStore(module, stmt)) found.add(space);
  });
  return found;
}

function writeKernel(program: Program, name: string, fn: Fn): void {
  const scope = createScope(program, fn, { flags: flagsOf(fn.body) });
  const { writer } = program;
  const assigned = new Set<number>();
  forEachStmt(fn.body, (stmt) => {
    const result = resultOf(stmt);
    if (result !== undefined) assigned.add(result);
  });
  const parameters = wordsOf(fn).map(({ local, type }) => {
    const typeText = wgslArgument(type);
    return { local, type, own: scope.names[local], typeText };
  });
  const list = parameters.map(
    ({ local, own, typeText }) => `${own}${assigned.has(local) ? "_given" : ""}: ${typeText}`,
  );
  writer.braces(`fn ${name}(${list.join(", ")})`, () => {
    for (const { local, type, own } of parameters) {
      if (assigned.has(local)) writer.line(`var ${own} = ${own}_given;`);
      if (typeof type !== "string") writer.line(`let ${own}_words = ${own}.x >> 2u;`);
    }
    for (const [local, { type }] of fn.locals.entries()) {
      if (local >= fn.parameters && !isAggregate(type)) writer.line(`var ${scope.names[local]}: ${wgslType(type)};`);
    }
    for (const flag of scope.flags) writer.line(`var ${flag} = false;`);
    writeBlock(scope, fn.body);
  });
}

/** As LAUNCH has them. */
const launchWords = [
  ...["args_at", "begin", "end", "record", "step", "number", "afters"],
  ...["heap_begin", "atomics_begin", "above_at"],
];

function writeMemory(
  { writer, atomic, roots, stackSize, localBytes, hasSizedLocal }: Program,
  isAround: boolean,
): void {
  const typeOf = (space: Space) => (atomic.has(space) ? "atomic<u32>" : "u32");
  const words = [...launchWords, "unused10", "unused11"].map((name) => `${name}: u32`);
  writer.line(
    `struct Launch { ${words.join(", ")}, after: array<vec4<u32>, ${LAUNCH.mostAfters / 4}>, args: array<vec4<u32>, ${LAUNCH.mostArguments / 4}> }`,
  );
  writer.line(`@group(0) @binding(0) var<storage, read_write> heap: array<${typeOf("heap")}>;`);
  writer.line("@group(0) @binding(1) var<storage, read_write> records: array<atomic<u32>>;");
  writer.line("@group(0) @binding(2) var<uniform> launch: Launch;");
  if (roots) writer.line("@group(0) @binding(3) var<storage, read_write> atomics: array<atomic<u32>>;");
  if (isAround) writer.line("@group(0) @binding(4) var<storage, read_write> above: array<u32>;");
  writer.line(`var<private> stack: array<u32, ${Math.max(1, Math.ceil(stackSize / 4))}>;`);
  const localWords = Math.max(1, Math.ceil(localBytes.fixed / 4));
  if (hasSizedLocal) writer.line(`override local_words_count = ${localWords}u;`);
  const count = hasSizedLocal ? "local_words_count" : `${localWords}`;
  if (hasSizedLocal || localBytes.fixed > 0) {
    writer.line(`var<workgroup> local_words: array<${typeOf("local")}, ${count}>;`);
    writeWords(writer, "local", "local_words", atomic);
  }
  if (isAround) writeTwoParts(writer);
  else writeWords(writer, "heap", "heap", atomic);
  if (roots) writeWords(writer, "atomics", "atomics", atomic);
  writeWords(writer, "stack", "stack", atomic);
}

/** Addresses of the heap count on from where it begins. An array is in one part as a whole, so that neighbours take the same way. */
function writeTwoParts(writer: Program["writer"]): void {
  const isAbove = "at >= launch.above_at";
  const other = "above[at - launch.above_at]";
  writer.line(`fn heap_at(at: u32) -> u32 { if (${isAbove}) { return ${other}; } return heap[at]; }`);
  writer.line(`fn set_heap(at: u32, value: u32) { if (${isAbove}) { ${other} = value; } else { heap[at] = value; } }`);
}

function writeWords(writer: Program["writer"], space: Space, words: string, atomic: ReadonlySet<Space>): void {
  const [load, store] = atomic.has(space)
    ? [`atomicLoad(&${words}[at])`, `atomicStore(&${words}[at], value)`]
    : [`${words}[at]`, `${words}[at] = value`];
  writer.line(`fn ${space}_at(at: u32) -> u32 { return ${load}; }`);
  writer.line(`fn set_${space}(at: u32, value: u32) { ${store}; }`);
}
