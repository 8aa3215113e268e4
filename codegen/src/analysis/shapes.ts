// Uniformity: how a value differs between the work-items of a gang. Uniform values and values that grow by the same amount
// from one work-item to the next are computed once, as the first work-item's scalar; the others are vectors. A local that
// is assigned under a condition that varies is a vector only where somebody may see the difference (liveness.ts).

import { type Block, type Expr, type Fn, type Label, operandsOf, type Stmt, type SubGroupSize } from "@lanewise/ir";
import type { Facts } from "./facts.js";
import type { Live, Liveness } from "./liveness.js";
import { isSameExpr } from "./same-expr.js";

export type Shape =
  | { readonly kind: "uniform" }
  /** Integers: work-item n of the gang has the first one's value + n * stride. The stride is a uniform expression. */
  | { readonly kind: "linear"; readonly stride: number | Expr }
  | { readonly kind: "varying" };

const uniform: Shape = { kind: "uniform" };
const varying: Shape = { kind: "varying" };

/** The same for the whole gang, as a quotient; or growing as the operand does from one work-item to the next, as a remainder. */
export type Alignment = "same" | "follows";

export interface ShapeContext {
  readonly fn: Fn;
  readonly facts: Facts;
  readonly liveness: Liveness;
  readonly gangShape: "rows" | "flat";
  /** Work-items of a gang, where each is a sub-group. */
  readonly subGroups: SubGroupSize | undefined;
  readonly choice: (expr: Expr) => Expr | boolean | undefined;
  /** Operations on indices that come out alike in every gang (aligned.ts, aligned-captures.ts). */
  readonly aligned: ReadonlyMap<Expr, Alignment>;
}

export interface Shapes {
  readonly of: (expr: Expr) => Shape;
  /** By local. */
  readonly locals: readonly Shape[];
  /** Loops, blocks, and the kernel itself (undefined), that work-items of a gang leave at different times. */
  readonly divergent: ReadonlySet<Label | undefined>;
  /** Loops of which work-items `continue` at different places. */
  readonly dividedRounds: ReadonlySet<Label>;
}

export function analyseShapes(context: ShapeContext): Shapes {
  const { fn } = context;
  const locals = fn.locals.map((_, local): Shape | undefined => (local < fn.parameters ? uniform : undefined));
  const divergent = new Set<Label | undefined>();
  const dividedRounds = new Set<Label>();
  for (;;) {
    const pass = new Pass(context, locals, divergent, dividedRounds);
    pass.block(fn.body, []);
    if (pass.hasChanged) continue;
    return {
      of: (expr) => pass.shapeOf(expr),
      locals: locals.map((shape) => shape ?? uniform),
      divergent,
      dividedRounds,
    };
  }
}

/** A place where some of the gang's work-items may be waiting, and what they want there. */
interface Waiting {
  readonly live: Live;
}
/** What encloses a statement, outermost first. */
interface Scope {
  readonly label: Label | undefined;
  readonly kind: "if" | "loop" | "block" | "round";
  /** Work-items wait for others from the beginning. */
  readonly isVarying: boolean;
  readonly waiting: Waiting;
}

const isInteger = (type: unknown) => type === "i32" || type === "u32";

class Pass {
  readonly #context: ShapeContext;
  /** Undefined until an assignment is seen. */
  readonly #locals: (Shape | undefined)[];
  readonly #divergent: Set<Label | undefined>;
  readonly #dividedRounds: Set<Label>;
  readonly #known = new Map<Expr, Shape>();
  hasChanged = false;

  constructor(
    context: ShapeContext,
    locals: (Shape | undefined)[],
    divergent: Set<Label | undefined>,
    dividedRounds: Set<Label>,
  ) {
    this.#context = context;
    this.#locals = locals;
    this.#divergent = divergent;
    this.#dividedRounds = dividedRounds;
  }

  block(block: Block, scopes: readonly Scope[]): void {
    for (const stmt of block) this.#stmt(stmt, scopes);
  }

