// Sums of integers in loops: `s = s + t`, where the double s holds an integer, adds 32-bit words to a separate local instead, which is added to s
// before it can overflow and where the loop exits. Terms of up to 32 bits are added to two locals: the sum modulo 2^32 and the sum of t >> 16; the
// first minus 2^16 times the second is the sum of the low halves, which fits in a word. All are integers that doubles represent exactly, so the order
// of additions does not matter. Rule E of docs/decisions/0047-exact-integers.md; narrow.ts, which runs next, turns the terms into words.

import {
  type Block,
  blocksOf,
  build,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  resultOf,
  type Stmt,
} from "@lanewise/ir";
import type { Loop } from "../analysis/facts.js";
import { withBlocks } from "../analysis/replace.js";
import { Locals } from "../simplify/locals.js";
import { type Demands, findDemands, VALUE, ZERO_SIGN } from "./demands.js";
import { findRanges, type Ranges } from "./find-ranges.js";
import { isMadeOfWords } from "./made-of-words.js";
import { fits, integers, isWithin } from "./range.js";
import { stepOf, uses } from "./step-of.js";

type SetStmt = Extract<Stmt, { kind: "set" }>;

const MOST_WORD = 2 ** 31 - 1;
/** The largest magnitude of a term, so that the word is rarely added to the sum. */
const MOST_TERM = 2 ** 24;
const LEAST_ROUNDS = 32;
/** Half a word; neither half of a term has a larger magnitude. */
const HALF = 2 ** 16;
/** The range of sums that stay exact while part of a word is missing or in excess. */
const exactSums = integers(-(2 ** 52), 2 ** 52);

interface Accumulating {
  readonly ranges: Ranges;
  readonly demands: Demands;
  readonly locals: Locals;
  readonly newLabel: () => number;
  /** By sum: the words that replace it in the loops around. */
  readonly words: ReadonlyMap<number, Words>;
}

interface Words {
  readonly word: number;
  /** The sum of the high halves, if terms are split. */
  readonly high: number | undefined;
}

/** The sums that a loop accumulates in words. */
interface Sums {
  readonly locals: readonly { readonly sum: number; readonly hasHalves: boolean }[];
  /** The iterations until a word might overflow; Infinity if the loop has fewer. */
  readonly rounds: number;
}

export function splitAccumulators(fn: Fn): Fn {
  if (!hasSteps(fn.body, false)) return fn;
  const locals = new Locals(fn);
  let label = mostLabel(fn.body);
  const ranges = findRanges(fn, undefined);
  const accumulating: Accumulating = {
    ranges,
    demands: findDemands(fn, ranges),
    locals,
    newLabel: () => ++label,
    words: new Map(),
  };
  const body = inBlock(accumulating, fn.body);
  return locals.all.length === fn.locals.length ? fn : { ...fn, locals: locals.all, body };
}

/** Whether a loop adds to a double. */
function hasSteps(block: Block, isInLoop: boolean): boolean {
  return block.some((stmt) => {
    if (isInLoop && stmt.kind === "set" && stmt.value.type === "f64" && stepOf(stmt.value, stmt.local)) return true;
    return blocksOf(stmt).some((inner) => hasSteps(inner, isInLoop || stmt.kind === "loop"));
  });
}

function inBlock(accumulating: Accumulating, block: Block): Block {
  return block.flatMap((stmt): readonly Stmt[] => {
    if (stmt.kind === "loop") return inLoop(accumulating, stmt);
    if (stmt.kind === "set") return inSet(accumulating, stmt);
    return [withBlocks(stmt, (inner) => inBlock(accumulating, inner))];
  });
}

/** Adds a step to the word, and its high half to the other. */
function inSet({ words, ranges, locals }: Accumulating, stmt: SetStmt): readonly Stmt[] {
  const own = words.get(stmt.local);
  const step = own && stepOf(stmt.value, stmt.local);
  if (!own || !step) return [stmt];
  const added = (local: number, term: Expr): Stmt =>
    build.set(local, build.op(step.isAdded ? "add" : "sub", build.local(local, "i32"), term));
  if (own.high === undefined) return [added(own.word, build.convert("wrap", "i32", step.value))];
  const type = fits(ranges.of(step.value), "i32") ? "i32" : "u32";
  const local = locals.add("", type);
  const term = build.local(local, type);
  const high = build.op("shr", term, build.constant(type, 16));
  return [
    build.set(local, build.convert("wrap", type, step.value)),
    added(own.word, build.convert("wrap", "i32", term)),
    added(own.high, build.convert("wrap", "i32", high)),
  ];
}

