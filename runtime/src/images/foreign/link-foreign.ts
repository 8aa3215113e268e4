// Links functions that a kernel imports and another compiler's module exports: they become foreign functions, once their types match the program's
// declarations.

import { type Fn, foreignSignature, type Module, typeName } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import type { LoadedImage } from "../index.js";
import type { FunctionType } from "./wasm-sections.js";

/** The module that has a function, by the function's symbol. */
export type ForeignProviders = ReadonlyMap<string, LoadedImage>;

/** Makes the providers' functions foreign. Throws `link_program_error` if a type differs. */
export function withForeign(module: Module, providers: ForeignProviders, kernel: string): Module {
  if (providers.size === 0) return module;
  const functions = module.functions.map((fn): Fn => {
    const provider = fn.linkage === "imported" ? providers.get(fn.symbol) : undefined;
    if (!provider) return fn;
    assertType(fn, provider, kernel);
    return { ...fn, linkage: "foreign" };
  });
  return { ...module, functions };
}

function assertType(fn: Fn, { owner, foreign }: LoadedImage, kernel: string): void {
  const { parameters, result } = foreignSignature(fn);
  const wanted: FunctionType = { parameters, results: result ? [result] : [] };
  const found = foreign?.binary.exports.get(fn.symbol);
  if (found && textOf(found) === textOf(wanted)) return;
  const declared = fn.locals.slice(0, fn.parameters).map(({ name, type }) => `${name}: ${typeName(type)}`);
  const returned = fn.result === "void" ? "void" : typeName(fn.result);
  throw new LanewiseError(
    "link_program_error",
    `Kernel ${kernel} cannot be linked: it calls ${fn.symbol} as (${declared.join(", ")}) => ${returned}, in WebAssembly ${textOf(wanted)}, ` +
      `but ${owner} exports it as ${found ? textOf(found) : "something else"}.`,
    {
      help: "Declare the function as the binary has it: i32, u32 and boolean are i32 there, i64 and u64 are i64; an array is its address, an i32, without its length.",
    },
  );
}

function textOf({ parameters, results }: FunctionType): string {
  return `(${parameters.join(", ")}) -> (${results.join(", ")})`;
}
