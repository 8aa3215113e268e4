// Compiles a kernel to readable JavaScript, for debugging and for checking the other targets. Functions stay functions; the thread, the work-item and
// its indices are variables around them. `compileJavaScript` lists the passes; operations.ts implements the ops table.

import {
  argumentLayout,
  FAILURE,
  type Fn,
  hasBody,
  invariant,
  type Local,
  NULL_INDEX,
  POINTER_TABLE_OFFSET,
  pointerTable,
  RANGE_OFFSET,
  scalars,
  type Type,
  UNKNOWN_INDEX,
} from "@lanewise/ir";
import type { CompileOptions, JavaScriptProgram } from "../program.js";
import { findRequirements } from "../requirements.js";
import { Writer } from "../writer.js";
import { slotText } from "./expressions.js";
import { preludeText } from "./prelude.js";
import { createProgram, createScope, type Program, type ProgramFunction } from "./scope.js";
import { writeBlock } from "./statements.js";

export function compileJavaScript(options: CompileOptions): JavaScriptProgram {
  const writer = new Writer();
  const program = createProgram(options, writer);
  const globals = usedGlobals(program);
  const foreign = [...program.functions.values()].filter(({ fn }) => fn.linkage === "foreign");
  writeViews(writer);
  for (const [index, global] of globals.entries()) writer.line(`const $global${global} = globals[${index}];`);
  for (const [index, { name }] of foreign.entries()) writer.line(`const ${name} = foreign[${index}];`);
  for (const self of program.functions.values()) if (hasBody(self.fn)) writeFunction(program, self);
  writeRun(program);
  for (const text of preludeText(program.helpers)) writer.line(withOffsets(text));
  writer.line("return $run;");
  return { ...writer.finish(), globals, foreign: foreign.map(({ fn }) => fn.symbol), stackSize: program.stackSize };
}

/** The globals in order of first use. */
function usedGlobals({ functions }: Program): number[] {
  const globals = [...functions.values()].flatMap(({ fn }) => findRequirements(fn, () => undefined).globals);
  return [...new Set(globals)];
}

const arrayTypes = {
  I8: "Int8Array",
  U8: "Uint8Array",
  I16: "Int16Array",
  U16: "Uint16Array",
  I32: "Int32Array",
  U32: "Uint32Array",
  I64: "BigInt64Array",
  U64: "BigUint64Array",
  F32: "Float32Array",
  F64: "Float64Array",
} as const;

function writeViews(writer: Writer): void {
  const names = Object.keys(arrayTypes);
  writer.line('"use strict";');
  writer.line(
    "let $launch = 0, $thread = 0, $item = 0, $index0 = 0, $index1 = 0, $index2 = 0, $size0 = 1, $size1 = 1, $size2 = 1;",
  );
  writer.line(`let $buffer, ${names.join(", ")};`);
  writer.braces("function $attach()", () => {
    writer.line("if (memory() === $buffer) return;");
    writer.line("$buffer = memory();");
    for (const [name, type] of Object.entries(arrayTypes)) writer.line(`${name} = new ${type}($buffer);`);
  });
}

function writeFunction(program: Program, self: ProgramFunction): void {
  const { fn, name } = self;
  const scope = createScope(program, self);
  const parameters = scope.locals.slice(0, fn.parameters);
  program.writer.braces(`function ${name}(${parameters.join(", ")})`, () => writeBlock(scope, fn.body), fn.at);
}

function writeRun(program: Program): void {
  const { writer } = program;
  const self = program.functions.get(program.options.kernel);
  invariant(self?.fn.linkage === "kernel", `function ${program.options.kernel} is a kernel`);
  const parameters = self.fn.locals.slice(0, self.fn.parameters);
  writer.braces("function $run(args, thread, begin, end)", () => {
    writer.line("$attach();");
    writer.line("$launch = args;");
    writer.line("$thread = thread;");
    for (const dimension of [0, 1, 2])
      writer.line(`$size${dimension} = I32[args + ${RANGE_OFFSET + 4 * dimension} >>> 2];`);
    if (program.helpers.has("pointerTo") || program.helpers.has("dereference"))
      writer.line(`$pointerTable = U32[args + ${POINTER_TABLE_OFFSET} >>> 2];`);
    writeParameters(program, parameters);
    writer.braces("for ($item = begin; $item < end; $item++)", () => {
      for (const line of indexLines[self.fn.dimensions]) writer.line(line);
      writer.line(`${self.name}(${parameters.map((_, parameter) => argumentName(parameter)).join(", ")});`);
    });
  });
}

/** The work-item's indices from its linear id. */
const indexLines: Readonly<Record<Fn["dimensions"], readonly string[]>> = {
  0: [],
  1: ["$index0 = $item;"],
  2: ["$index0 = Math.floor($item / $size1);", "$index1 = $item % $size1;"],
  3: [
    "$index0 = Math.floor($item / ($size1 * $size2));",
    "$index1 = Math.floor($item / $size2) % $size1;",
    "$index2 = $item % $size2;",
  ],
};

const argumentName = (parameter: number) => `argument${parameter}`;

function writeParameters(program: Program, parameters: readonly Local[]): void {
  const { offsets } = argumentLayout(parameters);
  parameters.forEach(({ type }, parameter) => {
    const offset = offsets[parameter] ?? 0;
    const name = argumentName(parameter);
    if (typeof type !== "string") {
      const [address, length] = [slotText("u32", `args + ${offset}`), slotText("i32", `args + ${offset + 4}`)];
      program.writer.line(`const ${name} = { address: ${address}, length: ${length}${elementsText(type)} };`);
      return;
    }
    const slot = slotText(scalars[type].register, `args + ${offset}`);
    program.writer.line(`const ${name} = ${type === "bool" ? `${slot} !== 0` : slot};`);
  });
}

/** A property by which debuggers show an array. */
function elementsText(type: Type): string {
  const element = typeof type === "object" && type.kind === "span" ? type.element : undefined;
  if (typeof element !== "string") return "";
  const [view] = slotText(element, "").split("[");
  const size = scalars[element].size;
  return `, get elements() { return ${view}.subarray(this.address / ${size}, this.address / ${size} + this.length); }`;
}

/** Constants in the helpers' text: offsets in the failure record and in the pointer table. */
const offsets: Readonly<Record<string, number>> = {
  ...prefixed("RECORD", FAILURE),
  ...prefixed("TABLE", { mask: pointerTable.mask, count: pointerTable.count, entries: pointerTable.entries }),
  ...prefixed("ENTRY", pointerTable.entry),
  NULL_INDEX,
  UNKNOWN_INDEX,
};

function prefixed(prefix: string, fields: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}_${name.toUpperCase()}`, value]));
}

function withOffsets(text: string): string {
  return text.replace(/\b[A-Z]+_[A-Z]+\b/g, (name) => String(offsets[name] ?? name));
}