function inLoop(accumulating: Accumulating, loop: Loop): readonly Stmt[] {
  const { locals, words } = accumulating;
  const sums = sumsOf(accumulating, loop);
  const own = sums.locals.map(({ sum, hasHalves }): readonly [number, Words] => {
    const add = (nameOf: typeof wordName): number => locals.add(nameOf(locals.all[sum]?.name), "i32");
    return [sum, { word: add(wordName), high: hasHalves ? add(highName) : undefined }];
  });
  const inner: Accumulating = { ...accumulating, words: new Map([...words, ...own]) };
  const changed = withBlocks(loop, (block) => inBlock(inner, block)) as Loop; // `withBlocks` keeps the kind
  if (own.length === 0) return [changed];
  const zero = (local: number): Stmt => build.set(local, build.constant("i32", 0));
  const zeros = (): readonly Stmt[] =>
    own.flatMap(([, { word, high }]) => (high === undefined ? [zero(word)] : [zero(word), zero(high)]));
  const added = (): readonly Stmt[] => own.flatMap(([sum, words]) => withWords(sum, words));
  const labels = labelsIn(loop);
  const left = withAtJumps(changed, (label) => !labels.has(label), added);
  if (sums.rounds === Number.POSITIVE_INFINITY) return [...zeros(), left, ...added()];
  const count = locals.add("rounds", "i32");
  const hasRoom = (): Expr => build.op("lt", build.local(count, "i32"), build.constant("i32", sums.rounds));
  const next = build.op("add", build.local(count, "i32"), build.constant("i32", 1));
  // The sums stay out of the loop that adds words, so that it keeps only the words in registers.
  const stretch: Loop = {
    ...left,
    condition: build.op("and", loop.condition, hasRoom()),
    update: [...left.update, build.set(count, next)],
  };
  const label = accumulating.newLabel();
  const leave = build.ifElse(hasRoom(), [build.breakTo(label)]);
  const body = [...zeros(), zero(count), stretch, ...added(), leave];
  return [build.loop(label, { condition: build.constant("bool", true), body }, loop.at)];
}

/** Names in a source have no dots. */
const wordName = (name: string | undefined): string => `${name}.word`;
const highName = (name: string | undefined): string => `${name}.high`;

/** Whether the value adds to the sum one of its words. */
export function isWordOfSum({ locals }: Fn, sum: number, value: Expr): boolean {
  const term = stepOf(value, sum)?.value;
  const names = [wordName, highName].map((nameOf) => nameOf(locals[sum]?.name));
  let isFound = false;
  if (term)
    forEachExpr(term, (one) => {
      isFound ||= one.kind === "local" && names.includes(locals[one.local]?.name ?? "");
    });
  return isFound;
}

function withWords(sum: number, { word, high }: Words): readonly Stmt[] {
  const added = (term: Expr): Stmt => build.set(sum, build.op("add", build.local(sum, "f64"), term));
  const toDouble = (value: Expr): Expr => build.convert("convert", "f64", value);
  const low = build.local(word, "i32");
  if (high === undefined) return [added(toDouble(low))];
  const raised = build.op("shl", build.local(high, "i32"), build.constant("i32", 16));
  return [
    added(build.op("mul", toDouble(build.local(high, "i32")), build.constant("f64", HALF))),
    added(toDouble(build.op("sub", low, raised))),
  ];
}

function mostLabel(body: Block): number {
  let most = 0;
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "loop" || stmt.kind === "block") most = Math.max(most, stmt.label);
  });
  return most;
}

function labelsIn(loop: Loop): ReadonlySet<number> {
  const labels = new Set<number>();
  forEachStmt([loop], (stmt) => {
    if (stmt.kind === "loop" || stmt.kind === "block") labels.add(stmt.label);
  });
  return labels;
}

/** Inserts `before` in front of each jump to a label outside the loop. After a `return`, nothing reads a sum. */
function withAtJumps(loop: Loop, isOutside: (label: number) => boolean, before: () => readonly Stmt[]): Loop {
  const visit = (block: Block): Block =>
    block.flatMap((stmt): readonly Stmt[] => {
      const isJump = (stmt.kind === "break" || stmt.kind === "continue") && isOutside(stmt.label);
      return isJump ? [...before(), stmt] : [withBlocks(stmt, visit)];
    });
  return withBlocks(loop, visit) as Loop; // `withBlocks` keeps the kind
}