  #stmt(stmt: Stmt, scopes: readonly Scope[]): void {
    const { liveness } = this.#context;
    const after = liveness.after.get(stmt) ?? new Set();
    switch (stmt.kind) {
      case "set":
        this.#assign(stmt.local, this.shapeOf(stmt.value), scopes);
        break;
      case "subGroup": {
        const isOne = this.#context.subGroups !== undefined && stmt.op === "reduce";
        this.#assign(stmt.result, isOne ? uniform : varying, scopes);
        break;
      }
      case "atomic":
      case "call":
        // What each work-item finds there, or is given, is its own.
        if (stmt.result !== undefined) this.#assign(stmt.result, varying, scopes);
        break;
      case "if": {
        const isVarying = this.shapeOf(stmt.condition).kind !== "uniform";
        const scope = (live: Live): Scope => ({ label: undefined, kind: "if", isVarying, waiting: { live } });
        this.block(stmt.then, [...scopes, scope(liveness.atElse.get(stmt) ?? after)]);
        this.block(stmt.else, [...scopes, scope(after)]);
        break;
      }
      case "loop": {
        if (this.shapeOf(stmt.condition).kind !== "uniform") this.#mark(this.#divergent, stmt.label);
        const loop: Scope = {
          label: stmt.label,
          kind: "loop",
          isVarying: this.#divergent.has(stmt.label),
          waiting: { live: after },
        };
        const round: Scope = {
          label: stmt.label,
          kind: "round",
          isVarying: this.#dividedRounds.has(stmt.label),
          waiting: { live: liveness.atUpdate.get(stmt) ?? after },
        };
        this.block(stmt.header, [...scopes, loop]);
        this.block(stmt.body, [...scopes, loop, round]);
        this.block(stmt.update, [...scopes, loop]);
        break;
      }
      case "block": {
        const isVarying = this.#divergent.has(stmt.label);
        this.block(stmt.body, [...scopes, { label: stmt.label, kind: "block", isVarying, waiting: { live: after } }]);
        break;
      }
      case "break":
      case "continue":
      case "return":
        this.#jump(stmt, scopes);
        break;
      default:
    }
  }

  /** A jump that some work-items take and others do not divides everything up to its target. */
  #jump(stmt: Extract<Stmt, { kind: "break" | "continue" | "return" }>, scopes: readonly Scope[]): void {
    const kinds: readonly string[] = stmt.kind === "continue" ? ["round"] : ["loop", "block"];
    const isTarget = ({ kind, label }: Scope) => stmt.kind !== "return" && label === stmt.label && kinds.includes(kind);
    const target = scopes.findIndex(isTarget);
    const crossed = scopes.slice(Math.max(target, 0));
    if (!crossed.some(({ isVarying }, index) => isVarying && !(index === 0 && target >= 0))) return;
    if (stmt.kind === "return") this.#mark(this.#divergent, undefined);
    for (const { kind, label } of crossed) {
      if (label !== undefined && kind !== "round") this.#mark(this.#divergent, label);
    }
    if (stmt.kind === "continue") this.#mark(this.#dividedRounds, stmt.label);
  }

  #mark<T>(set: Set<T>, label: T): void {
    if (set.has(label)) return;
    set.add(label);
    this.hasChanged = true;
  }

  #assign(local: number, value: Shape, scopes: readonly Scope[]): void {
    const isSeen = scopes.some(({ isVarying, waiting }) => isVarying && waiting.live.has(local));
    const before = this.#locals[local];
    const joined = isSeen ? varying : join(before, value);
    if (before && isSameShape(before, joined)) return;
    this.#locals[local] = joined;
    this.hasChanged = true;
  }

  shapeOf(expr: Expr): Shape {
    const known = this.#known.get(expr);
    if (known) return known;
    const shape = this.#compute(expr);
    // Until the locals' shapes are final, those computed from them are not.
    if (!this.hasChanged) this.#known.set(expr, shape);
    return shape;
  }

  #compute(expr: Expr): Shape {
    switch (expr.kind) {
      case "local":
        return this.#locals[expr.local] ?? uniform;
      case "address":
        return varying;
      case "query":
        return this.#query(expr.query, expr.dimension);
      case "op":
        return this.#op(expr);
      case "element":
      case "field": {
        // Where indices are equal modulo 2^32, what is checked need not be.
        const checked = expr.kind === "element" && expr.exact ? [expr.exact] : [];
        const shapes = [...operandsOf(expr), ...checked].map((one) => this.shapeOf(one));
        return shapes.every(({ kind }) => kind === "uniform") ? uniform : varying;
      }
      default:
        return this.#uniformIfAllAre(operandsOf(expr));
    }
  }

  /** A parameter that the kernel does not assign. */
  readonly #isCaptured = (local: number) =>
    local < this.#context.fn.parameters && this.#context.facts.assignments[local]?.length === 0;

  #uniformIfAllAre(operands: readonly Expr[]): Shape {
    return operands.every((one) => this.shapeOf(one).kind === "uniform") ? uniform : varying;
  }

  #query(query: string, dimension: number): Shape {
    const isIndex = query === "globalId" || query === "groupId";
    const { fn, gangShape } = this.#context;
    if (!isIndex || dimension >= fn.dimensions) return uniform;
    if (gangShape === "flat" && fn.dimensions > 1) return varying;
    return dimension === fn.dimensions - 1 ? { kind: "linear", stride: 1 } : uniform;
  }

  #op(expr: Extract<Expr, { kind: "op" }>): Shape {
    const choice = this.#context.choice(expr);
    if (choice !== undefined) return typeof choice === "boolean" ? uniform : this.shapeOf(choice);
    const { op, args } = expr;
    const shapes = args.map((one) => this.shapeOf(one));
    if (shapes.every(({ kind }) => kind === "uniform")) return uniform;
    const [a, b] = shapes;
    if (!isInteger(expr.type) || !a || a.kind === "varying" || b?.kind === "varying") return varying;
    const alignment = this.#context.aligned.get(expr);
    if (alignment) return alignment === "same" ? uniform : b?.kind === "linear" ? b : a;
    const strides = [strideOf(a), b ? strideOf(b) : 0] as const;
    switch (op) {
      case "add":
        return linear(addStrides(strides[0], strides[1], "add"));
      case "sub":
        return linear(addStrides(strides[0], strides[1], "sub"));
      case "neg":
        return linear(addStrides(0, strides[0], "sub"));
      case "mul":
        if (b?.kind === "uniform") return linear(scaleStride(strides[0], args[1], this.#isCaptured));
        return a.kind === "uniform" ? linear(scaleStride(strides[1], args[0], this.#isCaptured)) : varying;
      case "shl": {
        const [, count] = args;
        if (b?.kind !== "uniform" || count?.kind !== "const" || typeof strides[0] !== "number") return varying;
        return linear((strides[0] << (Number(count.value) & 31)) | 0);
      }
      case "reinterpret":
      case "wrap":
        return isInteger(args[0]?.type) ? a : varying;
      default:
        return varying;
    }
  }
}

/** A linear local has one stride wherever it is assigned. */
function join(before: Shape | undefined, value: Shape): Shape {
  if (!before) return value;
  return isSameShape(before, value) ? before : varying;
}

function isSameShape(a: Shape, b: Shape): boolean {
  if (a.kind !== "linear" || b.kind !== "linear") return a.kind === b.kind;
  if (typeof a.stride === "number" || typeof b.stride === "number") return a.stride === b.stride;
  return isSameExpr(a.stride, b.stride);
}

function strideOf(shape: Shape): number | Expr {
  return shape.kind === "linear" ? shape.stride : 0;
}

function linear(stride: number | Expr | undefined): Shape {
  if (stride === undefined) return varying;
  // Modulo 2^32, as the values are.
  if (typeof stride === "number") return (stride | 0) === 0 ? uniform : { kind: "linear", stride: stride | 0 };
  return { kind: "linear", stride };
}

function asExpr(stride: number | Expr): Expr {
  return typeof stride === "number" ? { kind: "const", type: "i32", value: stride | 0 } : stride;
}

function addStrides(a: number | Expr, b: number | Expr, op: "add" | "sub"): number | Expr | undefined {
  if (typeof a === "number" && typeof b === "number") return op === "add" ? a + b : a - b;
  if (b === 0) return a;
  if (a === 0 && op === "add") return b;
  return { kind: "op", type: "i32", op, args: [asExpr(a), asExpr(b)] };
}

/** Constants, and what is captured or asked of the range: they mean the same wherever the stride is asked for. */
function scaleStride(
  stride: number | Expr,
  factor: Expr | undefined,
  isCaptured: (local: number) => boolean,
): number | Expr | undefined {
  if (!factor) return undefined;
  if (factor.kind === "const" && typeof stride === "number") return Math.imul(stride, Number(factor.value));
  if (!isStable(factor, isCaptured)) return undefined;
  if (stride === 1 && factor.type === "i32") return factor;
  return { kind: "op", type: "i32", op: "mul", args: [asExpr(stride), asI32(factor)] };
}

function asI32(expr: Expr): Expr {
  return expr.type === "u32" ? { kind: "op", type: "i32", op: "wrap", args: [expr] } : expr;
}

function isStable(expr: Expr, isCaptured: (local: number) => boolean): boolean {
  if (expr.kind === "local") return isCaptured(expr.local);
  if (expr.kind === "const" || expr.kind === "query") return true;
  return expr.kind === "length" && expr.span.kind === "local";
}
