// Sums of small integers in loops: `s = s + t`, where s is a double that holds an integer, adds 32-bit words to a local of its own, which
// goes to s before it could be full, and where the loop is left. All are integers that doubles tell apart, so the order of additions does
// not matter. Rule E of docs/decisions/0047-exact-integers.md; narrow.ts, which runs next, makes words of the terms.

import {
  type Block,
  blocksOf,
  build,
  type Expr,
  expressionsOf,
  type Fn,
  forEachStmt,
  resultOf,
  type Stmt,
} from "@lanewise/ir";
import { withBlocks } from "../analysis/replace.js";
import { Locals } from "../simplify/locals.js";
import { type Demands, findDemands, VALUE, ZERO_SIGN } from "./demands.js";
import { findRanges, type Loop, type Ranges } from "./find-ranges.js";
import { isMadeOfWords } from "./narrow.js";
import { fits, integers, isWithin } from "./range.js";
import { stepOf, uses } from "./step-of.js";

type SetStmt = Extract<Stmt, { kind: "set" }>;

const MOST_WORD = 2 ** 31 - 1;
/** Terms are no farther from zero, so that what is added every so many rounds is seldom added. */
const MOST_TERM = 2 ** 24;
const LEAST_ROUNDS = 32;
/** A sum is no farther from zero, so that it is exact with what its words lack or have too much. */
const exactSums = integers(-(2 ** 52), 2 ** 52);

interface Accumulating {
  readonly ranges: Ranges;
  readonly demands: Demands;
  readonly locals: Locals;
  readonly newLabel: () => number;
  /** By sum: the word that it is added to in the loops around. */
  readonly words: ReadonlyMap<number, number>;
}

/** The sums of a loop. */
interface Sums {
  readonly locals: readonly number[];
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
    if (stmt.kind === "set") return [inSet(accumulating, stmt)];
    return [withBlocks(stmt, (inner) => inBlock(accumulating, inner))];
  });
}

/** A step adds to the word. */
function inSet({ words }: Accumulating, stmt: SetStmt): Stmt {
  const word = words.get(stmt.local);
  const step = word === undefined ? undefined : stepOf(stmt.value, stmt.local);
  if (word === undefined || !step) return stmt;
  const term = build.convert("wrap", "i32", step.value);
  return build.set(word, build.op(step.isAdded ? "add" : "sub", build.local(word, "i32"), term));
}

function inLoop(accumulating: Accumulating, loop: Loop): readonly Stmt[] {
  const { locals, words } = accumulating;
  const sums = sumsOf(accumulating, loop);
  const own = sums.locals.map((sum) => [sum, locals.add(wordName(locals.all[sum]?.name), "i32")] as const);
  const inner: Accumulating = { ...accumulating, words: new Map([...words, ...own]) };
  const changed = withBlocks(loop, (block) => inBlock(inner, block)) as Loop; // of the same kind
  if (own.length === 0) return [changed];
  const zero = (local: number): Stmt => build.set(local, build.constant("i32", 0));
  const zeros = (): readonly Stmt[] => own.map(([, word]) => zero(word));
  const added = (): readonly Stmt[] => own.map(([sum, word]) => withWord(sum, word));
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

/** Whether the value is a sum and the word that has been added to in its place. */
export function isWordOfSum({ locals }: Fn, sum: number, value: Expr): boolean {
  const term = stepOf(value, sum)?.value;
  const [word] = term?.kind === "op" && term.op === "convert" ? term.args : [];
  return word?.kind === "local" && locals[word.local]?.name === wordName(locals[sum]?.name);
}

function withWord(sum: number, word: number): Stmt {
  return build.set(
    sum,
    build.op("add", build.local(sum, "f64"), build.convert("convert", "f64", build.local(word, "i32"))),
  );
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
  const most = new Map<number, number>();
  // A header would be run once more where a word is full.
  if (loop.header.length === 0 && !isInterrupted(loop)) {
    for (const block of blocksOf(loop)) addTerms(accumulating, block, 1, most);
  }
  const { ranges } = accumulating;
  // Steps of a nested loop's header are one more than its rounds.
  const roundsOf = (term: number): number => Math.floor(MOST_WORD / term) - 1;
  const found = [...most].filter(
    ([local, term]) => roundsOf(term) >= LEAST_ROUNDS && isSum(accumulating, local) && isOnlyStepped(loop, local),
  );
  const rounds = Math.min(...found.map(([, term]) => roundsOf(term)));
  return {
    locals: found.map(([local]) => local),
    rounds: ranges.roundsOf(loop) <= rounds ? Number.POSITIVE_INFINITY : rounds,
  };
}

/** Adds to `most`, by local, how far from zero steps take it in a round at most; `times`: how often the block is run in a round. */
function addTerms(accumulating: Accumulating, block: Block, times: number, most: Map<number, number>): void {
  for (const stmt of block) {
    if (stmt.kind === "set") {
      const step = stmt.value.type === "f64" ? stepOf(stmt.value, stmt.local) : undefined;
      const term = step ? sizeOfTerm(accumulating, step.value) : Number.POSITIVE_INFINITY;
      most.set(stmt.local, (most.get(stmt.local) ?? 0) + term * times);
    }
    const rounds = stmt.kind === "loop" ? accumulating.ranges.roundsOf(stmt) + 1 : 1;
    for (const inner of blocksOf(stmt)) addTerms(accumulating, inner, times * rounds, most);
  }
}

/** The largest size of a term; Infinity where it is no small integer that is computed of words. */
function sizeOfTerm({ ranges }: Accumulating, term: Expr): number {
  const { low, high, isInteger, hasNaN } = ranges.of(term);
  const size = Math.max(-low, high);
  const isFit = isInteger && !hasNaN && size <= MOST_TERM && isMadeOfWords(term, () => false);
  // A sum of zeros is a sum.
  return isFit ? Math.max(size, 1) : Number.POSITIVE_INFINITY;
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
