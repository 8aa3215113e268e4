// Device functions of images without IR. Their IR is calls of their WebAssembly (codegen/src/ahead/function-stubs.ts), with which kernels of other
// modules are linked.

import { functionStubs, type PrebuiltFunction } from "@lanewise/codegen";
import type { Module } from "@lanewise/ir";
import { LanewiseError, linkErrors } from "../../errors/index.js";
import { replacedBuiltins } from "../functions/index.js";
import { type LoadedImage, type PrebuiltCode, reading, unreadable } from "../index.js";
import { changeOf } from "../programs/index.js";

/** Reads the image's code for any engine: the functions are the same in all. `what` names the image in errors. */
export function readFunctions(codes: readonly PrebuiltCode[], owner: string, what: string): Module {
  const [code] = codes;
  if (!code) throw unreadable(what, "it has neither IR nor code");
  return reading(what, () => {
    const { functions, functionTables } = code.header;
    const nothing = { files: [], structs: [], globals: [] };
    return functionStubs(owner, functions, functions.length > 0 ? code.tables(functionTables) : nothing);
  });
}

/** Throws `ir_needed` if a kernel cannot call the function of an image without IR. */
export function assertCallable(loaded: LoadedImage, symbol: string, kernel: string): void {
  const [code] = loaded.prebuilt;
  const reason = code ? obstacleIn(code, symbol) : "its image has no code";
  if (reason === undefined) return;
  throw new LanewiseError(
    "ir_needed",
    `Kernel ${kernel} calls ${symbol}, which ${loaded.owner} ships only as WebAssembly. This kernel cannot call it: ${reason}.`,
    { row: linkErrors.ir_needed },
  );
}

function obstacleIn(code: PrebuiltCode, symbol: string): string | undefined {
  const fn = declarationIn(code, symbol);
  if (!fn) return "it is not in the image's code";
  if (!fn.code) return fn.missing;
  const { symbols } = replacedBuiltins();
  const replaced = fn.builtins.find((builtin) => symbols.has(builtin));
  return replaced === undefined ? changeOf(code) : `another image replaces ${replaced}`;
}

function declarationIn({ header }: PrebuiltCode, symbol: string): PrebuiltFunction | undefined {
  return header.functions.find((one) => one.symbol === symbol);
}
