// What the generation of one WGSL program knows, and what is said where a kernel cannot be one.

import {
  type Block,
  type Builtin,
  type Expr,
  expressionsOf,
  type Fn,
  forEachStmt,
  type Label,
  type Module,
  type Position,
  resultOf,
} from "@lanewise/ir";
import { type Frame, layoutFrame } from "../frame.js";
import type { MathFunction } from "../math/math-function.js";
import type { CompileOptions } from "../program.js";
import { Writer } from "../writer.js";
import { cancellingConstants } from "./cancelling.js";
import type { WgslHelper } from "./helpers.js";
import type { Use } from "./operations.js";

export interface WgslOptions extends CompileOptions {
  /** Of a module global, in the device's memory. */
  readonly globalAddress: (index: number) => number;
}

/** A kernel that has no WGSL. */
export class NotForGpu extends Error {
  /** What the kernel has. */
  readonly what: string;
  readonly at: Position;
  readonly help: string;

  constructor(what: string, at: Position, help: string) {
    super(`the GPU has no ${what}`);
    this.what = what;
    this.at = at;
    this.help = help;
  }
}

export const ON_CPU = 'Launch the kernel on the device "cpu".';

/** Where a place is: the device's memory, or the work-item's own. */
export type Space = "heap" | "stack";

export interface Program {
  readonly options: WgslOptions;
  readonly module: Module;
  readonly writer: Writer;
  readonly use: Use;
  /** What is in expressions.ts, for the files that it imports: they write operands of what they write. */
  readonly expressionText: (this: void, scope: Scope, expr: Expr) => string;
  readonly helpers: Set<WgslHelper>;
  /** Functions of Math, by their names in the program. */
  readonly math: Map<string, { readonly builtin: Builtin; readonly written: MathFunction }>;
  /** Whether the heap's words are atomic. */
  readonly isAtomic: boolean;
  canFail: boolean;
  /** The most that a function of the program needs, in bytes. */
  stackSize: number;
}

/** What `break` leaves: a loop or a switch of WGSL. */
export interface Construct {
  readonly label: Label;
  readonly kind: "break" | "continue";
  /** Flags that are set where it is left for one further out. */
  readonly crossed: Set<string>;
}

export interface Scope {
  readonly program: Program;
  readonly fn: Fn;
  readonly frame: Frame;
  /** By local. */
  readonly names: readonly string[];
  readonly spaces: readonly (Space | undefined)[];
  /** Names of flags that say that something is left (statements.ts). */
  readonly flags: ReadonlySet<string>;
  readonly cancelling: ReadonlySet<number>;
  /** The constructs around, the innermost last. */
  readonly constructs: Construct[];
  /** Names of what statements compute in front of them. */
  count: number;
  /** Where the statement is that is written. */
  at: Position;
}

/** The expression as text. */
export function textOf(scope: Scope, expr: Expr): string {
  return scope.program.expressionText(scope, expr);
}

export function createProgram(
  options: WgslOptions,
  isAtomic: boolean,
  expressionText: Program["expressionText"],
): Program {
  const helpers = new Set<WgslHelper>();
  const use: Use = (helper) => {
    helpers.add(helper);
    return helper;
  };
  const math: Program["math"] = new Map();
  const own = { math, isAtomic, canFail: false, stackSize: 0 };
  return { options, module: options.module, writer: new Writer(), use, expressionText, helpers, ...own };
}

export function createScope(program: Program, fn: Fn, flags: ReadonlySet<string>): Scope {
  const local = fn.locals.find(({ isLocal }) => isLocal);
  if (local) throw new NotForGpu(`local memory yet (${local.name})`, fn.at, ON_CPU);
  const names = fn.locals.map(({ name }, local) => `v${local}_${name.replace(/\W/g, "_")}`.replace(/_+$/, ""));
  const frame = layoutFrame(fn, program.module);
  program.stackSize = Math.max(program.stackSize, frame.size);
  const cancelling = cancellingConstants(expressionsIn(fn.body));
  return { program, fn, frame, names, flags, cancelling, spaces: spacesOf(fn), constructs: [], count: 0, at: fn.at };
}

function expressionsIn(body: Block): Expr[] {
  const found: Expr[] = [];
  forEachStmt(body, (stmt) => found.push(...expressionsOf(stmt)));
  return found;
}

/** Where the locals that are references and spans lead. */
function spacesOf(fn: Fn): readonly (Space | undefined)[] {
  const spaces: (Space | undefined)[] = fn.locals.map((_, local) => (local < fn.parameters ? "heap" : undefined));
  for (let changed = true; changed; ) {
    changed = false;
    forEachStmt(fn.body, (stmt) => {
      const local = resultOf(stmt);
      const [value] = stmt.kind === "set" ? expressionsOf(stmt) : [];
      if (local === undefined || value === undefined || typeof value.type === "string") return;
      const space = spaceOf(spaces, value);
      if (space === undefined || spaces[local] === space) return;
      if (spaces[local] !== undefined) {
        throw new NotForGpu(
          `name for places of different memories (${fn.locals[local]?.name})`,
          (stmt.kind === "set" && stmt.at) || fn.at,
          "Give the captured array and the kernel's own a name each.",
        );
      }
      spaces[local] = space;
      changed = true;
    });
  }
  return spaces;
}

export function spaceOf(spaces: readonly (Space | undefined)[], expr: Expr): Space | undefined {
  switch (expr.kind) {
    case "address":
      return "stack";
    case "element":
    case "field":
      return spaceOf(spaces, expr.base);
    case "local":
      return spaces[expr.local];
    default:
      return "heap";
  }
}
