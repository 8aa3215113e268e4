// Statements as lines of WGSL. It has no labels: what leaves more than the innermost loop or switch sets a flag, which those in between look
// at. A `continue` leaves the switch around a loop's body, behind which the update stands.

import {
  type Block,
  type Expr,
  forEachStmt,
  invariant,
  isRestated,
  type Label,
  operandsOf,
  type Stmt,
} from "@lanewise/ir";
import type { Loop } from "../analysis/facts.js";
import { isJump, leaves } from "../analysis/jumps.js";
import { writeAtomic } from "./atomics.js";
import { failText } from "./checks.js";
import { expressionText } from "./expressions.js";
import { loadNeighbours } from "./neighbouring-parts.js";
import { NotForGpu, ON_CPU } from "./not-for-gpu.js";
import { storeText } from "./places.js";
import type { Construct, Scope } from "./scope.js";
import { STATE, stateOf } from "./states.js";
import { type Unrolled, unrolledLoop } from "./unrolled-loops.js";

export function writeBlock(scope: Scope, block: Block): void {
  for (const [index, stmt] of block.entries()) {
    if (stmt.kind === "loop") writeLoop(scope, stmt, block.slice(0, index));
    else writeStmt(scope, stmt);
    // Compilers warn of code that is not reached.
    if (isJump(stmt)) return;
  }
}

function writeStmt(scope: Scope, stmt: Exclude<Stmt, Loop>): void {
  const { writer } = scope.program;
  if ("at" in stmt && stmt.at) scope.at = stmt.at;
  switch (stmt.kind) {
    case "set": {
      const value = expressionText(scope, stmt.value);
      const text = isRestated(stmt.value) ? `(${value})` : value;
      writer.line(`${scope.names[stmt.local]} = ${text};`, stmt.at);
      break;
    }
    case "store":
      writer.line(storeText(scope, stmt.place, stmt.value), stmt.at);
      break;
    case "atomic":
      writeAtomic(scope, stmt);
      break;
    case "call":
      throw new NotForGpu("functions of other compilers", stmt.at, ON_CPU);
    case "if":
      writer.braces(`if (${expressionText(scope, stmt.condition)})`, () => writeBlock(scope, stmt.then), stmt.at);
      if (stmt.else.length > 0) writer.braces("else", () => writeBlock(scope, stmt.else));
      break;
    case "block": {
      const body = withoutLastBreak(stmt);
      if (!isLeft(body, stmt.label)) writeBlock(scope, body);
      else {
        writeConstruct(scope, "switch (0u)", stmt.label, "break", () =>
          writer.braces("default:", () => writeBlock(scope, body)),
        );
      }
      break;
    }
    case "break":
    case "continue":
      leave(scope, stmt.label, stmt.kind);
      break;
    case "return":
      invariant(!stmt.value, "kernels return nothing");
      writer.line(scope.isPart ? `state = ${STATE.returned}; return;` : "return;", stmt.at);
      break;
    case "barrier":
    case "subGroup":
      invariant(false, "only kernels of work-groups have it, between their parts");
      break;
    case "fail":
      scope.at = scope.program.module.sites[stmt.site]?.at ?? scope.at;
      writer.line(failText(scope, stmt.site, "vec2<u32>(0u, 0u)", "0u"));
      break;
    case "debugger":
      break;
  }
}

function writeLoop(scope: Scope, stmt: Loop, before: Block): void {
  const { writer } = scope.program;
  if (stmt.at) scope.at = stmt.at;
  const unrolled = unrolledLoop(scope, stmt, before);
  if (unrolled && writeRounds(scope, stmt, unrolled) === "all") return;
  writeConstruct(scope, "loop", stmt.label, "break", () => {
    writeBlock(scope, stmt.header);
    scope.at = stmt.at;
    const condition = expressionText(scope, stmt.condition);
    if (condition !== "true") writer.line(`if (!(${condition})) { break; }`, stmt.at);
    if (!leaves("continue", stmt)) writeBlock(scope, stmt.body);
    else {
      writeConstruct(scope, "switch (0u)", stmt.label, "continue", () =>
        writer.braces("default:", () => writeBlock(scope, stmt.body)),
      );
    }
    // Where compilers look for what counts; a check would end the work-item, which it may not there.
    if (canContinue(stmt.update)) writer.braces("continuing", () => writeBlock(scope, stmt.update));
    else writeBlock(scope, stmt.update);
  });
}

