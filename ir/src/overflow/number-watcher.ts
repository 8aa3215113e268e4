// Computes JavaScript's value beside each number of a running kernel (interpret/interpret-expr.ts calls it), and reports where a difference shows: in memory
// the host can see, in control flow, in an index, in printed output. A reported number continues with the kernel's value, so that one mistake is
// reported once.

import { isInGroupMemory } from "../abi/index.js";
import { type CheckedRun, namePlace } from "../checked/index.js";
import {
  type Apply,
  type Datum,
  referred,
  type Scope,
  scalarAccess,
  scalarAt,
  type TrackedApply,
  type Value,
  type ValueChecks,
} from "../interpret/index.js";
import { invariant } from "../invariant.js";
import {
  type Expr,
  type Fn,
  isRestated,
  isValueScalar,
  layoutOf,
  type Position,
  type ScalarType,
  type Stmt,
  scalars,
} from "../module/index.js";
import { type CodePlace, placesIn } from "./code-places.js";
import { type ExpressionText, textsIn } from "./expression-text.js";
import { applyOf, combinationOf, type JavaScript, meaningOf } from "./javascript.js";
import { isSame, type Operation, type OperationSite, Parted } from "./parted.js";
import { type Entry, PartedMemory } from "./parted-memory.js";
import { plain, shadowOf, trackedApply } from "./tracked-apply.js";

/** How a difference shows. */
export type Showing = "store" | "atomic" | "print" | "branch" | "index" | "reduction" | "throw";

/** A number that differs from JavaScript's, where that shows. */
export interface NumberDifference {
  readonly showing: Showing;
  readonly at: Position;
  /** The expression is shortly before `at`. */
  readonly isNear: boolean;
  /** The work-item's linear id in the range. */
  readonly item: number;
  /** The memory location, the condition, or the indexed array. */
  readonly text: string;
  readonly found: Value;
  /** Undefined if JavaScript throws. */
  readonly expected: Value | undefined;
  /** Where the two values first differed. */
  readonly cause: {
    readonly operation: Operation;
    readonly type: string;
    readonly at: Position;
    readonly isNear: boolean;
    readonly text: string;
    /** With the operands' values; empty if the same as `text`. */
    readonly computed: string;
    readonly found: Value;
    readonly expected: Value | undefined;
  };
}

export interface NumberSettings {
  /** Bytes left of the memory budget. */
  readonly budget: { bytes: number };
  /** Whether to report every visible rounding to f32; otherwise only those that decide something, and large differences. */
  readonly floats: boolean;
  /** Whether to report 0 instead of -0. */
  readonly zeros: boolean;
  /** Called once per source position. May throw, which ends the run. */
  readonly onDifference: (difference: NumberDifference) => void;
}

/** Tolerated relative difference when only f32 rounding is to blame. */
export const TOLERANCE = 2 ** -10;

type OpSite = Parameters<ValueChecks["op"]>[0];
type Store = Extract<Stmt, { kind: "store" }>;

/** The kind of memory, which determines what a store there means in JavaScript. */
type Region = "device" | "local" | "reducer" | "private";

interface FunctionNotes {
  readonly placeOf: (expr: Expr) => CodePlace;
  readonly textOf: ExpressionText;
}

/** A number to report, and JavaScript's value, if any. */
interface Apart extends Pick<Parted, "value" | "cause" | "shown"> {
  readonly shadow: Value | undefined;
}

const scratch = new DataView(new ArrayBuffer(8));

/** The value as memory stores it. */
function storedAs(scalar: ScalarType, value: Value): Value {
  const { store, load } = scalarAccess[scalar];
  store(scratch, 0, value);
  return load(scratch, 0);
}

export class NumberWatcher implements ValueChecks {
  readonly #run: CheckedRun;
  readonly #settings: NumberSettings;
  readonly #memory: PartedMemory;
  readonly #notes = new Map<Fn, FunctionNotes>();
  readonly #told = new Set<string>();
  /** Entries for the private memory of waiting work-items of the group. */
  readonly #stacks = new Map<number, ReturnType<PartedMemory["take"]>>();
  #views: () => DataView;

