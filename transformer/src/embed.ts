// Writes the front end's results back into the module's text as insertions: the header, the kernels' marks, struct layouts,
// and the footer (docs/decisions/0001-contracts.md, 4; requirements F1, F2).

import { type DeviceImage, invariant, withoutFinalZeros } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Edit } from "./compilation.js";
import { imageLiteral } from "./link/images-module.js";
import type { References } from "./link/references.js";
import type { Copy, Mark, Marks } from "./mark-passed.js";
import { nameOfModule } from "./package-bodies/exported-path.js";
import type { PassContext, TypeScript } from "./pass-context.js";
import type { GivenArray } from "./recognise/array-variants.js";
import type { FunctionNode } from "./recognise/calls.js";
import type { PlacedDeviceFn } from "./recognise/device-fns.js";
import type { KeptGlobal } from "./recognise/device-globals.js";
import type { GivenFunction } from "./recognise/kernel-variants.js";
import { completeModuleCall, type ModuleCall } from "./recognise/module-calls.js";
import { completeStructOf, type StructOfCall } from "./recognise/struct-of.js";

/** The version of the protocol between emitted code and `lanewise/internal`. */
export const PROTOCOL = 2;

export interface EmbeddedKernel {
  readonly declaration: FunctionNode;
  readonly symbol: string;
  readonly captures: readonly string[];
  /** The functions passed to its wrapper, for which it is compiled. */
  readonly given: readonly GivenFunction[];
  /** The classes of captured arrays that may have several. */
  readonly arrays: readonly GivenArray[];
  /** The specifiers of packages' modules that its captures read. */
  readonly modules: readonly string[];
  /** Objects that the host makes once for all launches: the function that gives one, and the expression that makes it. */
  readonly made: readonly (readonly [name: string, expression: string])[];
  /** For each capture, where it is read: 0 is at the kernel, then at the given functions, each before those bound within it. */
  readonly origins: readonly (readonly number[])[];
}

export interface Embedding {
  readonly module: string;
  readonly kernels: readonly EmbeddedKernel[];
  /** Marks of kernels that call functions passed to their wrappers, and of the passed functions. */
  readonly marks: readonly Mark[];
  readonly copies: readonly Copy[];
  readonly globals: readonly KeptGlobal[];
  readonly specConstants: readonly KeptGlobal[];
  readonly deviceFns: readonly PlacedDeviceFn[];
  /** Imports of kernels from packages that are not compiled with this one. */
  readonly imports: readonly { readonly id: string; readonly expression: string }[];
  readonly structs: readonly StructOfCall[];
  readonly moduleCalls: readonly ModuleCall[];
  readonly images: readonly DeviceImage[];
  /** The imports and fields that the images need. */
  readonly references: References;
  /** The statement that imports the module with images of several modules; empty if there is none. */
  readonly importOfImages: string;
}

export function embed(context: PassContext, file: ts.SourceFile, embedding: Embedding): Edit[] {
  const edits: Edit[] = embedding.structs.map(completeStructOf);
  for (const call of embedding.moduleCalls) edits.push(completeModuleCall(call, embedding.module));
  const { kernels, deviceFns, images } = embedding;
  const registered = [...embedding.globals, ...embedding.specConstants];
  for (const { fn, call } of embedding.marks) edits.push(...markFunction(context, fn, call));
  edits.push(...embedCopies(context, file, embedding.copies));
  if (kernels.length + registered.length + deviceFns.length + images.length > 0) {
    edits.unshift({ at: headerPosition(context, file), text: header(embedding) });
    for (const kernel of kernels)
      if (kernel.given.length + kernel.arrays.length === 0) edits.push(...markKernel(context, kernel));
    for (const global of registered) edits.push(...shimOf(context, global));
    for (const { symbol: id, placement } of deviceFns) edits.push(...shimOf(context, { id, placement }));
    edits.push({ at: file.text.length, text: footer(embedding) });
  }
  return inOrder(edits);
}

/** The edits of a file that only has functions passed to wrappers of kernels. */
export function embedMarks(context: PassContext, file: ts.SourceFile, { marks, copies }: Marks): Edit[] {
  const edits = marks.flatMap(({ fn, call }) => markFunction(context, fn, call));
  edits.push(...embedCopies(context, file, copies));
  return inOrder([{ at: headerPosition(context, file), text: importOfLibrary }, ...edits]);
}

const importOfLibrary = 'import * as __lanewise from "lanewise/internal"; ';

function inOrder(edits: readonly Edit[]): Edit[] {
  return edits
    .map((edit, order) => ({ edit, order }))
    .sort(byPosition)
    .map(({ edit }) => edit);
}

function byPosition(a: { edit: Edit; order: number }, b: { edit: Edit; order: number }): number {
  return a.edit.at - b.edit.at || a.order - b.order;
}

function header({ importOfImages, references, kernels }: Embedding): string {
  const modules = [...new Set(kernels.flatMap((one) => one.modules))];
  const read = modules.map((one) => `import * as ${nameOfModule(one)} from ${JSON.stringify(one)}; `).join("");
  return `${importOfLibrary}${read}${importOfImages}${references.imports}__lanewise.register(__lanewise_footer()); `;
}

/** The position of the first statement after directives such as "use strict". */
function headerPosition({ ts }: PassContext, file: ts.SourceFile): number {
  return firstStatement(ts, file.statements)?.getStart(file) ?? file.text.length;
}

