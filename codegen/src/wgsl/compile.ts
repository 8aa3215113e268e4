// From a kernel of a module to WGSL, table-driven as wasm/ and js/ are: control flow as it is in the IR, no optimizer. The passes are the
// lines of `compileWgsl`. docs/decisions/0063-gpu-device.md says what is decided.

import { type Fn, forEachStmt, invariant, isAggregate, layoutOf, type Module, resultOf } from "@lanewise/ir";
import { findRanges } from "../narrow/find-ranges.js";
import { tablesOf } from "../narrow/tables.js";
import { simplifyVariants } from "../simplify/simplify.js";
import { expressionText } from "./expressions.js";
import { LAUNCH } from "./failure-record.js";
import { localGlobals, writeGroupKernel } from "./group-control.js";
import { helperTexts } from "./helpers.js";
import { inGroup } from "./in-group.js";
import { beyondLimits, type IsBeyond } from "./limits.js";
import { writeMain } from "./main.js";
import { writeMath } from "./math.js";
import { wordsOf } from "./parameters.js";
import { localOffset, referent } from "./places.js";
import { createProgram, createScope, type Program, type Space, spaceOf, spacesOf, type WgslOptions } from "./scope.js";
import { flagsOf, writeBlock } from "./statements.js";
import { checkStrict } from "./strict.js";
import { wgslArgument, wgslType } from "./types.js";

/**
 * Bindings of group 0: 0 the device's memory, words addressed by bytes; 1 records of failures (failure-record.ts); 2 the launch, `LAUNCH`. The
 * entry is `main`. A workgroup of a kernel over a range runs that many work-items from `begin` on; one of a kernel of work-groups runs `step`
 * groups, one after the other, and `begin` and `end` count groups.
 */
export interface WgslProgram {
  readonly text: string;
  /** Work-items of a workgroup. */
  readonly workgroupSize: number;
  readonly canFail: boolean;
  /** Of the memory of a group, without what the launch says. */
  readonly localBytes: number;
  /** Whether it has the constant `local_words_count`: the words of all of a group's memory. */
  readonly hasSizedLocal: boolean;
  /** Of an argument block: whether the program has to run with the constant `is_beyond`. Undefined: it has none. */
  readonly isBeyond: IsBeyond | undefined;
}

export function compileWgsl(options: WgslOptions): WgslProgram {
  const { group } = options;
  const kernel = options.module.functions[options.kernel];
  invariant(kernel?.linkage === "kernel", () => `function ${options.kernel} is a kernel`);
  const { module, fn } = group ? inGroup(options.module, kernel, group) : { module: options.module, fn: kernel };
  const { general, usual } = simplifyVariants(module, fn);
  const program = createProgram({ ...options, module }, atomicSpaces(module, general), expressionText);
  if (options.fp === "strict") checkStrict(general);
  for (const global of localGlobals(program, general.body)) localOffset(program, global);
  const write = group ? writeGroupKernel : writeKernel;
  program.ranges = findRanges(general, undefined, tablesOf(module));
  write(program, "general", general);
  if (usual) {
    program.ranges = findRanges(usual.fn, usual.limits, tablesOf(module));
    write(program, "usual", usual.fn);
  }
  writeMain(program, kernel.dimensions, usual !== undefined);
  const isBeyond = usual && beyondLimits(general, usual.limits);
  writeMath(program);
  writeMemory(program);
  for (const text of helperTexts(program.helpers)) program.writer.line(text);
  const { source: text } = program.writer.finish();
  const { canFail, hasSizedLocal, localBytes } = program;
  return { text, workgroupSize: program.workgroupSize, canFail, localBytes: localBytes.fixed, hasSizedLocal, isBeyond };
}

/** The memories of which words are written by parts, or atomically. */
function atomicSpaces(module: Module, fn: Fn): ReadonlySet<Space> {
  const spaces = spacesOf(module, fn);
  const found = new Set<Space>();
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind !== "store" && stmt.kind !== "atomic") return;
    const space = spaceOf(module, spaces, stmt.place) ?? "heap";
    const { size, align } = layoutOf(referent(stmt.place.type), module.structs);
    const isPart = size % 4 !== 0 || align % 4 !== 0;
    if (space !== "stack" && (stmt.kind === "atomic" || isPart)) found.add(space);
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

function writeMemory({ writer, atomic, stackSize, localBytes, hasSizedLocal }: Program): void {
  const typeOf = (space: Space) => (atomic.has(space) ? "atomic<u32>" : "u32");
  const words = ["args_at", "begin", "end", "record", "step", "number", "afters", "unused"].map(
    (name) => `${name}: u32`,
  );
  writer.line(
    `struct Launch { ${words.join(", ")}, after: array<vec4<u32>, ${LAUNCH.mostAfters / 4}>, args: array<vec4<u32>, ${LAUNCH.mostArguments / 4}> }`,
  );
  writer.line(`@group(0) @binding(0) var<storage, read_write> heap: array<${typeOf("heap")}>;`);
  writer.line("@group(0) @binding(1) var<storage, read_write> records: array<atomic<u32>>;");
  writer.line("@group(0) @binding(2) var<uniform> launch: Launch;");
  writer.line(`var<private> stack: array<u32, ${Math.max(1, Math.ceil(stackSize / 4))}>;`);
  const localWords = Math.max(1, Math.ceil(localBytes.fixed / 4));
  if (hasSizedLocal) writer.line(`override local_words_count = ${localWords}u;`);
  const count = hasSizedLocal ? "local_words_count" : `${localWords}`;
  if (hasSizedLocal || localBytes.fixed > 0) {
    writer.line(`var<workgroup> local_words: array<${typeOf("local")}, ${count}>;`);
    writeWords(writer, "local", "local_words", atomic);
  }
  writeWords(writer, "heap", "heap", atomic);
  writeWords(writer, "stack", "stack", atomic);
}

function writeWords(writer: Program["writer"], space: Space, words: string, atomic: ReadonlySet<Space>): void {
  const [load, store] = atomic.has(space)
    ? [`atomicLoad(&${words}[at])`, `atomicStore(&${words}[at], value)`]
    : [`${words}[at]`, `${words}[at] = value`];
  writer.line(`fn ${space}_at(at: u32) -> u32 { return ${load}; }`);
  writer.line(`fn set_${space}(at: u32, value: u32) { ${store}; }`);
}
