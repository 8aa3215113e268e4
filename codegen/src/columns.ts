// Adapts a kernel to arrays of structs whose fields lie in columns ("soa"): each such parameter becomes one span for every leaf field. IR in, IR out,
// before any target compiles; other parameters and functions stay unchanged.

import { type DataType, invariant, type Module, type Type } from "@lanewise/ir";
import { rewritePlaces } from "./column-places.js";
import { inlineCalls } from "./inline.js";
import { forwardLocals } from "./simplify/forward-locals.js";
import { Locals } from "./simplify/locals.js";
import { withParameters } from "./simplify/parameters.js";
import { tidy } from "./simplify/tidy.js";
import { leavesOf } from "./struct-leaves.js";

/** A parameter of the new kernel that holds a field. */
export interface Column {
  /** Its index among the new kernel's parameters. */
  readonly index: number;
  /** The index of the original kernel's parameter that has the field. */
  readonly parameter: number;
  /** "pos.x". */
  readonly path: string;
  /** The type of an element: a scalar or a fixed array. */
  readonly type: DataType;
  /** Byte offset of the field in the struct. */
  readonly offset: number;
}

export interface ColumnKernel {
  /** Has the kernel at its old index, without calls. */
  readonly module: Module;
  /** In the order of the new parameters. */
  readonly columns: readonly Column[];
}

/**
 * Replaces the given `parameters` (indices) of the kernel, each a span of structs, by one span for each leaf field, named "ps.pos.x". All columns
 * have as many elements as the array had, and every access keeps its check, with the same site.
 *
 * @example
 * const { module, columns } = splitColumns(original, kernel, new Set([0]));
 * // (ps: span<struct<"P">>, n: i32) has become (ps.x: span<f32>, ps.y: span<f32>, n: i32)
 *
 * @throws Error if a variable may be either such an array or one laid out element by element.
 */
export function splitColumns(module: Module, kernel: number, parameters: ReadonlySet<number>): ColumnKernel {
  const original = module.functions[kernel];
  invariant(original?.linkage === "kernel", `function ${kernel} is a kernel`);
  const fn = forwardLocals(forwardLocals(inlineCalls(module, original)));
  const locals = new Locals(fn);
  const columns: Column[] = [];
  const columnsOf = new Map<number, ReadonlyMap<string, number>>();
  const order = fn.locals.slice(0, fn.parameters).flatMap(({ name, type }, parameter) => {
    if (!parameters.has(parameter)) return [parameter];
    const leaves = leavesOf(elementOf(type), module.structs);
    const made = new Map(
      leaves.map((leaf) => [leaf.path, locals.add(`${name}.${leaf.path}`, { kind: "span", element: leaf.type })]),
    );
    columnsOf.set(parameter, made);
    return [...made.values()];
  });
  order.forEach((local, index) => {
    for (const [parameter, made] of columnsOf) {
      const leaf = leavesOf(elementOf(fn.locals[parameter]?.type), module.structs).find(
        ({ path }) => made.get(path) === local,
      );
      if (leaf) columns.push({ index, parameter, path: leaf.path, type: leaf.type, offset: leaf.offset });
    }
  });
  const body = rewritePlaces({ fn, module, locals, columnsOf });
  const result = tidy(withParameters({ ...fn, locals: locals.all, body }, order));
  return {
    module: { ...module, functions: module.functions.map((one, index) => (index === kernel ? result : one)) },
    columns,
  };
}

function elementOf(type: Type | undefined): DataType {
  invariant(typeof type === "object" && type.kind === "span", "columns are those of a span of structs");
  return type.element;
}
