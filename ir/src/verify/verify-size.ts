// The verifier's first check: whether a module is so large, or grows so much once its calls are inlined, that checking it closely would take too
// long. Takes time proportional to the module's own size (module/limits.ts).

import {
  type Block,
  blocksOf,
  type DataType,
  type Expr,
  expressionsOf,
  type Fn,
  isScalar,
  limits,
  type Module,
  operandsOf,
  overLimit,
  type StructDefinition,
  scalars,
  type Type,
} from "../module/index.js";
import { depthsOf, inOrder } from "./nesting-depths.js";
import type { Violation } from "./verify.js";

type LimitName = keyof typeof limits;

/** Everything over a limit; empty if nothing is. */
export function problemsOfSize(module: Module): Violation[] {
  const found: Violation[] = [];
  const report = (name: LimitName, fn: string, where: string, node: object): void => {
    found.push({ function: fn, where, message: overLimit(limits[name]), node, isLimit: true });
  };
  for (const table of ["structs", "globals", "sites", "functions"] as const)
    if (module[table].length > limits[table].most) report(table, "", table, module);
  if (found.length > 0) return found;
  const bodies = module.functions.map(bodySize);
  if (sum(bodies.map(({ nodes }) => nodes)) > limits.nodes.most) report("nodes", "", "functions", module);
  const structs = structSizes(module);
  module.structs.forEach((struct, index) => {
    if (structs.of(struct.name).leaves > limits.leaves.most) report("leaves", "", `structs[${index}]`, struct);
  });
  const wholes = wholeSizes(module, bodies, structs);
  module.functions.forEach((fn, index) => {
    if (fn.locals.length > limits.locals.most) report("locals", fn.symbol, "", fn);
    if ((bodies[index]?.levels ?? 0) > limits.nesting.most) report("nesting", fn.symbol, "", fn);
    for (const name of ["inlined", "inlinedLocals", "privateBytes"] as const)
      if ((wholes[index]?.[name] ?? 0) > limits[name].most) report(name, fn.symbol, "", fn);
  });
  return found;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

interface BodySize {
  /** Number of statements and expressions. */
  readonly nodes: number;
  /** Their nesting depth. */
  readonly levels: number;
  /** One per call. */
  readonly callees: readonly number[];
}

/** Works level by level instead of recursively, since the body may nest too deep. */
function bodySize(fn: Fn): BodySize {
  const callees: number[] = [];
  let [nodes, levels] = [0, 0];
  let [blocks, exprs]: [readonly Block[], readonly Expr[]] = [[fn.body], []];
  while (blocks.length + exprs.length > 0) {
    levels++;
    const statements = blocks.flat();
    nodes += statements.length + exprs.length;
    for (const stmt of statements) if (stmt.kind === "call") callees.push(stmt.function);
    exprs = [...exprs.flatMap(operandsOf), ...statements.flatMap(expressionsOf)];
    blocks = statements.flatMap(blocksOf).filter(({ length }) => length > 0);
  }
  return { nodes, levels, callees };
}

interface StructSize {
  readonly leaves: number;
  /** At most; includes all padding. */
  readonly bytes: number;
}
const nothing: StructSize = { leaves: 0, bytes: 0 };

interface StructSizes {
  readonly of: (name: string) => StructSize;
}

/** Structs that contain themselves count as empty. */
function structSizes({ structs }: Module): StructSizes {
  const indices = new Map(structs.toReversed().map((struct, index) => [struct.name, structs.length - 1 - index]));
  const namesIn = ({ fields }: StructDefinition) => fields.flatMap(({ type }) => structIn(type) ?? []);
  const edges = structs.map((struct) => namesIn(struct).flatMap((name) => indices.get(name) ?? []));
  const sizes = new Map<string, StructSize>();
  const found: StructSizes = { of: (name) => sizes.get(name) ?? nothing };
  for (const index of inOrder(depthsOf(edges))) {
    const struct = structs[index];
    if (!struct || indices.get(struct.name) !== index) continue;
    const fields = struct.fields.map(({ type }) => sizeOf(type, found));
    const [leaves, bytes] = [sum(fields.map((one) => one.leaves)), sum(fields.map((one) => one.bytes))];
    sizes.set(struct.name, { leaves, bytes });
  }
  return found;
}

function structIn(type: DataType): string | undefined {
  if (isScalar(type)) return undefined;
  return type.kind === "struct" ? type.name : structIn(type.element);
}

function sizeOf(type: DataType, structs: StructSizes): StructSize {
  if (isScalar(type)) return { leaves: 1, bytes: scalars[type].size };
  if (type.kind === "struct") return structs.of(type.name);
  const { leaves, bytes } = sizeOf(type.element, structs);
  return { leaves, bytes: bytes * type.length };
}

/** Bytes of the function's own aggregates. */
function privateBytes({ locals }: Fn, structs: StructSizes): number {
  const isData = (type: Type): type is Exclude<DataType, string> =>
    !isScalar(type) && (type.kind === "array" || type.kind === "struct");
  return sum(locals.map(({ type }) => (isData(type) ? sizeOf(type, structs).bytes : 0)));
}

type Whole = Record<"inlined" | "inlinedLocals" | "privateBytes", number>;

/** The size of each function including its callees, once per call. Recursive functions count only themselves. */
function wholeSizes({ functions }: Module, bodies: readonly BodySize[], structs: StructSizes): readonly Whole[] {
  const wholes = functions.map((fn, index): Whole => {
    return {
      inlined: bodies[index]?.nodes ?? 0,
      inlinedLocals: fn.locals.length,
      privateBytes: privateBytes(fn, structs),
    };
  });
  const edges = bodies.map(({ callees }) => callees.filter((callee) => callee < functions.length));
  for (const index of inOrder(depthsOf(edges))) {
    const whole = wholes[index];
    for (const callee of edges[index] ?? []) {
      const called = wholes[callee];
      if (!whole || !called) continue;
      whole.inlined += called.inlined;
      whole.inlinedLocals += called.inlinedLocals;
      whole.privateBytes += called.privateBytes;
    }
  }
  return wholes;
}
