// Arrays that all work-items update, such as a histogram's bins: each workgroup has a copy of them in its own memory, where atomics are many
// times as fast, and adds it to the array at its end (analysis/privatised.ts says which these are). The launch says whether they are small
// enough: the constant `copy_words` is what a copy has, or 1 where there is none.

import { type Fn, invariant, type Module, RANGE_OFFSET, type Stmt } from "@lanewise/ir";
import { findPrivatised, keyOf, rootOf } from "../analysis/privatised.js";
import type { PrivatisedTarget } from "../program.js";
import { capturedSpans, doOverlap } from "./captured-spans.js";
import { hasPointers } from "./pointers.js";
import type { Program, Scope, WgslOptions } from "./scope.js";

type AtomicStmt = Extract<Stmt, { kind: "atomic" }>;

/** A copy has no more words; two of them are half of what every GPU gives a workgroup. */
const MOST_WORDS = 1024;
const MOST_COPIES = 2;
/** Work-items for each word, below which adding the copies would cost more than they save. */
const LEAST_ITEMS = 16;

/** What WGSL updates atomically, by words: with what a copy begins. */
const updates = {
  add: { begin: "0u", merge: "atomicAdd" },
  or: { begin: "0u", merge: "atomicOr" },
  xor: { begin: "0u", merge: "atomicXor" },
  and: { begin: "0xffffffffu", merge: "atomicAnd" },
  min: { begin: "0xffffffffu", merge: "atomicMin" },
  max: { begin: "0u", merge: "atomicMax" },
} as const satisfies Record<PrivatisedTarget["op"], { readonly begin: string; readonly merge: string }>;

/** Of a kernel over a range. Pointers may lead to an array, too. */
export function ownCopies(module: Module, fn: Fn): readonly PrivatisedTarget[] {
  if (hasPointers(fn)) return [];
  const isSuch = ({ element, op }: PrivatisedTarget) =>
    element === "u32" || (element === "i32" && op !== "min" && op !== "max");
  return findPrivatised(module, fn).filter(isSuch).slice(0, MOST_COPIES);
}

/** Of an argument block: `copy_words`. An array that another capture leads to, too, has no copy: whoever reads there sees each update. */
export function copyWords(
  { module, globalAddress }: Pick<WgslOptions, "module" | "globalAddress">,
  fn: Fn,
  targets: readonly PrivatisedTarget[],
): (args: DataView) => number {
  const spansOf = capturedSpans(module, fn);
  return (args) => {
    if (targets.length === 0) return 1;
    const captured = spansOf(args);
    const placed = targets.map(({ kind, index }) => {
      const own = kind === "parameter" ? captured.find((one) => one.index === index) : undefined;
      if (own) return own;
      const [begin, length] = [globalAddress(index), lengthOfGlobal(module, index)];
      return { index: -1, length, begin, end: begin + 4 * length };
    });
    const isShared = placed.some((own) => captured.some((one) => one.index !== own.index && doOverlap(one, own)));
    const most = Math.max(2, ...placed.map(({ length }) => length));
    const items = [0, 1, 2].reduce((all, size) => all * args.getUint32(RANGE_OFFSET + 4 * size, true), 1);
    if (isShared || most > MOST_WORDS || items < LEAST_ITEMS * most) return 1;
    return 2 ** Math.ceil(Math.log2(most));
  };
}

function lengthOfGlobal(module: Module, index: number): number {
  const type = module.globals[index]?.type;
  return typeof type === "object" && type.kind === "array" ? type.length : 1;
}

/** Where an update takes place in the workgroup's copy; `word`: of the array's element. */
export function wordInCopy({ program, names }: Scope, { place }: AtomicStmt, word: string): string | undefined {
  const root = place.kind === "element" ? rootOf(place.base) : undefined;
  const copy = root ? program.copies.findIndex((one) => keyOf(one) === keyOf(root)) : -1;
  if (!root || copy < 0) return undefined;
  const begin = root.kind === "parameter" ? `${names[root.index]}_words` : wordOfGlobal(program, root.index);
  return `${copy}u * copy_words + ${word} - ${begin}`;
}

function wordOfGlobal({ options, roots }: Program, index: number): string {
  const address = options.globalAddress(index);
  return roots ? `((${address}u - launch.atomics_begin) >> 2u)` : `${address / 4}u`;
}

export function declareCopies({ writer, copies }: Program): void {
  if (copies.length === 0) return;
  writer.line("override copy_words = 1u;");
  writer.line(`var<workgroup> copies: array<atomic<u32>, copy_words * ${copies.length}u>;`);
  writer.line("var<workgroup> skipped: u32;");
}

/** In front of the workgroup's work-items. */
export function beginCopies(program: Program): void {
  const { writer } = program;
  writer.braces("if (copy_words > 1u)", () => {
    forEachWord(program, (copy, { op }) => {
      writer.line(`atomicStore(&copies[${copy}u * copy_words + k], ${updates[op].begin});`);
    });
    writer.line("workgroupBarrier();");
  });
}

/** Behind them. */
export function mergeCopies(program: Program): void {
  const { writer, roots, module } = program;
  writer.braces("if (copy_words > 1u)", () => {
    writer.line("workgroupBarrier();");
    forEachWord(program, (copy, { kind, index, op }) => {
      const isParameter = kind === "parameter";
      const begin = isParameter ? `(captured${index}.x >> 2u)` : wordOfGlobal(program, index);
      const length = isParameter ? `captured${index}.y` : `${lengthOfGlobal(module, index)}u`;
      const { begin: nothing, merge } = updates[op];
      writer.line(`let own = atomicLoad(&copies[${copy}u * copy_words + k]);`);
      const to = `&${roots ? "atomics" : "heap"}[${begin} + k]`;
      writer.line(`if (k < ${length} && own != ${nothing}) { _ = ${merge}(${to}, own); }`);
    });
  });
}

function forEachWord(program: Program, write: (copy: number, target: PrivatisedTarget) => void): void {
  const { writer, copies, workgroupSize } = program;
  invariant(copies.length > 0, "there are copies");
  for (const [copy, target] of copies.entries())
    writer.braces(`for (var k = own; k < copy_words; k += ${workgroupSize}u)`, () => write(copy, target));
}
