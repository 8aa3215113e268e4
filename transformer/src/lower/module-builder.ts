// Builds the IR module of one source file while its kernels are lowered into it: tables that assign indices.

import {
  build,
  type DataType,
  type Expr,
  type Fn,
  type Global,
  invariant,
  type Module,
  type Position,
  type Site,
  type StructDefinition,
  typeName,
  type ValueScalar,
  withoutFinalZeros,
} from "@lanewise/ir";
import type ts from "typescript-6";
import { dataOf, type Struct } from "../infer/shape.js";
import type { DeviceGlobal } from "../recognise/device-globals.js";
import type { ConstantValue } from "../recognise/evaluate.js";
import { pathFrom } from "../recognise/package-of.js";

export interface ModuleBuilder {
  positionOf(node: ts.Node): Position;
  /** Returns the file of a position. */
  sourceOf(this: void, position: Position): ts.SourceFile;
  /** All files that positions refer to. */
  sources(): Iterable<ts.SourceFile>;
  addSite(kind: Site["kind"], name: string, node: ts.Node): number;
  /** Returns a reference to a device global. */
  globalPlace(global: DeviceGlobal): Expr;
  /** Adds a global that belongs to the module: a constant table, the ring of console.log. */
  ownGlobal(global: Global): number;
  /** Returns the name of a struct's definition, found by its decided fields. */
  structName(this: void, struct: Struct): string;
  /** Returns a struct of one scalar: the storage of a variable that inner functions assign. */
  cell(type: ValueScalar): DataType;
  isCell(name: string): boolean;
  /** Returns an empty struct that identifies an item by its type. */
  mark(name: string): DataType;
  structs(): readonly StructDefinition[];
  /** Returns a number that tells constants of one name apart. */
  constantNumber(value: ConstantValue): number;
  /** Returns the index of the function with that key; `lower` lowers it the first time. */
  functionIndex(key: string, lower: () => Fn): number;
  /** Returns the lowered function with that index. */
  function(this: void, index: number): Fn;
  functionCount(): number;
  finish(): Module;
}

export function createModuleBuilder(name: string): ModuleBuilder {
  const files = new Map<string, number>();
  const fileIndices = new Map<ts.SourceFile, number>();
  const sites: Site[] = [];
  const siteIndices = new Map<string, number>();
  const globals = new Map<string, { index: number; global: Global }>();
  const structs = new Map<string, StructDefinition>();
  const constants = new Map<ConstantValue, number>();
  const functions: Fn[] = [];
  const ofFields = new Map<string, string>();
  /** Structs of the same fields are one, whatever their names; those with the same name and other fields are numbered. */
  const defineStruct = (wanted: string, fields: StructDefinition["fields"]): string => {
    const key = fields.map(({ name, type }) => `${JSON.stringify(name)}: ${typeName(type)}`).join();
    const known = ofFields.get(key);
    if (known !== undefined) return known;
    let found = wanted;
    for (let count = 2; structs.has(found); count++) found = `${wanted}#${count}`;
    structs.set(found, { name: found, fields });
    ofFields.set(key, found);
    return found;
  };
  /** Returns a device global's type, with its structs defined in this module. */
  const ownType = (type: DataType, given: readonly StructDefinition[]): DataType => {
    if (typeof type === "string") return type;
    if (type.kind === "array") return { ...type, element: ownType(type.element, given) };
    const definition = given.find(({ name }) => name === type.name);
    invariant(definition, () => `the struct ${type.name} is described with the device global`);
    const fields = definition.fields.map((field) => ({ name: field.name, type: ownType(field.type, given) }));
    return { kind: "struct", name: defineStruct(type.name, fields) };
  };
  const structName = (struct: Struct): string =>
    defineStruct(
      struct.name,
      struct.fields.map((field) => ({ name: field.name, type: dataOf(field.storage, structName) })),
    );
  const functionIndices = new Map<string, number>();
  const positionOf = (node: ts.Node): Position => {
    const sourceFile = node.getSourceFile();
    const { line, character } = sourceFile.getLineAndCharacterOfPosition(node.getStart(sourceFile));
    const file = fileIndices.get(sourceFile) ?? indexIn(files, pathFrom(name, sourceFile.fileName));
    fileIndices.set(sourceFile, file);
    return { file, line: line + 1, column: character + 1 };
  };
  const globalPlace = (global: DeviceGlobal): Expr => {
    const known = globals.get(global.id);
    if (known) return build.global(known.index, known.global.type);
    const index = globals.size;
    const { id, name: globalName, storage, hostAccess } = global;
    const initial = storage !== "specialization" ? withoutFinalZeros(global.initial) : global.initial;
    const type = ownType(global.type, global.structs);
    const at = positionOf(global.declaration.name);
    globals.set(id, { index, global: { id, name: globalName, type, initial, storage, hostAccess, at } });
    return build.global(index, type);
  };
  return {
    positionOf,
    sourceOf({ file }) {
      const source = [...fileIndices].find(([, index]) => index === file)?.[0];
      invariant(source, "a position is in a file that was looked at");
      return source;
    },
    sources: () => fileIndices.keys(),
    addSite(kind, siteName, node) {
      const at = positionOf(node);
      const key = `${kind} ${siteName} ${at.file}:${at.line}:${at.column}`;
      const known = siteIndices.get(key);
      if (known !== undefined) return known;
      siteIndices.set(key, sites.length);
      return sites.push({ kind, name: siteName, at }) - 1;
    },
    globalPlace,
    ownGlobal(global) {
      const index = globals.get(global.id)?.index ?? globals.size;
      globals.set(global.id, { index, global });
      return index;
    },
    structName,
    cell: (type) => {
      const name = `cell.${type}`;
      structs.set(name, { name, fields: [{ name: "value", type }] });
      return { kind: "struct", name };
    },
    isCell: (one) => one.startsWith("cell."),
    mark: (wanted) => ({ kind: "struct", name: defineStruct(wanted, [{ name: wanted, type: "bool" }]) }),
    structs: () => [...structs.values()],
    constantNumber(value) {
      const number = constants.get(value) ?? constants.size;
      constants.set(value, number);
      return number;
    },
    functionIndex(key, lower) {
      const known = functionIndices.get(key);
      if (known !== undefined) return known;
      const fn = lower();
      functionIndices.set(key, functions.length);
      return functions.push(fn) - 1;
    },
    function: (index) => {
      const fn = functions[index];
      invariant(fn, () => `there is a function ${index}`);
      return fn;
    },
    functionCount: () => functions.length,
    finish() {
      const defined = functions.filter(({ linkage }) => linkage !== "imported");
      invariant(new Set(defined.map((fn) => fn.symbol)).size === defined.length, "symbols are unique in their module");
      return {
        name,
        files: [...files.keys()],
        structs: [...structs.values()],
        globals: [...globals.values()].map(({ global }) => global),
        sites,
        functions,
      };
    },
  };
}

function indexIn(table: Map<string, number>, key: string): number {
  const index = table.get(key) ?? table.size;
  table.set(key, index);
  return index;
}
