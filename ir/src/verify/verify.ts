// The verifier: what every module must satisfy, whoever made it. Runs after lowering, after linking and on images from outside; later stages rely on
// it and do not check again. It collects violations and never throws on a decoded module.
//
// The module
//  1. Struct names are unique; each struct has at least one field; no struct contains itself.
//  2. A type names structs of the table, its arrays have at least one element, its size is at most 2^31 - 1 bytes.
//  3. A position is in a file of the module; lines and columns count from 1.
//  4. Ids of globals and symbols of functions are unique; initial bytes match the size of the global's type, and local
//     memory has none. The name of a "log" site is a message, and the console's ring has its type (abi/console-ring.ts).
// Functions (verify-function.ts checks bodies)
//  5. The first `parameters` locals are parameters: values, references or spans; for kernels, values and spans, and only those spans may
//     be local memory. A kernel is specialised by parameters that are values. References of exported and imported functions may be
//     readonly; whether the body respects that is not checked.
//  6. A local is a value, a reference, a span or an aggregate; scalars of 8 and 16 bits exist only in memory.
//  7. Kernels have no result; only kernels have dimensions.
//  8. An imported function, a reference, a call by reference and a foreign function have no body, and no locals except parameters. A
//     reference has no parameters and returns a u64; a call by reference takes one first; a foreign function returns a value.
//  9. No function reaches itself through calls; kernels are never called.
// 10. Statements and expressions nest at most 500 deep, calls and structs likewise; nothing exceeds the limits of module/limits.ts.
// Expressions (the rules are in module/type-of.ts and the tables of operations and builtins)
// 11. Each expression states the type that its operands give it.
// 12. A constant belongs to its type: integers in range, f32 rounded, bigints for 64 bits.
// 13. Locals, globals, fields, functions and sites exist; an `element`'s site has the kind "bounds", a
//     `dereference`'s "reference", a `fail`'s not "log". The target of a `dereference` is a type as in 2.
// Statements
// 14. `set` gives a register local (no aggregate) a value of its type.
// 15. `store` writes to an address the register type of its scalar, or the aggregate at a reference of the same type.
// 16. A constant global is never written by name, and no pointer into it is taken.
// 17. `atomic` has the operands that its operation takes, of a type the table allows; `load` has a result, `store` none.
// 18. `call` passes one argument of the right type per parameter; its result goes to a local of the result's type.
// 19. Conditions are bools. `return` returns the function's result type.
// Control flow (verify-flow.ts)
// 20. Labels are unique in their function. `break` and `continue` are inside the statement they name; `continue` in a loop's body.
// 21. A function with a result does not reach its end.
// 22. A register local that is no parameter is set before it is read, on every path.

import { CONSOLE_ID, decodeMessage, RING_TYPE } from "../abi/index.js";
import {
  type DataType,
  type Fn,
  forEachStmt,
  type Global,
  hasBody,
  isAggregate,
  isSameType,
  isScalar,
  isValueScalar,
  type Local,
  layoutOf,
  limits,
  type Module,
  type StructDefinition,
  structLayout,
  type Type,
  typeName,
} from "../module/index.js";
import { depthsOf, inOrder } from "./nesting-depths.js";
import { verifyFlow } from "./verify-flow.js";
import { pathsIn, problemOfPosition, type Report, verifyBody } from "./verify-function.js";
import { problemsOfSize } from "./verify-size.js";

export interface Violation {
  /** The symbol of the function; empty for the module's own tables. */
  readonly function: string;
  /** The path to the node: `body[2].then[0].value`, `globals[1]`. */
  readonly where: string;
  readonly message: string;
  /** The offending node of the module. */
  readonly node: object;
  /** Whether it exceeds a limit (module/limits.ts). */
  readonly isLimit?: true;
}

const MAX_SIZE = 2 ** 31 - 1;
const MAX_NESTING = limits.nesting.most;

/** Returns all violations; empty if the module is sound. A module that is too large is not checked further. */
export function verify(module: Module): Violation[] {
  const tooLarge = problemsOfSize(module);
  if (tooLarge.length > 0) return tooLarge;
  const violations: Violation[] = [];
  const inTable =
    (table: string): ReportEntry =>
    (index, node, message) =>
      violations.push({ function: "", where: `${table}[${index}]`, message, node });

  const soundStructs = verifyStructs(module, inTable("structs"));
  const typeProblem = (type: Type) => problemOfType(type, module, soundStructs);
  verifyGlobals(module, typeProblem, inTable("globals"));
  module.sites.forEach((site, index) => {
    const isMessage = site.kind !== "log" || decodeMessage(site.name) !== undefined;
    const problem = problemOfPosition(site.at, module) ?? (isMessage ? undefined : "its name is no message");
    if (problem) inTable("sites")(index, site, problem);
  });
  verifyCalls(module, inTable("functions"));
  return violations.concat(module.functions.flatMap((fn) => verifyFunction(fn, module, typeProblem)));
}

