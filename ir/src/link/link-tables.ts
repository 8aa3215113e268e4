// The tables of a linked module (link-modules.ts): files, structs, globals and sites, each taken over when first requested. Globals are merged by id,
// structs by their fields, sites and files by content.

import {
  type DataType,
  type Global,
  type Module,
  type Position,
  type Site,
  type StructDefinition,
  typeName,
} from "../module/index.js";
import { withoutFinalZeros } from "./final-zeros.js";
import { type Numbering, renumberPosition, renumberType } from "./renumber.js";

/** An item of one of the modules, by its index in that module's table. */
export interface Part {
  readonly module: number;
  readonly index: number;
}

/** The modules cannot be linked: their definitions contradict each other. */
export class LinkError extends Error {
  override readonly name = "LinkError";
}

/** The new module's tables, which grow as items are first requested. */
export function createLinkTables(modules: readonly Module[]) {
  const files = new Map<string, number>();
  const structs = new Map<string, StructDefinition>();
  const sites = new Map<string, { readonly index: number; readonly site: Site }>();
  const globals: Global[] = [];
  const origins: Part[] = [];
  const numberings = modules.map((module, number): Omit<Numbering, "functionIndex"> => {
    const fileIndex = (index: number): number => indexIn(files, module.files[index] ?? "");
    const at = (position: Position): Position => renumberPosition(position, { fileIndex });
    const structName: (name: string) => string = remembered((name: string) =>
      defineStruct(structs, module, name, { structName: (n) => structName(n) }),
    );
    return {
      globals: module.globals,
      fileIndex,
      structName,
      siteIndex: remembered((index: number) => {
        const site = module.sites[index];
        if (!site) throw new LinkError(`${module.name} has no site ${index}`);
        const calledFrom = site.calledFrom && { calledFrom: site.calledFrom.map((call) => ({ ...call, ...at(call) })) };
        const moved = { ...site, at: at(site.at), ...calledFrom };
        const key = JSON.stringify(moved);
        const known = sites.get(key) ?? { index: sites.size, site: moved };
        sites.set(key, known);
        return known.index;
      }),
      globalIndex: remembered((index: number) => {
        const global = module.globals[index];
        if (!global) throw new LinkError(`${module.name} has no global ${index}`);
        const moved = { ...global, type: renumberType(global.type, { structName }), at: at(global.at) };
        const known = indexOfGlobal(globals, moved);
        if (known >= 0) return known;
        origins.push({ module: number, index });
        return globals.push({ ...moved, id: idOf(globals, moved) }) - 1;
      }),
    };
  });
  return {
    numberingOf: (module: number): Omit<Numbering, "functionIndex"> => {
      const numbering = numberings[module];
      if (!numbering) throw new LinkError(`there is no module ${module}`);
      return numbering;
    },
    origins,
    finish: (): Omit<Module, "name" | "functions"> => ({
      files: [...files.keys()],
      structs: [...structs.values()],
      globals,
      sites: [...sites.values()].map(({ site }) => site),
    }),
  };
}

function remembered<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

function indexIn(table: Map<string, number>, key: string): number {
  const index = table.get(key) ?? table.size;
  table.set(key, index);
  return index;
}

/** The existing global to use: the one with the same id; for constants and local memory it must also have the same definition. */
function indexOfGlobal(globals: readonly Global[], wanted: Global): number {
  return globals.findIndex((global) => {
    const isOwn = isOfModule(global) || isOfModule(wanted);
    if (isOwn) return baseOf(global.id) === wanted.id && isSameDefinition(global, wanted);
    if (global.id !== wanted.id) return false;
    if (isSameDefinition(global, wanted)) return true;
    const what = wanted.storage === "specialization" ? "specialization constant" : "device global";
    throw new LinkError(`${what} ${wanted.id} has two definitions, with other types or initial values`);
  });
}

function isSameDefinition(a: Global, b: Global): boolean {
  const bytes = ({ initial }: Global) => withoutFinalZeros(initial)?.join() ?? "";
  return a.storage === b.storage && typeName(a.type) === typeName(b.type) && bytes(a) === bytes(b);
}

/** Constants and local memory of the same name are numbered. */
function idOf(globals: readonly Global[], global: Global): string {
  return isOfModule(global) ? unusedName(global.id, new Set(globals.map(({ id }) => id))) : global.id;
}

/** Constants and local memory belong to their modules. */
function isOfModule({ storage }: Global): boolean {
  return storage === "constant" || storage === "local";
}

export function unusedName(wanted: string, used: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; used.has(name); count++) name = `${wanted}#${count}`;
  return name;
}

function baseOf(name: string): string {
  return name.replace(/#\d+$/, "");
}

/** The name of `module`'s struct in the new table: structs with the same fields are merged, others of the same name are numbered. */
function defineStruct(
  structs: Map<string, StructDefinition>,
  module: Module,
  name: string,
  renamed: Pick<Numbering, "structName">,
): string {
  const struct = module.structs.find((one) => one.name === name);
  if (!struct) throw new LinkError(`${module.name} has no struct ${name}`);
  const fields = struct.fields.map((field) => ({
    name: field.name,
    type: renumberType<DataType>(field.type, renamed),
  }));
  const text = (of: StructDefinition["fields"]) =>
    of.map((field) => `${JSON.stringify(field.name)}: ${typeName(field.type)}`).join();
  const known = [...structs.values()].find((one) => text(one.fields) === text(fields));
  if (known) return known.name;
  const found = unusedName(baseOf(name), new Set(structs.keys()));
  structs.set(found, { name: found, fields });
  return found;
}
