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
import type { GroupShape } from "../groups/bind-local-size.js";
import type { MathFunction } from "../math/math-function.js";
import type { Ranges } from "../narrow/find-ranges.js";
import type { CompileOptions, PrivatisedTarget } from "../program.js";
import { Writer } from "../writer.js";
import type { Roots } from "./apart.js";
import { cancellingConstants } from "./cancelling.js";
import type { WgslHelper } from "./helpers.js";
import { itemsOf } from "./in-group.js";
import { NotForGpu } from "./not-for-gpu.js";
import type { Use } from "./operations.js";
import { areShort } from "./parameters.js";

export interface WgslOptions extends CompileOptions {
  /** Of a module global, in the device's memory. */
  readonly globalAddress: (index: number) => number;
  readonly fp: "default" | "strict";
  /** "f32": doubles may be computed as such (single-precision.ts). Default: "f64". */
  readonly precision?: "f64" | "f32" | undefined;
  /** Of a kernel of work-groups. */
  readonly group?: GroupShape | undefined;
}

/**
 * Where a place is: the device's memory, the part of it that is reached atomically where that lies apart, the work-item's own memory, or its
 * group's.
 */
export type Space = "heap" | "atomics" | "stack" | "local";

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
  /** Memories whose words are atomic. */
  readonly atomic: ReadonlySet<Space>;
  /** What is in "atomics"; undefined where all of the device's memory is the heap. */
  readonly roots: Roots | undefined;
  /** Arrays of which each workgroup has a copy. */
  readonly copies: readonly PrivatisedTarget[];
  readonly areArgumentsShort: boolean;
  /** Of the group's memory: where each global is, and the bytes of all. */
  readonly localBytes: { readonly offsets: Map<number, number>; fixed: number };
  /** Whether there is more of it, whose size the launch says. */
  readonly hasSizedLocal: boolean;
  canFail: boolean;
  /** Whether work-items note something for the report of a failure. */
  readonly hasNotes: boolean;
  hasVotes: boolean;
  hasStates: boolean;
  /** Of the variant that is written. */
  ranges: Ranges | undefined;
  /** Of the variant that is written: elements that need no check. */
  proven: ReadonlySet<Expr>;
  /** Of the variant that is written: elements that one work-item alone writes. */
  own: ReadonlySet<Expr>;
  /** Work-items of a workgroup. */
  readonly workgroupSize: number;
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
  /** Of the round that is written: parts of words that are loaded, by the place. */
  neighbours: ReadonlyMap<Expr, string>;
  /** Whether it is one of several functions that a kernel of work-groups is made of: what is left is noted in `state`. */
  readonly isPart: boolean;
}

/** The expression as text. */
export function textOf(scope: Scope, expr: Expr): string {
  return scope.program.expressionText(scope, expr);
}

/** Of kernels over ranges. */
const RANGE_WORKGROUP = 256;

export function createProgram(
  options: WgslOptions,
  { atomic, roots, copies }: Pick<Program, "atomic" | "roots" | "copies">,
  expressionText: Program["expressionText"],
): Program {
  const helpers = new Set<WgslHelper>();
  const use: Use = (helper) => {
    helpers.add(helper);
    return helper;
  };
  const math: Program["math"] = new Map();
  const { module, kernel } = options;
  const hasSizedLocal = module.functions[kernel]?.locals.some(({ isLocal }) => isLocal) === true;
  const fn = module.functions[kernel];
  const hasNotes = fn?.locals.some(({ isNote }) => isNote) === true;
  const areArgumentsShort = fn !== undefined && areShort(fn);
  const own = {
    areArgumentsShort,
    math,
    atomic,
    roots,
    copies,
    hasSizedLocal,
    hasNotes,
    canFail: false,
    hasVotes: false,
    hasStates: false,
    stackSize: 0,
  };
  const workgroupSize = options.group ? itemsOf(options.group) : RANGE_WORKGROUP;
  const localBytes = { offsets: new Map<number, number>(), fixed: 0 };
  return {
    options,
    module,
    writer: new Writer(),
    use,
    expressionText,
    helpers,
    localBytes,
    workgroupSize,
    ranges: undefined,
    proven: new Set(),
    own: new Set(),
    ...own,
  };
}

interface ScopeSettings {
  readonly flags?: ReadonlySet<string>;
  /** Of the names of locals. */
  readonly suffix?: string;
}

export function createScope(program: Program, fn: Fn, { flags = new Set(), suffix = "" }: ScopeSettings): Scope {
  const names = fn.locals.map(({ name }, local) =>
    `v${local}_${suffix}_${name.replace(/\W/g, "_")}`.replace(/_+$/, "").replace(/_+/g, "_"),
  );
  const frame = layoutFrame(fn, program.module);
  program.stackSize = Math.max(program.stackSize, frame.size);
  const cancelling = cancellingConstants(expressionsIn(fn.body));
  const spaces = spacesOf(program, fn);
  const own = { constructs: [], count: 0, at: fn.at, isPart: false, neighbours: new Map<Expr, string>() };
  return { program, fn, frame, names, flags, cancelling, spaces, ...own };
}

function expressionsIn(body: Block): Expr[] {
  const found: Expr[] = [];
  forEachStmt(body, (stmt) => found.push(...expressionsOf(stmt)));
  return found;
}

type Spaces = Pick<Program, "module" | "roots">;

/** Where the locals that are references and spans lead. */
export function spacesOf(program: Spaces, fn: Fn): readonly (Space | undefined)[] {
  const ofParameter = (local: number): Space => {
    if (fn.locals[local]?.isLocal) return "local";
    return program.roots?.parameters.has(local) ? "atomics" : "heap";
  };
  const spaces = fn.locals.map((_, local) => (local < fn.parameters ? ofParameter(local) : undefined));
  for (let changed = true; changed; ) {
    changed = false;
    forEachStmt(fn.body, (stmt) => {
      const local = resultOf(stmt);
      const [value] = stmt.kind === "set" ? expressionsOf(stmt) : [];
      if (local === undefined || value === undefined || typeof value.type === "string") return;
      const space = spaceOf(program, spaces, value);
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

export function spaceOf(program: Spaces, spaces: readonly (Space | undefined)[], expr: Expr): Space | undefined {
  switch (expr.kind) {
    case "address":
      return "stack";
    case "element":
    case "field":
      return spaceOf(program, spaces, expr.base);
    case "global":
      if (program.module.globals[expr.global]?.storage === "local") return "local";
      return program.roots?.globals.has(expr.global) ? "atomics" : "heap";
    case "local":
      return spaces[expr.local];
    default:
      return "heap";
  }
}