type ReportEntry = (index: number, node: object, message: string) => void;
type TypeProblem = (type: Type) => string | undefined;

/** Structs that can be laid out: they neither contain themselves nor depend on one that does. */
function verifyStructs(module: Module, report: ReportEntry): ReadonlySet<string> {
  const indices = new Map<string, number>();
  module.structs.forEach((struct, index) => {
    if (indices.has(struct.name)) report(index, struct, `two structs have the name ${JSON.stringify(struct.name)}`);
    else indices.set(struct.name, index);
  });
  const edges = module.structs.map(({ fields }) => {
    const names = fields.map(({ type }) => structIn(type)).filter((name) => name !== undefined);
    return names.map((name) => indices.get(name)).filter((index) => index !== undefined);
  });
  const depths = depthsOf(edges);
  const sound = new Set<string>();
  for (const index of inOrder(depths)) {
    const struct = module.structs[index];
    if (!struct) continue;
    const problem = problemOfStruct(struct, module, sound);
    if (problem) report(index, struct, problem);
    else if (indices.get(struct.name) === index) sound.add(struct.name);
  }
  module.structs.forEach((struct, index) => {
    if (depths[index] === undefined) report(index, struct, `it contains itself or nests deeper than ${MAX_NESTING}`);
  });
  return sound;
}

function problemOfStruct(struct: StructDefinition, module: Module, sound: ReadonlySet<string>): string | undefined {
  if (struct.fields.length === 0) return "it has no fields";
  for (const { name, type } of struct.fields) {
    const problem = problemOfType(type, module, sound);
    if (problem) return `field ${JSON.stringify(name)}: ${problem}`;
  }
  const isTooLarge = !(structLayout(struct, module.structs).size <= MAX_SIZE);
  return isTooLarge ? `it is larger than ${MAX_SIZE} bytes` : undefined;
}

/** The struct that a type is, refers to or is an array of. */
function structIn(type: Type): string | undefined {
  if (isScalar(type)) return undefined;
  if (type.kind === "struct") return type.name;
  return structIn(type.kind === "ref" ? type.to : type.element);
}

function problemOfType(type: Type, module: Module, soundStructs: ReadonlySet<string>): string | undefined {
  const struct = structIn(type);
  if (struct !== undefined && !soundStructs.has(struct)) return `${typeName(type)} names no sound struct of the module`;
  for (let inner: Type = type; !isScalar(inner) && inner.kind !== "struct"; inner = elementOf(inner))
    if (inner.kind === "array" && inner.length < 1) return `${typeName(type)} has an array without elements`;
  const data: DataType = isScalar(type) || isAggregate(type) ? type : elementOf(type);
  const isTooLarge = !(layoutOf(data, module.structs).size <= MAX_SIZE);
  return isTooLarge ? `${typeName(type)} is larger than ${MAX_SIZE} bytes` : undefined;
}

function elementOf(type: Exclude<Type, string | { kind: "struct" }>): DataType {
  return type.kind === "ref" ? type.to : type.element;
}

function verifyGlobals(module: Module, typeProblem: TypeProblem, report: ReportEntry): void {
  const ids = new Set<string>();
  module.globals.forEach((global, index) => {
    if (ids.has(global.id)) report(index, global, `two globals have the id ${JSON.stringify(global.id)}`);
    ids.add(global.id);
    const problem =
      typeProblem(global.type) ?? problemOfPosition(global.at, module) ?? problemOfConsole(global.id, global.type);
    const size = problem ? undefined : layoutOf(global.type, module.structs).size;
    if (problem) report(index, global, problem);
    else if (global.initial && !isInitialSize(global, size ?? 0))
      report(index, global, `its initial value has ${global.initial.length} bytes, its type ${size}`);
    else if (global.initial && global.storage === "local") report(index, global, "local memory has no initial value");
  });
}

/** In memory that programs write, final zeros may be left out. */
function isInitialSize({ initial, storage }: Global, size: number): boolean {
  const length = initial?.length ?? 0;
  return storage === "device" || storage === "image" ? length <= size : length === size;
}

/** The runtime relies on the type of the console's ring. */
function problemOfConsole(id: string, type: Type): string | undefined {
  const isRing = id !== CONSOLE_ID || isSameType(type, RING_TYPE);
  return isRing ? undefined : `the console is ${typeName(RING_TYPE)}, found ${typeName(type)}`;
}

