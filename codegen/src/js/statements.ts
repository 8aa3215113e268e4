// Statements as lines of JavaScript. Labels are written only if something jumps to them.

import { type Block, type Fn, invariant, type Label, layoutOf, type Stmt, type Type } from "@lanewise/ir";
import { leaves } from "../analysis/jumps.js";
import { atomicText } from "./atomics.js";
import { isTestedFirst } from "./declarations.js";
import { expressionText, localName, referent, slotText } from "./expressions.js";
import type { Scope } from "./scope.js";

/** Writes a block that has its own braces. */
export function writeBlock(scope: Scope, block: Block): void {
  inScope(scope, () => writeEach(scope, block));
}

function inScope({ declarations, locals, program }: Scope, write: () => void): void {
  const declared = declarations.enter();
  // Without initial values, so that a debugger that steps in does not stop here.
  if (declared.length > 0) program.writer.line(`let ${declared.map((local) => locals[local]).join(", ")};`);
  write();
  declarations.leave();
}

function writeEach(scope: Scope, block: Block): void {
  for (const stmt of block) writeStmt(scope, stmt);
}

function writeStmt(scope: Scope, stmt: Stmt): void {
  const { writer } = scope.program;
  switch (stmt.kind) {
    case "set":
      writer.line(setText(scope, stmt), stmt.at);
      break;
    case "store":
      writer.line(storeText(scope, stmt), stmt.at);
      break;
    case "atomic":
      writer.line(`${resultText(scope, stmt.result)}${atomicText(scope, stmt)};`, stmt.at);
      break;
    case "call":
      writeCall(scope, stmt);
      break;
    case "if":
      writeIf(scope, stmt);
      break;
    case "loop":
      writeLoop(scope, stmt);
      break;
    case "block":
      writer.braces(`${labelName(stmt.label)}:`, () => writeBlock(scope, stmt.body));
      break;
    case "break":
      writer.line(`break ${labelName(stmt.label)};`, stmt.at);
      break;
    case "continue":
      // Leaves the block around the body, which the update follows.
      writer.line(`break ${bodyName(stmt.label)};`, stmt.at);
      break;
    case "return":
      writer.line(stmt.value ? `return ${expressionText(scope, stmt.value)};` : "return;", stmt.at);
      break;
    case "barrier":
      writer.line("// A barrier: each work-item is a group of its own.", stmt.at);
      break;
    case "subGroup":
      invariant(false, "kernels are divided where sub-groups compute together, before they are JavaScript");
      break;
    case "fail":
      writer.line(`${scope.program.use("fail")}(${stmt.site}, 0, 0);`, scope.program.module.sites[stmt.site]?.at);
      break;
    case "debugger":
      writer.line("debugger;", stmt.at);
      break;
  }
}

const labelName = (label: Label) => `label${label}`;
const bodyName = (label: Label) => `body${label}`;

function setText(scope: Scope, { local, value }: Extract<Stmt, { kind: "set" }>): string {
  const text = expressionText(scope, value);
  return `${scope.declarations.declares(local) ? "let " : ""}${localName(scope, local)} = ${text};`;
}

function resultText(scope: Scope, result: number | undefined): string {
  return result === undefined ? "" : `${localName(scope, result)} = `;
}

function storeText(scope: Scope, stmt: Extract<Stmt, { kind: "store" }>): string {
  const { use, module } = scope.program;
  const type = referent(stmt.place.type);
  const place = expressionText(scope, stmt.place);
  const value = expressionText(scope, stmt.value);
  if (typeof type === "string")
    return `${slotText(type, place)} = ${type === "f16" ? `${use("bitsOfF16")}(${value})` : value};`;
  return `${use("copy")}(${place}, ${value}, ${layoutOf(type, module.structs).size});`;
}

/** A failure collects the calls it passes through; arguments are evaluated outside the call's `try`. */
function writeCall(scope: Scope, stmt: Extract<Stmt, { kind: "call" }>): void {
  const { writer, functions, use } = scope.program;
  const callee = functions.get(stmt.function);
  const { file, line, column } = stmt.at;
  const args = stmt.args.map((arg) => expressionText(scope, arg));
  // Its sites are the compiled function's.
  if (callee?.fn.compiled) {
    writer.line(`${resultText(scope, stmt.result)}${callText(scope, stmt, args)};`, stmt.at);
    return;
  }
  const before = args.flatMap((arg, index) => (isPlain(arg) ? [] : [`$${index} = ${arg}`]));
  const given = args.map((arg, index) => (isPlain(arg) ? arg : `$${index}`));
  const call = `${resultText(scope, stmt.result)}${callText(scope, stmt, given)};`;
  const caught = `throw ${use("called")}(error, ${JSON.stringify(callee?.fn.name)}, ${file}, ${line}, ${column});`;
  const whole = `try { ${call} } catch (error) { ${caught} }`;
  writer.line(before.length === 0 ? whole : `{ const ${before.join(", ")}; ${whole} }`, stmt.at);
}

/** Whether it is a name or a number, which cannot fail. */
const isPlain = (text: string): boolean => /^-?[\w$.]+$/.test(text);

function callText(scope: Scope, stmt: Extract<Stmt, { kind: "call" }>, args: readonly string[]): string {
  const callee = scope.program.functions.get(stmt.function);
  invariant(callee, `function ${stmt.function} was found`);
  if (callee.fn.linkage !== "foreign") return `${callee.name}(${args.join(", ")})`;
  const passed = stmt.args.map(({ type }, index) => (isSpan(type) ? `${args[index]}.address` : args[index]));
  const ofRun = callee.fn.compiled ? ["$launch", "$thread", "$item"] : [];
  return foreignResultText(callee.fn.result, `${callee.name}(${[...ofRun, ...passed].join(", ")})`);
}

function isSpan(type: Type): boolean {
  return typeof type === "object" && type.kind === "span";
}

/** Like `foreignResult` of ir/src/module/foreign.ts. */
function foreignResultText(type: Fn["result"], given: string): string {
  if (type === "bool") return `${given} !== 0`;
  if (type === "u32") return `${given} >>> 0`;
  return type === "u64" ? `BigInt.asUintN(64, ${given})` : given;
}

function writeIf(scope: Scope, stmt: Extract<Stmt, { kind: "if" }>): void {
  const { writer } = scope.program;
  writer.braces(`if (${expressionText(scope, stmt.condition)})`, () => writeBlock(scope, stmt.then), stmt.at);
  if (stmt.else.length > 0) writer.braces("else", () => writeBlock(scope, stmt.else));
  else inScope(scope, () => undefined);
}

function writeLoop(scope: Scope, stmt: Extract<Stmt, { kind: "loop" }>): void {
  const { writer } = scope.program;
  const label = leaves("break", stmt) ? `${labelName(stmt.label)}: ` : "";
  const condition = expressionText(scope, stmt.condition);
  const isWhile = isTestedFirst(stmt);
  const head = isWhile ? `${label}while (${condition})` : `${label}for (;;)`;
  const round = () => {
    writeEach(scope, stmt.header);
    if (!isWhile) writer.line(`if (!${condition}) break;`, stmt.at);
    if (leaves("continue", stmt)) writer.braces(`${bodyName(stmt.label)}:`, () => writeBlock(scope, stmt.body));
    else writeEach(scope, stmt.body);
    writeEach(scope, stmt.update);
  };
  writer.braces(head, () => inScope(scope, round), stmt.at);
}
