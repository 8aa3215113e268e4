// The state of generating one JavaScript program: names, used helpers, and the layout of private memory. Functions are not recursive, so each has one
// fixed frame, one after another.

import { type Fn, forEachStmt, hasBody, invariant, type Module } from "@lanewise/ir";
import { type Frame, layoutFrame } from "../frame.js";
import type { CompileOptions } from "../program.js";
import type { Writer } from "../writer.js";
import { type Declarations, declarationsOf } from "./declarations.js";
import { createNaming } from "./names.js";
import type { Use } from "./operations.js";
import { type JsHelper, prelude } from "./prelude.js";

export interface Program {
  readonly options: CompileOptions;
  readonly module: Module;
  readonly writer: Writer;
  readonly use: Use;
  readonly helpers: ReadonlySet<JsHelper>;
  /** The functions that the kernel reaches, by index in the module, callees first. */
  readonly functions: ReadonlyMap<number, ProgramFunction>;
  readonly stackSize: number;
}

export interface ProgramFunction {
  readonly fn: Fn;
  readonly name: string;
  readonly frame: Frame;
  /** Offset of its frame in private memory. */
  readonly frameOffset: number;
}

/** A function's part: its locals' names and their declarations. */
export interface Scope {
  readonly program: Program;
  readonly self: ProgramFunction;
  readonly locals: readonly string[];
  readonly declarations: Declarations;
}

/** Names that generated code itself uses (compile.ts, prelude.ts). */
export const views = ["I8", "U8", "I16", "U16", "I32", "U32", "I64", "U64", "F32", "F64"] as const;
const ownNames: readonly string[] = [
  ...views,
  ...Object.keys(prelude).map((name) => `$${name}`),
  ...["launch", "thread", "item", "buffer", "attach", "run", "span"].map((name) => `$${name}`),
  ...["", "index", "size"].flatMap((name) => [0, 1, 2].map((number) => `$${name}${number}`)),
];

export function createProgram(options: CompileOptions, writer: Writer): Program {
  const helpers = new Set<JsHelper>();
  const { functions, stackSize } = collectFunctions(options);
  const use: Use = (helper) => {
    helpers.add(helper);
    return `$${helper}`;
  };
  return { options, module: options.module, writer, use, helpers, functions, stackSize };
}

function collectFunctions({ module, kernel }: CompileOptions): Pick<Program, "functions" | "stackSize"> {
  const functions = new Map<number, ProgramFunction>();
  const nameOf = createNaming(ownNames);
  let stackSize = 0;
  const visit = (index: number): void => {
    if (functions.has(index)) return;
    const fn = module.functions[index];
    invariant(fn && (hasBody(fn) || fn.linkage === "foreign"), "called functions have bodies once images are linked");
    forEachStmt(fn.body, (stmt) => {
      if (stmt.kind === "call") visit(stmt.function);
    });
    const frame = layoutFrame(fn, module);
    functions.set(index, { fn, name: nameOf(fn.name), frame, frameOffset: stackSize });
    stackSize += frame.size;
  };
  visit(kernel);
  return { functions, stackSize };
}

export function createScope(program: Program, self: ProgramFunction): Scope {
  const functionNames = [...program.functions.values()].map(({ name }) => name);
  const globalNames = program.module.globals.map((_, index) => `$global${index}`);
  const declarations = declarationsOf(self.fn, [...ownNames, ...functionNames, ...globalNames]);
  return { program, self, locals: declarations.names, declarations };
}
