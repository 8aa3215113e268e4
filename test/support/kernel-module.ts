// Modules of one kernel for tests of targets, with as little ceremony as possible.

import { build, type DataType, type Expr, type Fn, type Local, type Module, type Stmt, type Type } from "@lanewise/ir";

export const at = { file: 0, line: 1, column: 1 } as const;

export interface KernelParts {
  readonly dimensions?: Fn["dimensions"];
  /** The parameters first. */
  readonly locals: readonly Type[];
  readonly parameters: number;
  readonly body: readonly Stmt[];
}

/** A kernel with the function index 0; other parts of the module may be given. Every site is "bounds" 0, 1, … */
export function kernelModule(
  { dimensions = 1, locals, parameters, body }: KernelParts,
  rest: Partial<Module> = {},
): Module {
  const kernel: Fn = {
    symbol: "test:kernel",
    name: "kernel (test.ts:1)",
    linkage: "kernel",
    dimensions,
    parameters,
    locals: locals.map((type, index): Local => ({ name: `v${index}`, type })),
    result: "void",
    body,
    at,
  };
  const sites = Array.from({ length: 8 }, (_, index) => ({ kind: "bounds" as const, name: `site ${index}`, at }));
  const { functions = [], ...others } = rest;
  return {
    name: "test",
    files: ["test.ts"],
    structs: [],
    globals: [],
    sites,
    ...others,
    functions: [kernel, ...functions],
  };
}

export const span = (element: DataType): Type => ({ kind: "span", element });

/** The place of the work-item's own element of a span parameter. */
export function ownElement(parameter: number, element: DataType, site = 0): Expr {
  return build.element(build.local(parameter, span(element)), build.query("globalId", 0), site);
}