/** Rounds in a row, as often as so many are left: all that the loop has, or all but the last ones. */
function writeRounds(scope: Scope, loop: Loop, unrolled: Unrolled): "all" | "most" {
  const { writer } = scope.program;
  const { areLeft } = unrolled;
  const around = scope.neighbours;
  const writeAll = (): void => {
    for (const [round, own] of loadNeighbours(scope, loop, unrolled).entries()) {
      if (round > 0) writeBlock(scope, loop.update);
      scope.neighbours = new Map([...around, ...own]);
      writeBlock(scope, loop.body);
    }
    scope.neighbours = around;
  };
  if (areLeft === undefined) {
    writeAll();
    writeBlock(scope, loop.update);
  } else {
    writer.braces("loop", () => {
      writer.line(`if (!(${areLeft})) { break; }`, loop.at);
      writeAll();
      writer.braces("continuing", () => writeBlock(scope, loop.update));
    });
  }
  return areLeft === undefined ? "all" : "most";
}

type BlockStmt = Extract<Stmt, { kind: "block" }>;

/** A `break` at the end leads to where the block ends anyway. */
function withoutLastBreak({ body, label }: BlockStmt): Block {
  const last = body.at(-1);
  return last?.kind === "break" && last.label === label ? body.slice(0, -1) : body;
}

function isLeft(body: Block, label: Label): boolean {
  let isFound = false;
  forEachStmt(body, (stmt) => {
    isFound ||= stmt.kind === "break" && stmt.label === label;
  });
  return isFound;
}

const plain: ReadonlySet<Expr["kind"]> = new Set(["const", "local", "op", "query", "length"]);

function canContinue(update: Block): boolean {
  const isPlain = (expr: Expr): boolean => plain.has(expr.kind) && operandsOf(expr).every(isPlain);
  return update.length > 0 && update.every((stmt) => stmt.kind === "set" && isPlain(stmt.value));
}

const flagOf = (label: Label, kind: Construct["kind"]) => `${kind}${label}`;

function writeConstruct(scope: Scope, head: string, label: Label, kind: Construct["kind"], write: () => void): void {
  const { writer } = scope.program;
  const construct: Construct = { label, kind, crossed: new Set() };
  const flag = flagOf(label, kind);
  // Set again, where the construct is in a loop.
  if (scope.flags.has(flag)) writer.line(`${flag} = false;`);
  scope.constructs.push(construct);
  writer.braces(head, write);
  scope.constructs.pop();
  for (const crossed of construct.crossed) writer.line(`if (${crossed}) { break; }`);
}

function leave(scope: Scope, label: Label, kind: Construct["kind"]): void {
  const { writer } = scope.program;
  const target = scope.constructs.findLastIndex((one) => one.label === label && one.kind === kind);
  if (target < 0 && scope.isPart) {
    writer.line(`state = ${stateOf(label)}; return;`);
    return;
  }
  invariant(target >= 0, () => `a ${kind} has a target`);
  const crossed = scope.constructs.slice(target + 1);
  if (crossed.length > 0) {
    const flag = flagOf(label, kind);
    for (const construct of crossed) construct.crossed.add(flag);
    writer.line(`${flag} = true;`);
  }
  writer.line("break;");
}

/** The flags that a function needs: of what is left from within something that is in it. */
export function flagsOf(body: Block): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (block: Block, around: readonly string[]): void => {
    for (const stmt of block) {
      if (stmt.kind === "if") for (const one of [stmt.then, stmt.else]) visit(one, around);
      else if (stmt.kind === "block") visit(stmt.body, [...around, flagOf(stmt.label, "break")]);
      else if (stmt.kind === "loop") {
        const own = [...around, flagOf(stmt.label, "break")];
        visit(stmt.header, own);
        visit(stmt.body, leaves("continue", stmt) ? [...own, flagOf(stmt.label, "continue")] : own);
        visit(stmt.update, own);
      } else if (stmt.kind === "break" || stmt.kind === "continue") {
        const flag = flagOf(stmt.label, stmt.kind);
        if (around.includes(flag) && around.at(-1) !== flag) found.add(flag);
      }
    }
  };
  visit(body, []);
  return found;
}
