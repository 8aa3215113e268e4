// Prints a WasmModule in WebAssembly's text format, from the same instructions that the encoder writes. Operands are folded into their instruction;
// functions, locals and labels are numbered.

import { invariant } from "@lanewise/ir";
import type { Immediate, Instruction, PlainInstruction } from "./instructions.js";
import { type OpcodeRow, opcodes } from "./opcodes.js";
import { type FunctionType, functionTypes, MAX_PAGES, type WasmFunction, type WasmModule } from "./wasm-module.js";

export function printModule(module: WasmModule): string {
  const { types, indexOf } = functionTypes(module);
  const shared = module.sharedMemory ? `0 ${MAX_PAGES} shared` : "0";
  const lines = [
    "(module",
    ...types.map((type, index) => `  (type (;${index};) (func${printSignature(type)}))`),
    `  (import "lanewise" "memory" (memory (;0;) ${shared}))`,
    ...module.globalImports.map((one, index) => `  (import "${one.module}" "${one.name}" (global (;${index};) i32))`),
    ...module.functionImports.map(
      (one, index) => `  (import "${one.module}" "${one.name}" (func (;${index};) (type ${indexOf(one.type)})))`,
    ),
    ...module.functions.flatMap((fn, index) => printFunction(fn, index + module.functionImports.length, indexOf)),
    `  (export "run" (func ${module.functionImports.length + module.run})))`,
  ];
  return `${lines.join("\n")}\n`;
}

function printSignature({ parameters, results }: FunctionType): string {
  const list = (keyword: string, types: readonly string[]) =>
    types.length > 0 ? ` (${keyword} ${types.join(" ")})` : "";
  return list("param", parameters) + list("result", results);
}

function printFunction(fn: WasmFunction, index: number, indexOf: (type: FunctionType) => number): string[] {
  const locals = fn.locals.length > 0 ? [`    (local ${fn.locals.join(" ")})`] : [];
  const body = printAll(fn.body, 4);
  const end = body.pop() ?? locals.pop();
  const comment = `(; ${fn.name.replaceAll(/[(;]/g, " ")} ;)`;
  const head = `  (func (;${index};) ${comment} (type ${indexOf(fn.type)})${printSignature(fn.type)}`;
  return end === undefined ? [`${head})`] : [head, ...locals, ...body, `${end})`];
}

function printAll(body: readonly Instruction[], indent: number): string[] {
  return body.flatMap((one) => printInstruction(one, indent));
}

/** The longest line on which an instruction's operands still join it. */
const MAX_LINE = 100;

/** Folds instructions into one form: `(head` and its parts, on one line if they fit. */
function fold(head: string, parts: readonly string[], indent: number): string[] {
  const line = `(${[head, ...parts.map((part) => part.trim())].join(" ")})`;
  if (indent + line.length <= MAX_LINE) return [" ".repeat(indent) + line];
  return [`${" ".repeat(indent)}(${head}`, ...parts.slice(0, -1), `${parts.at(-1) ?? ""})`];
}

function printInstruction(one: Instruction, indent: number): string[] {
  const inner = indent + 2;
  switch (one.kind) {
    case "plain": {
      const immediates = printImmediates(one);
      const head = immediates === "" ? one.op : `${one.op} ${immediates}`;
      return fold(head, printAll(one.operands, inner), indent);
    }
    case "block":
    case "loop":
      return nest(`${one.kind} $${one.label}`, printAll(one.body, inner), indent);
    case "if": {
      const result = one.result ? ` (result ${one.result})` : "";
      const whenTrue = nest("then", printAll(one.whenTrue, inner + 2), inner);
      const whenFalse = one.whenFalse.length > 0 ? nest("else", printAll(one.whenFalse, inner + 2), inner) : [];
      return nest(`if${result}`, [...printInstruction(one.condition, inner), ...whenTrue, ...whenFalse], indent);
    }
    case "branch":
      return one.condition
        ? fold(`br_if $${one.label}`, printInstruction(one.condition, inner), indent)
        : [`${" ".repeat(indent)}(br $${one.label})`];
  }
}

/** One part per line. */
function nest(head: string, parts: readonly string[], indent: number): string[] {
  const open = `${" ".repeat(indent)}(${head}`;
  if (parts.length === 0) return [`${open})`];
  return [open, ...parts.slice(0, -1), `${parts.at(-1) ?? ""})`];
}

function printImmediates({ op, immediates }: PlainInstruction): string {
  const row: OpcodeRow = opcodes[op];
  const [first = 0, second = 0] = immediates;
  switch (row.immediate) {
    case "none":
    case "memoryIndex":
    case "memoryPair":
      return "";
    case "f32":
    case "f64":
      return printFloat(Number(first));
    case "v128":
      return `i8x16 ${printBytes(first)}`;
    case "shuffle":
      return printBytes(first);
    case "memory":
      return printOffset(first);
    case "memoryLane":
      return `${printOffset(first)} ${second}`.trim();
    default:
      return String(first);
  }
}

function printOffset(offset: Immediate): string {
  return Number(offset) === 0 ? "" : `offset=${offset}`;
}

function printBytes(bytes: Immediate): string {
  invariant(bytes instanceof Uint8Array, "a vector immediate is bytes");
  return bytes.join(" ");
}

/** JavaScript's shortest digits are valid in WebAssembly too; NaN and infinities have other names. */
function printFloat(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  return Object.is(value, -0) ? "-0" : String(value);
}