function firstStatement(ts: TypeScript, statements: readonly ts.Statement[]): ts.Statement | undefined {
  return statements.find((node) => !ts.isExpressionStatement(node) || !ts.isStringLiteral(node.expression));
}

function markKernel(context: PassContext, { declaration, symbol, captures }: EmbeddedKernel): Edit[] {
  const call = `__lanewise.kernel(${JSON.stringify(symbol)}, () => [${captures.join(", ")}], `;
  return markFunction(context, declaration, call);
}

/** Wraps a function in a call that returns it. */
function markFunction({ ts }: PassContext, declaration: FunctionNode, call: string): Edit[] {
  if (!ts.isFunctionDeclaration(declaration)) {
    return [
      { at: declaration.getStart(), text: call },
      { at: declaration.getEnd(), text: ")" },
    ];
  }
  // A declaration is hoisted, so it is marked at the start of its block.
  const { parent, name } = declaration;
  const isBlock = ts.isSourceFile(parent) || ts.isBlock(parent) || ts.isModuleBlock(parent);
  const first = isBlock ? firstStatement(ts, parent.statements) : undefined;
  invariant(name, "only declarations with names are marked");
  return [{ at: (first ?? declaration).getStart(), text: `${call}${name.text}); ` }];
}

/**
 * Copies of packages' makers: `createNoise2D(random)` becomes `__lanewise_copy0(createNoise2D)(random)`, which has the type of what it replaces, and
 * keeps the import.
 */
function embedCopies({ ts }: PassContext, file: ts.SourceFile, copies: readonly Copy[]): Edit[] {
  const isTyped = (file.flags & ts.NodeFlags.JavaScriptFile) === 0;
  return copies.flatMap(({ callees, text }, index) => {
    const name = `__lanewise_copy${index}`;
    const head = isTyped ? `${name}<T>(original: T): T` : `${name}(original)`;
    const cast = isTyped ? " as unknown as T" : "";
    return [
      ...callees.flatMap((callee) => [
        { at: callee.getStart(), text: `${name}(` },
        { at: callee.getEnd(), text: ")" },
      ]),
      { at: file.text.length, text: `\n;function ${head} {\n${text}${cast};\n}\n` },
    ];
  });
}

/** If the footer cannot name a device global, the declaring block hands it over at its start. */
function shimOf({ ts }: PassContext, { id, placement }: Pick<KeptGlobal, "id" | "placement">): Edit[] {
  const { shim, expression } = placement;
  const first = shim && firstStatement(ts, shim.statements);
  if (!first) return [];
  return [{ at: first.getStart(), text: `__lanewise.shim(${JSON.stringify(id)}, () => ${expression}); ` }];
}

/** `var` and a function, which launches may call before the module has run to its end. */
function makers(kernels: readonly EmbeddedKernel[]): string {
  const made = new Map(kernels.flatMap((one) => one.made));
  const texts = [...made].map(
    ([name, expression]) => `var ${name}_; function ${name}() { return (${name}_ ??= ${expression}); }\n`,
  );
  return texts.length > 0 ? `\n;${texts.join("")}` : "";
}

function footer({
  module,
  kernels,
  images,
  references,
  globals,
  specConstants,
  deviceFns,
  imports,
}: Embedding): string {
  const encoded = images.map(imageLiteral);
  const registrations = globals.map((global) => {
    const written = { ...global, initial: withoutFinalZeros(global.initial) };
    return `${JSON.stringify(global.id)}: ${registrationOf(written)}`;
  });
  const fields = [
    `protocol: ${PROTOCOL}`,
    `module: ${JSON.stringify(module)}`,
    `images: [${encoded.join(", ")}]`,
    `globals: { ${registrations.join(", ")} }`,
    ...references.fields,
  ];
  const constants = specConstants.map((constant) => `${JSON.stringify(constant.id)}: ${registrationOf(constant)}`);
  if (constants.length > 0) fields.push(`specConstants: { ${constants.join(", ")} }`);
  const functions = deviceFns
    .filter(({ placement }) => !placement.shim)
    .map(({ symbol, placement }) => `${JSON.stringify(symbol)}: () => ${placement.expression}`);
  if (functions.length > 0) fields.push(`deviceFns: { ${functions.join(", ")} }`);
  const builtins = deviceFns.flatMap(({ replaces }) => replaces?.symbol ?? []);
  if (builtins.length > 0) fields.push(`builtins: ${JSON.stringify(builtins)}`);
  const bindings = imports.map(({ id, expression }) => `${JSON.stringify(id)}: () => ${expression}`);
  if (bindings.length > 0) fields.push(`imports: { ${bindings.join(", ")} }`);
  return `${makers(kernels)}\n;function __lanewise_footer() { return { ${fields.join(", ")} }; }\n`;
}

/**
 * The registration that copies need before any kernel uses the global: `{ object: () => total, type: "i32", properties:
 * {"hostAccess":"read"} }`.
 */
function registrationOf({ placement, type, structs, initial, properties }: KeptGlobal): string {
  const fields = [`type: ${JSON.stringify(type)}`];
  if (!placement.shim) fields.unshift(`object: () => ${placement.expression}`);
  if (structs.length > 0) fields.push(`structs: ${JSON.stringify(structs)}`);
  if (initial?.some((byte) => byte !== 0)) fields.push(`initial: "${Buffer.from(initial).toString("base64")}"`);
  if (Object.keys(properties).length > 0) fields.push(`properties: ${JSON.stringify(properties)}`);
  return `{ ${fields.join(", ")} }`;
}