function verifyCalls(module: Module, report: ReportEntry): void {
  const symbols = new Set<string>();
  const edges = module.functions.map((fn) => {
    const callees = new Set<number>();
    forEachStmt(fn.body, (stmt) => {
      if (stmt.kind === "call" && module.functions[stmt.function]) callees.add(stmt.function);
    });
    return [...callees];
  });
  const depths = depthsOf(edges);
  module.functions.forEach((fn, index) => {
    if (symbols.has(fn.symbol)) report(index, fn, `two functions have the symbol ${JSON.stringify(fn.symbol)}`);
    symbols.add(fn.symbol);
    if (depths[index] === undefined)
      report(index, fn, `it reaches itself through calls, or they nest over ${MAX_NESTING}`);
  });
}

function verifyFunction(fn: Fn, module: Module, typeProblem: TypeProblem): Violation[] {
  const found: { node: object; message: string }[] = [];
  const report: Report = (node, message) => found.push({ node, message });
  const isReadable = verifySignature(fn, module, typeProblem, report);
  if (isReadable) {
    verifyBody(fn, module, typeProblem, report);
    verifyFlow(fn, report);
  }
  if (found.length === 0) return [];
  const paths = pathsIn(fn);
  return found.map(({ node, message }) => ({ function: fn.symbol, where: paths.get(node) ?? "", message, node }));
}

/** Whether the types of locals and result are sound, so that the body can be checked. */
function verifySignature(fn: Fn, module: Module, typeProblem: TypeProblem, report: Report): boolean {
  const problems = fn.locals.map((local, index) => {
    const problem = typeProblem(local.type) ?? problemOfLocal(fn, index, local);
    if (problem) report(local, `local ${index}: ${problem}`);
    return problem;
  });
  const resultProblem = fn.result === "void" ? undefined : typeProblem(fn.result);
  if (resultProblem) report(fn, `its result: ${resultProblem}`);
  const position = problemOfPosition(fn.at, module);
  if (position) report(fn, position);
  const isKernel = fn.linkage === "kernel";
  if (fn.parameters > fn.locals.length)
    report(fn, `it has ${fn.parameters} parameters, but ${fn.locals.length} locals`);
  for (const index of fn.specialized ?? []) {
    const parameter = index < fn.parameters ? fn.locals[index] : undefined;
    if (!isKernel || !parameter || !isScalar(parameter.type))
      report(fn, `${index} is no scalar parameter of a kernel that programs can be compiled for a value of`);
  }
  if (isKernel && fn.result !== "void") report(fn, "a kernel has no result");
  if (!isKernel && fn.dimensions !== 0) report(fn, "only a kernel has dimensions");
  if (!hasBody(fn) && (fn.body.length > 0 || fn.locals.length > fn.parameters))
    report(fn, `${bodiless[fn.linkage]} has no body`);
  if (fn.linkage === "reference" && !(fn.parameters === 0 && fn.result === "u64"))
    report(fn, "a reference is a u64 that is made of nothing");
  if (fn.linkage === "dispatch" && !(fn.parameters > 0 && fn.locals[0]?.type === "u64"))
    report(fn, "a call by reference is given the reference, a u64, before all others");
  if (fn.linkage === "foreign" && !isScalar(fn.result === "void" ? "bool" : fn.result))
    report(fn, "a foreign function gives a value");
  return resultProblem === undefined && problems.every((problem) => problem === undefined);
}

const bodiless: Partial<Record<Fn["linkage"], string>> = {
  imported: "an imported function",
  reference: "a reference",
  dispatch: "a call by reference",
  foreign: "a foreign function",
};

function problemOfLocal(fn: Fn, index: number, { type, isLocal, isReadonly }: Local): string | undefined {
  const isParameter = index < fn.parameters;
  if (isScalar(type) && !isValueScalar(type)) return `${type} is in memory only`;
  if (isParameter && isAggregate(type)) return `${typeName(type)} is passed by reference`;
  if (isParameter && fn.linkage === "kernel" && !isScalar(type) && type.kind === "ref")
    return "a kernel's parameter is a value or a span";
  const mayBeLocal = isParameter && fn.linkage === "kernel" && !isScalar(type) && type.kind === "span";
  const isReference = !isScalar(type) && type.kind === "ref";
  const isGiven = isParameter && isReference && (fn.linkage === "exported" || fn.linkage === "imported");
  if (isReadonly && !isGiven) return "only a reference that an exported or imported function is given is readonly";
  return isLocal && !mayBeLocal ? "only a span that a kernel is given is local memory" : undefined;
}