function sumsOf(accumulating: Accumulating, loop: Loop): Sums {
  const steps = new Map<number, Steps>();
  // A header would run once more each time a word is full.
  if (loop.header.length === 0 && !isInterrupted(loop)) {
    for (const block of blocksOf(loop)) addSteps(accumulating, block, 1, steps);
  }
  const { ranges } = accumulating;
  const found = [...steps].flatMap(([sum, { whole, halves }]) => {
    const hasHalves = roundsOf(whole) < LEAST_ROUNDS;
    const rounds = roundsOf(hasHalves ? halves : whole);
    const isFit = rounds >= LEAST_ROUNDS && isSum(accumulating, sum) && isOnlyStepped(loop, sum);
    return isFit ? [{ sum, hasHalves, rounds }] : [];
  });
  const rounds = Math.min(...found.map((one) => one.rounds));
  return { locals: found, rounds: ranges.roundsOf(loop) <= rounds ? Number.POSITIVE_INFINITY : rounds };
}

/** The largest magnitude that an iteration adds to a word; Infinity if unknown. */
interface Steps {
  /** If whole terms are added. */
  whole: number;
  /** If halves of the terms are added. */
  halves: number;
}

/** A nested loop's header runs its steps once more than the body. */
const roundsOf = (most: number): number => Math.floor(MOST_WORD / most) - 1;

/** Accumulates the block's steps per iteration; `times`: how often an iteration runs the block. */
function addSteps(accumulating: Accumulating, block: Block, times: number, steps: Map<number, Steps>): void {
  for (const stmt of block) {
    if (stmt.kind === "set") {
      const step = stmt.value.type === "f64" ? stepOf(stmt.value, stmt.local) : undefined;
      const size = step ? sizeOfTerm(accumulating, step.value) : Number.POSITIVE_INFINITY;
      const { whole, halves } = steps.get(stmt.local) ?? { whole: 0, halves: 0 };
      steps.set(stmt.local, {
        whole: whole + (size <= MOST_TERM ? size : Number.POSITIVE_INFINITY) * times,
        halves: halves + (Number.isFinite(size) ? HALF : Number.POSITIVE_INFINITY) * times,
      });
    }
    const rounds = stmt.kind === "loop" ? accumulating.ranges.roundsOf(stmt) + 1 : 1;
    for (const inner of blocksOf(stmt)) addSteps(accumulating, inner, times * rounds, steps);
  }
}

/** The largest magnitude of a term; Infinity if it is not a 32-bit integer computed from words. */
function sizeOfTerm({ ranges }: Accumulating, term: Expr): number {
  const range = ranges.of(term);
  const isFit = (fits(range, "i32") || fits(range, "u32")) && isMadeOfWords(term, () => false);
  // Count a zero term as one, so that its sum still qualifies.
  return isFit ? Math.max(-range.low, range.high, 1) : Number.POSITIVE_INFINITY;
}

/** A double that stays one, whose every value is an integer far within the exact range of doubles. */
function isSum({ ranges, demands, words }: Accumulating, local: number): boolean {
  const range = ranges.ofLocal(local);
  const isWord = fits(range, "i32") || fits(range, "u32") || (demands.ofLocal(local) & (VALUE | ZERO_SIGN)) === 0;
  if (isWord || words.has(local)) return false;
  return range.isInteger && !range.hasNegativeZero && isWithin(range, exactSums);
}

/** Whether the loop only ever adds to the local. */
function isOnlyStepped(loop: Loop, local: number): boolean {
  let isStepped = true;
  forEachStmt([loop], (stmt) => {
    const isStep = stmt.kind === "set" && stmt.local === local && stepOf(stmt.value, local) !== undefined;
    const isNamed = resultOf(stmt) === local || expressionsOf(stmt).some((expr) => uses(expr, local));
    if (isNamed && !isStep) isStepped = false;
  });
  return isStepped;
}

/** Whether work-items wait for others in the loop: meanwhile their values are in memory. */
function isInterrupted(loop: Loop): boolean {
  let isFound = false;
  forEachStmt([loop], (stmt) => {
    isFound ||= stmt.kind === "barrier" || stmt.kind === "subGroup";
  });
  return isFound;
}