  constructor(run: CheckedRun, settings: NumberSettings, memory: () => ArrayBufferLike) {
    this.#run = run;
    this.#settings = settings;
    this.#memory = new PartedMemory(settings.budget);
    let last: DataView | undefined;
    this.#views = () => {
      const buffer = memory();
      if (last?.buffer !== buffer) last = new DataView(buffer);
      return last;
    };
  }

  /** Starts a group: local memory is another group's now. */
  beginGroup(): void {
    const { begin, end } = this.#run.local;
    this.#memory.take(begin, end);
    this.#stacks.clear();
  }

  save(place: number): void {
    const { begin, end } = this.#run.stack();
    this.#stacks.set(place, this.#memory.take(begin, end));
  }

  restore(place: number): void {
    const { begin, end } = this.#run.stack();
    this.#memory.take(begin, end);
    for (const [address, entry] of this.#stacks.get(place) ?? []) this.#memory.set(address, entry);
  }

  /** Reports differences in what reducers give their targets. */
  finish(): void {
    for (const { begin, end } of this.#run.reducers().values()) {
      for (const [address, { parted, scalar, place }] of this.#memory.take(begin, end)) {
        const shadow = storedAs(scalar, parted.shadow);
        const combined = new Parted(parted.value, shadow, parted.cause);
        if (this.#isTold(combined)) this.#tell("reduction", combined, place, this.#nameOf(address) ?? "a reduction");
      }
    }
  }

  op(expr: OpSite, apply: Apply, scope: Scope): { args: readonly Expr[]; apply: TrackedApply } {
    const { args, javascript, parting, type = expr.type } = meaningOf(expr, apply);
    const { placeOf, textOf } = this.#notesOf(scope);
    const site: OperationSite = {
      ...{ operation: parting ?? "arithmetic", type, place: placeOf(expr) },
      text: (operands) => textOf(expr, operands),
      // Lanewise's conversions to bigint do not throw.
      ...(parting === "division" && {
        onThrow: (operands, found) => {
          const cause = { site, operands, found, expected: undefined };
          this.#tell("throw", { value: found, shadow: undefined, cause, shown: undefined }, site.place, textOf(expr));
        },
      }),
    };
    const isBits = expr.kind === "op" && expr.op === "reinterpret" && expr.args[0]?.type === "f64" && !isRestated(expr);
    const isOfBits = expr.kind === "op" && (expr.op === "wrap" || expr.op === "shr");
    const tracked = trackedApply(applyOf(expr, apply), javascript, parting !== undefined, site);
    if (!isBits && !isOfBits) return { args, apply: tracked };
    const withShown: TrackedApply = (a, b, c) => {
      const result = tracked(a, b, c);
      if (!(a instanceof Parted) || !(result instanceof Parted)) return result;
      const shown = isBits ? { value: a.value, shadow: a.shadow } : a.shown;
      return new Parted(result.value, result.shadow, result.cause, shown);
    };
    return { args, apply: withShown };
  }

  combine(stmt: Extract<Stmt, { kind: "subGroup" }>, apply: Apply, scope: Scope): TrackedApply {
    const { combination, value } = stmt;
    const { type } = value;
    invariant(combination && isValueScalar(type), "a sub-group combines values");
    const { javascript, parting } = combinationOf(combination, type, apply);
    const place = { at: scope.module.sites[stmt.site]?.at ?? scope.fn.at, isNear: false };
    const text = scope.module.sites[stmt.site]?.name ?? combination;
    const site: OperationSite = {
      ...{ operation: parting === "rounding" ? parting : "reduction", type, place },
      text: (operands) => (operands ? operands.join(` ${signs[combination] ?? combination} `) : text),
    };
    return trackedApply(apply, javascript, parting !== undefined, site);
  }

  load(expr: Extract<Expr, { kind: "load" }>): (address: number, loaded: Value) => Datum {
    const scalar = scalarAt(expr.place);
    return (address, loaded) => this.#memory.find(address, scalar, loaded)?.parted ?? loaded;
  }

  index(expr: Extract<Expr, { kind: "element" }>, scope: Scope): (index: Datum, length: number) => number | bigint {
    const { placeOf } = this.#notesOf(scope);
    const site = scope.module.sites[expr.site];
    return (index, length) => {
      if (!(index instanceof Parted)) return index as number | bigint; // the verifier has checked that it is an integer
      const { value, shadow } = index;
      // Indices outside fail anyway.
      const isInside = Number(value) >= 0 && Number(value) < length;
      // JavaScript's `a[-0]` is `a[0]`.
      if (isInside && value !== shadow) {
        const place = site ? { at: site.at, isNear: false } : placeOf(expr);
        this.#tell("index", index, place, site?.name ?? "an array");
      }
      return value as number | bigint; // as above
    };
  }

  test(condition: Expr, scope: Scope): (value: Datum) => boolean {
    const { placeOf, textOf } = this.#notesOf(scope);
    return (value) => {
      if (!(value instanceof Parted)) return value as boolean; // the verifier has checked that it is a boolean
      if (value.value !== value.shadow) this.#tell("branch", value, placeOf(condition), textOf(condition));
      return value.value === true;
    };
  }

  store(stmt: Store, scope: Scope): (address: number, value: Datum) => Value {
    const scalar = scalarAt(stmt.place);
    const place: CodePlace = { at: stmt.at, isNear: false };
    const isPlain = stmt.place.kind !== "element";
    const isExchanged = isInGroupMemory(stmt.place, scope.module);
    const isNarrow = scalars[scalar].register !== scalar;
    const { textOf } = this.#notesOf(scope);
    const narrowing: OperationSite = {
      ...{ operation: scalar === "f16" ? "rounding" : "narrowing", type: scalar, place },
      text: (operands) => (operands ? operands.join() : `${textOf(stmt.place)} = ${textOf(stmt.value)}`),
    };
    return (address, datum) => {
      const region = this.#regionOf(address);
      // Objects, and values exchanged by group functions, hold plain numbers.
      const isKept = (region === "private" && isPlain) || (region === "local" && isExchanged);
      if (!(datum instanceof Parted)) {
        const value = datum as Value; // stored data are values
        this.#memory.delete(address);
        if (!isKept || !isNarrow) return value;
        const stored = storedAs(scalar, value);
        if (isSame(stored, value)) return value;
        const cause = { site: narrowing, operands: [value], found: stored, expected: value };
        this.#memory.set(address, { parted: new Parted(stored, value, cause), scalar, place });
        return value;
      }
      const { value, shadow, cause, shown } = datum;
      const found = storedAs(scalar, value);
      const expected = isKept ? shadow : storedAs(scalar, shadow);
      const parted = new Parted(found, expected, cause, shown);
      this.#keep(address, { parted, scalar, place }, region, "store", () => textOf(stmt.place));
      return value;
    };
  }

  copy(stmt: Store, scope: Scope): (to: number, from: number) => void {
    const { size } = layoutOf(referred(stmt.place.type), scope.module.structs);
    const place: CodePlace = { at: stmt.at, isNear: false };
    const { textOf } = this.#notesOf(scope);
    return (to, from) => {
      const copied = this.#memory.within(from, from + size);
      this.#memory.take(to, to + size);
      for (const [address, { parted, scalar }] of copied) {
        if (!isSame(scalarAccess[scalar].load(this.#views(), address), parted.value)) continue;
        const own = to + address - from;
        const region = this.#regionOf(own);
        const shadow = region === "private" ? parted.shadow : storedAs(scalar, parted.shadow);
        const entry = { parted: new Parted(parted.value, shadow, parted.cause), scalar, place };
        this.#keep(own, entry, region, "store", () => textOf(stmt.place));
      }
    };
  }

  atomic(
    stmt: Extract<Stmt, { kind: "atomic" }>,
    run: (address: number, value: Value, expected: Value) => Value,
    scope: Scope,
  ): (address: number, value: Datum, expected: Datum) => Datum {
    const { op } = stmt;
    const scalar = scalarAt(stmt.place);
    const type = scalars[scalar].register;
    const place: CodePlace = { at: stmt.at, isNear: false };
    const { textOf } = this.#notesOf(scope);
    const name = () => textOf(stmt.place);
    const site: OperationSite = {
      ...{ operation: type === "f32" ? "rounding" : "reduction", type, place },
      text: (operands) => {
        const own = stmt.value ? textOf(stmt.value) : "";
        const [left, right] = operands ?? [name(), own];
        return `${left} ${signs[op] ?? op} ${right?.includes(" ") ? `(${right})` : right}`;
      },
    };
    const javascript = nextOf(op, type);
    return (address, operand, compared) => {
      const region = this.#regionOf(address);
      const value = this.#given(operand, scalar, address, place, name);
      const before = run(address, plain(value), plain(compared));
      const known = this.#memory.find(address, scalar, before)?.parted;
      const earlier = known ?? before;
      if (op === "load" || (op === "compareExchange" && !isSame(before, plain(compared)))) return earlier;
      const after = scalarAccess[scalar].load(this.#views(), address);
      const raw = javascript(shadowOf(earlier), shadowOf(value), 0) ?? after;
      const shadow = region === "reducer" ? raw : storedAs(scalar, raw);
      this.#memory.delete(address);
      if (!isSame(after, shadow)) {
        const operands = [before, plain(value)];
        const inherited = known?.cause ?? (value instanceof Parted ? value.cause : undefined);
        const cause = inherited ?? { site, operands, found: after, expected: shadow };
        const parted = new Parted(after, shadow, cause);
        this.#keep(address, { parted, scalar, place }, region, "atomic", name);
      }
      return earlier;
    };
  }

  /** An operand on its way to memory the host sees. */
  #given(operand: Datum, scalar: ScalarType, address: number, place: CodePlace, name: () => string): Datum {
    if (!(operand instanceof Parted) || this.#regionOf(address) !== "device") return operand;
    const { value, shadow, cause } = operand;
    const stored = new Parted(storedAs(scalar, value), storedAs(scalar, shadow), cause);
    if (isSame(stored.value, stored.shadow)) return value;
    if (!this.#isTold(stored)) return operand;
    this.#tell("atomic", stored, place, this.#nameOf(address) ?? name());
    return value;
  }

  /** Reports a store to memory the host sees; records it for other memory. */
  #keep(address: number, entry: Entry, region: Region, showing: Showing, name: () => string): void {
    const { parted, place } = entry;
    this.#memory.delete(address);
    if (isSame(parted.value, parted.shadow)) return;
    if (region !== "device" || !this.#isTold(parted)) {
      this.#memory.set(address, entry);
      return;
    }
    if (parted.shown) this.#tell("print", parted, place, "console.log");
    else this.#tell(showing, parted, place, this.#nameOf(address) ?? name());
  }

  #isTold(parted: Parted): boolean {
    const { value, shadow } = parted.shown ?? parted;
    if (isSame(value, shadow)) return false;
    const { floats, zeros } = this.#settings;
    if (value === shadow) return zeros;
    if (!parted.isRounding || floats) return true;
    const [found, expected] = [Number(value), Number(shadow)];
    const distance = Math.abs(found - expected);
    return !(distance <= TOLERANCE * Math.max(Math.abs(found), Math.abs(expected)));
  }

  #tell(showing: Showing, parted: Apart, { at, isNear }: CodePlace, text: string): void {
    const key = `${showing} ${at.file}:${at.line}:${at.column}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    const { items } = this.#run;
    const { value, shadow } = parted.shown ?? parted;
    const { site, operands, found, expected } = parted.cause;
    const own = site.text();
    const computed = site.text(operands.map(showValue));
    this.#settings.onDifference({
      ...{ showing, at, isNear, text, found: value, expected: shadow },
      item: items.linearId(items.worker()),
      cause: {
        ...{ operation: site.operation, type: site.type, at: site.place.at, isNear: site.place.isNear },
        ...{ text: own, computed: computed === own ? "" : computed, found, expected },
      },
    });
  }

  #notesOf({ fn, module }: Scope): FunctionNotes {
    const known = this.#notes.get(fn) ?? { placeOf: placesIn(fn, module), textOf: textsIn(fn, module) };
    this.#notes.set(fn, known);
    return known;
  }

  #nameOf(address: number): string | undefined {
    const { memories, module } = this.#run;
    return namePlace(address, memories(), module.structs)?.text;
  }

  #regionOf(address: number): Region {
    const { local, stack, reducers } = this.#run;
    const { begin, end } = stack();
    if (address >= begin && address < end) return "private";
    if (address >= local.begin && address < local.end) return "local";
    for (const own of reducers().values()) if (address >= own.begin && address < own.end) return "reducer";
    return "device";
  }
}

const signs: Partial<Record<string, string>> = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^" };

function showValue(value: Value): string {
  if (typeof value === "bigint") return `${value}n`;
  return Object.is(value, -0) ? "-0" : String(value);
}

/** The memory content after an atomic operation, from the previous content and the operand. */
function nextOf(op: Extract<Stmt, { kind: "atomic" }>["op"], type: ScalarType): JavaScript {
  if (op === "load" || op === "store" || op === "exchange" || op === "compareExchange") return (_, value) => value;
  invariant(isValueScalar(type), "atomics are on values");
  const apply: Apply = (before) => before;
  return combinationOf(op, type, apply).javascript;
}
