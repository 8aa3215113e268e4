// Sums of integers in loops: `s = s + t`, where s is a double that holds an integer, adds 32-bit words to a local of its own, which
// goes to s before it could be full, and where the loop is left. Terms of up to 32 bits are added to two locals: the sum modulo 2^32, and the
// sum of t >> 16; what the first is beyond 2^16 times the second are the sums of the low halves, which fit in a word. All are integers that
// doubles tell apart, so the order of additions does not matter. Rule E of docs/decisions/0047-exact-integers.md; narrow.ts, which runs
// next, makes words of the terms.

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
import { withBlocks } from "../analysis/replace.js";
import { Locals } from "../simplify/locals.js";
import { type Demands, findDemands, VALUE, ZERO_SIGN } from "./demands.js";
import { findRanges, type Loop, type Ranges } from "./find-ranges.js";
import { isMadeOfWords } from "./made-of-words.js";
import { fits, integers, isWithin } from "./range.js";
import { stepOf, uses } from "./step-of.js";

type SetStmt = Extract<Stmt, { kind: "set" }>;

const MOST_WORD = 2 ** 31 - 1;
/** Terms are no farther from zero, so that what is added every so many rounds is seldom added. */
const MOST_TERM = 2 ** 24;
const LEAST_ROUNDS = 32;
/** Half a word, beyond which neither half of a term is. */
const HALF = 2 ** 16;
/** A sum is no farther from zero, so that it is exact with what its words lack or have too much. */
const exactSums = integers(-(2 ** 52), 2 ** 52);

interface Accumulating {
  readonly ranges: Ranges;
  readonly demands: Demands;
  readonly locals: Locals;
  readonly newLabel: () => number;
  /** By sum: what is added to in its place in the loops around. */
  readonly words: ReadonlyMap<number, Words>;
}

interface Words {
  readonly word: number;
  /** The sum of the high halves, where terms have two. */
  readonly high: number | undefined;
}

/** The sums of a loop. */
interface Sums {
  readonly locals: readonly { readonly sum: number; readonly hasHalves: boolean }[];
  /** After so many rounds a word could be full; Infinity: the loop has fewer. */
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

/** A step adds to the word, and its high half to the other. */
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
  const changed = withBlocks(loop, (block) => inBlock(inner, block)) as Loop; // of the same kind
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
  // The sums stay out of the loop that adds words: what it keeps in registers is these alone.
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

/** No name in a source has a dot. */
const wordName = (name: string | undefined): string => `${name}.word`;
const highName = (name: string | undefined): string => `${name}.high`;

/** Whether the value is a sum and what has been added to in its place. */
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

/** With what `before` gives before each jump to a label out of the loop. Nobody reads a sum after a `return`. */
function withAtJumps(loop: Loop, isOutside: (label: number) => boolean, before: () => readonly Stmt[]): Loop {
  const visit = (block: Block): Block =>
    block.flatMap((stmt): readonly Stmt[] => {
      const isJump = (stmt.kind === "break" || stmt.kind === "continue") && isOutside(stmt.label);
      return isJump ? [...before(), stmt] : [withBlocks(stmt, visit)];
    });
  return withBlocks(loop, visit) as Loop; // of the same kind
}

function sumsOf(accumulating: Accumulating, loop: Loop): Sums {
  const steps = new Map<number, Steps>();
  // A header would be run once more where a word is full.
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

/** How far from zero a round takes a word at most; Infinity where that is not known. */
interface Steps {
  /** One that the terms are added to. */
  whole: number;
  /** One that halves of them are added to. */
  halves: number;
}

/** Steps of a nested loop's header are one more than its rounds. */
const roundsOf = (most: number): number => Math.floor(MOST_WORD / most) - 1;

/** Adds what the block's steps are in a round; `times`: how often the block is run in one. */
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

/** The largest size of a term; Infinity where it is no integer of 32 bits that is computed of words. */
function sizeOfTerm({ ranges }: Accumulating, term: Expr): number {
  const range = ranges.of(term);
  const isFit = (fits(range, "i32") || fits(range, "u32")) && isMadeOfWords(term, () => false);
  // A sum of zeros is a sum.
  return isFit ? Math.max(-range.low, range.high, 1) : Number.POSITIVE_INFINITY;
}

/** A double that stays one, and of which every value is an integer that doubles tell apart, by far. */
function isSum({ ranges, demands, words }: Accumulating, local: number): boolean {
  const range = ranges.ofLocal(local);
  const isWord = fits(range, "i32") || fits(range, "u32") || (demands.ofLocal(local) & (VALUE | ZERO_SIGN)) === 0;
  if (isWord || words.has(local)) return false;
  return range.isInteger && !range.hasNegativeZero && isWithin(range, exactSums);
}

/** Whether all that the loop does with the local is to add to it. */
function isOnlyStepped(loop: Loop, local: number): boolean {
  let isStepped = true;
  forEachStmt([loop], (stmt) => {
    const isStep = stmt.kind === "set" && stmt.local === local && stepOf(stmt.value, local) !== undefined;
    const isNamed = resultOf(stmt) === local || expressionsOf(stmt).some((expr) => uses(expr, local));
    if (isNamed && !isStep) isStepped = false;
  });
  return isStepped;
}

/** Whether work-items wait for others in it: what they keep meanwhile is in memory. */
function isInterrupted(loop: Loop): boolean {
  let isFound = false;
  forEachStmt([loop], (stmt) => {
    isFound ||= stmt.kind === "barrier" || stmt.kind === "subGroup";
  });
  return isFound;
}
