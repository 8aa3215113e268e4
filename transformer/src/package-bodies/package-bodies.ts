// The JavaScript of packages that kernels call: which functions are wanted, and what stands for them in the program. Which are wanted is known
// when kernels are compiled; the program that has them is made then, and the kernels are compiled again (compile.ts).

import type ts from "typescript-6";
import type { PassContext, TypeScript } from "../pass-context.js";
import type { FunctionNode } from "../recognise/calls.js";
import { resolvedSymbol } from "../recognise/library.js";
import { replacementOf } from "../recognise/replaced-members.js";
import { type GivenTypes, giveDeclaredTypes, giveMetTypes } from "./give-types.js";
import { exportedFunction } from "./javascript-function.js";
import { type Origin, originOf } from "./origin-of.js";
import type { ResolveJavaScript } from "./resolve-javascript.js";

/** A function that a kernel calls, of which the program has only a declaration. */
export interface WantedFunction {
  /** The JavaScript file that the import leads to. */
  readonly entry: string;
  readonly names: readonly string[];
  readonly declarations: readonly ts.SignatureDeclaration[];
}

export type WantedFunctions = Map<string, WantedFunction>;

export interface PackageBodies {
  /** What of the package stands for it; undefined where the package's JavaScript could not be followed. */
  readonly functions: ReadonlyMap<string, FunctionNode | undefined>;
  readonly declarationsOf: ReadonlyMap<ts.Node, readonly ts.SignatureDeclaration[]>;
  readonly files: ReadonlySet<ts.SourceFile>;
  readonly resolve: ResolveJavaScript;
  /** What calls have asked for that is not there yet. */
  readonly asked: WantedFunctions;
}

/** A program with the JavaScript of these entries and all that it imports, and which of its files that is. */
export interface BodiesProgram {
  readonly program: ts.Program;
  readonly javascript: ReadonlySet<ts.SourceFile>;
}

/** More than calls of calls have in any package: types that still change then stay as they are, and TypeScript says what does not fit. */
const MOST_ROUNDS = 24;

/** Gives the JavaScript its types. Each round is a new program, as a checker keeps what it has found. */
export function typeBodies<P extends BodiesProgram>(
  typescript: TypeScript,
  wanted: WantedFunctions,
  make: () => P,
): P & Pick<PackageBodies, "functions" | "declarationsOf"> {
  const given: GivenTypes = new Map();
  const find = ({ program }: P) => {
    const checked = { ts: typescript, checker: program.getTypeChecker() };
    return new Map(
      [...wanted].map(([key, { entry, names }]) => {
        const file = program.getSourceFile(entry);
        return [key, file && exportedFunction(checked, file, names)] as const;
      }),
    );
  };
  let made = make();
  let functions = find(made);
  const declarationsOf = new Map<FunctionNode, readonly ts.SignatureDeclaration[]>();
  for (const [key, fn] of functions) {
    const declarations = wanted.get(key)?.declarations ?? [];
    if (!fn) continue;
    giveDeclaredTypes(typescript, fn, declarations);
    declarationsOf.set(fn, declarations);
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { program, javascript } = made;
    const roots = [...functions.values()].flatMap((fn) => fn ?? []);
    const checked = { ts: typescript, checker: program.getTypeChecker() };
    if (!giveMetTypes(checked, program, roots, given, (file) => javascript.has(file))) break;
    made = make();
    functions = find(made);
  }
  return { ...made, functions, declarationsOf };
}

/** The function of a package that a call calls, where the package's JavaScript has it. */
export function packageFunction(context: PassContext, callee: ts.Expression): FunctionNode | undefined {
  const { bodies, program } = context;
  const origin = originOf(context, callee);
  const entry = origin && entryOf(context, origin);
  const declarations = entry === undefined ? [] : signaturesOf(context, callee);
  if (!origin || entry === undefined || declarations.length === 0) return undefined;
  const { names } = origin;
  const symbol = resolvedSymbol(context, callee);
  if (!symbol || replacementOf(context, symbol)) return undefined;
  const key = `${entry}:${names.join(".")}`;
  const file = program.getSourceFile(entry);
  if (file) context.reporter.read([file]);
  if (bodies.functions.has(key)) return bodies.functions.get(key);
  bodies.asked.set(key, { entry, names, declarations });
  return undefined;
}

/** The JavaScript in which the compiler does not find a function that a call calls; undefined for what is of no such package. */
export function unfollowedEntry(context: PassContext, callee: ts.Expression): string | undefined {
  const origin = originOf(context, callee);
  const entry = origin && entryOf(context, origin);
  return entry?.replace(/^.*\/node_modules\//, "");
}

function entryOf({ ts, bodies, program }: PassContext, { specifier }: Origin): string | undefined {
  const from = specifier.getSourceFile();
  const mode = ts.getModeForUsageLocation(from, specifier, program.getCompilerOptions());
  return bodies.resolve(specifier.text, from.fileName, mode);
}

/** Of a function, or of a const with the type of one. */
function signaturesOf(context: PassContext, callee: ts.Expression): ts.SignatureDeclaration[] {
  const { ts, checker } = context;
  const symbol = resolvedSymbol(context, callee);
  const signatures = symbol ? checker.getTypeOfSymbol(symbol).getCallSignatures() : [];
  return signatures.flatMap(({ declaration }) => (declaration && !ts.isJSDocSignature(declaration) ? declaration : []));
}
