// Makes the functions of an image without IR linkable: a module of IR in which each is a call of the foreign function that is its WebAssembly, with
// the arguments it needs from the kernel (prebuild-functions.ts).

import {
  type Access,
  build,
  type Expr,
  type Fn,
  foreignSymbol,
  type Global,
  invariant,
  type Local,
  type Module,
  type Site,
} from "@lanewise/ir";
import type { FunctionCode, FunctionNeed, PrebuiltFunction } from "./wasm-image.js";

/** The tables that positions, types and globals of the functions index. */
export interface StubTables extends Pick<Module, "files" | "structs"> {
  readonly globals: readonly Pick<Global, "id" | "type" | "storage" | "initial">[];
}

/** `name` is the module's. Omits functions without code. */
export function functionStubs(name: string, functions: readonly PrebuiltFunction[], tables: StubTables): Module {
  const { files, structs } = tables;
  const first = { file: 0, line: 1, column: 1 };
  const globals = tables.globals.map(
    (global): Global => ({ ...global, name: global.id, hostAccess: "none", at: first }),
  );
  const sites: Site[] = [];
  const made: Fn[] = [];
  for (const fn of functions) {
    if (!fn.code) continue;
    const called = foreignOf(fn, fn.code, sites.length, globals);
    sites.push(...fn.code.sites);
    made.push(stubOf(fn, fn.code, made.length + 1, globals), called);
  }
  return { name, files, structs, globals, sites, functions: made };
}

function stubOf(fn: PrebuiltFunction, { needs }: FunctionCode, called: number, globals: readonly Global[]): Fn {
  const { symbol, name, parameters, result, at } = fn;
  const own = parameters.flatMap(({ type }, local): Expr[] => {
    const value = build.local(local, type);
    return isSpan(type) ? [value, build.length(value)] : [value];
  });
  const args = [build.constant("u32", 0), ...own, ...needs.map((need) => given(need, globals))];
  const common = {
    symbol,
    name,
    linkage: "exported",
    dimensions: 0,
    parameters: parameters.length,
    result,
    at,
  } as const;
  if (result === "void") return { ...common, locals: parameters, body: [build.call(called, args, undefined, at)] };
  const local = parameters.length;
  const body = [build.call(called, args, local, at), build.returnValue(build.local(local, result))];
  return { ...common, locals: [...parameters, { name: "result", type: result }], body };
}

function foreignOf(fn: PrebuiltFunction, code: FunctionCode, firstSite: number, globals: readonly Global[]): Fn {
  const own = fn.parameters.flatMap((parameter, index): Passed[] => {
    const access = code.access[index] ?? "readWrite";
    const length = { name: `${parameter.name}.length`, type: "i32", access: "none" } as const;
    return [{ ...parameter, access }, ...(isSpan(parameter.type) ? [length] : [])];
  });
  const needed = code.needs.map((need, index): Passed => {
    const access = code.access[fn.parameters.length + index] ?? "readWrite";
    return { name: need.kind, type: given(need, globals).type, access };
  });
  const all: readonly Passed[] = [{ name: "first site", type: "u32", access: "none" }, ...own, ...needed];
  return {
    ...{ symbol: foreignSymbol(fn.symbol), name: fn.name, linkage: "foreign", dimensions: 0, parameters: all.length },
    locals: all.map(({ name, type }) => ({ name, type })),
    ...{ result: fn.result, body: [], at: fn.at },
    compiled: {
      access: all.map(({ access }) => access),
      pointers: code.pointers,
      sites: code.sites.map((_, index) => firstSite + index),
    },
  };
}

interface Passed extends Pick<Local, "name" | "type"> {
  readonly access: Access;
}

function isSpan(type: Local["type"]): boolean {
  return typeof type !== "string" && type.kind === "span";
}

function given(need: FunctionNeed, globals: readonly Global[]): Expr {
  if (need.kind === "query") return build.query(need.query, need.dimension);
  const global = globals[need.global];
  invariant(global, "a function asks for globals that are there");
  const place = build.global(need.global, global.type);
  return need.kind === "place" ? place : build.load(place);
}
