// Checks options against each function's table, which refuses unknown options and those of a wrong type. TypeScript programs do not need it; others
// get an error before anything happens.

import { LanewiseError } from "../errors/index.js";
import { describeValue } from "./describe-value.js";

/** The type of an option's value; "checked": the code that uses it checks it. */
export type OptionType = "checked" | "string" | "boolean" | "function" | "list";

/** A table of all options of `O`. */
export type OptionTable<O> = Readonly<Record<keyof O & string, OptionType>>;

/** A table without the type of its options. */
type Table = Readonly<Record<string, OptionType>>;

/** Inherits nothing, so that an omitted option reads undefined, whatever a program adds to Object.prototype. */
class OwnOptions {}
Object.setPrototypeOf(OwnOptions.prototype, null);
const none: object = Object.freeze(new OwnOptions());

/**
 * Checks and copies the options that the user passed to `where`; reads each once. Undefined means none, and inherited properties are not options.
 */
export function ownOptions<O extends object>(options: O | null | undefined, table: Table, where: string): O {
  if (options === undefined) return none as O;
  const own = new OwnOptions();
  readOptions(own, options, table, where);
  return own as O; // it has the own properties of O's object, and options are only required where their absence is checked
}

/** Returns options that `ownOptions` gave, with others in their place. */
export function withOptions<O extends object, P extends object>(own: O, others: P): O & P {
  return Object.assign(new OwnOptions(), own, others);
}

/** Whether the user passed no options. */
export function hasNoOptions(own: object): boolean {
  return own === none;
}

function readOptions(own: OwnOptions, options: unknown, table: Table, where: string): void {
  if (typeof options !== "object" || options === null || Array.isArray(options) || ArrayBuffer.isView(options)) {
    const known = Object.keys(table).join(", ");
    throw new LanewiseError("invalid", `${where}: options is ${describeValue(options)}; expected { ${known} }.`);
  }
  for (const name of Reflect.ownKeys(options)) {
    const value: unknown = Reflect.get(options, name);
    // Symbols are internal.
    if (typeof name === "string") checkOption(name, value, table, where);
    Reflect.set(own, name, value);
  }
}

function checkOption(name: string, value: unknown, table: Table, where: string): void {
  const type = Object.hasOwn(table, name) ? table[name] : undefined;
  if (type === undefined) throw unknownOption(name, table, where);
  // Most values are right, so names for messages are made only for the others.
  if (type !== "checked" && typeof value !== type) checkType(value, type, `${where}: ${name}`);
}

/** Checks that a value is of a type, or undefined. */
export function checkType(value: unknown, type: Exclude<OptionType, "checked">, what: string): void {
  if (value === undefined || (type === "list" ? Array.isArray(value) : typeof value === type)) return;
  throw new LanewiseError("invalid", `${what} is ${describeValue(value)}; expected a ${type}.`);
}

/** Checks that a value is a list. */
export function checkList(value: unknown, what: string): void {
  if (!Array.isArray(value))
    throw new LanewiseError("invalid", `${what} is ${describeValue(value)}; expected an array.`);
}

/** Checks that a value is a function. */
export function checkFunction(value: unknown, what: string): void {
  if (typeof value === "function") return;
  throw new LanewiseError("invalid", `${what}: found ${describeValue(value)}; expected a function.`);
}

function unknownOption(name: string, table: Table, where: string): LanewiseError {
  const known = Object.keys(table);
  const [nearest] = known
    .map((one) => ({ one, edits: editsBetween(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, edits }) => edits <= (one.length < 4 ? 1 : Math.max(2, one.length / 3)))
    .sort((a, b) => a.edits - b.edits);
  const question = nearest ? ` Did you mean ${nearest.one}?` : "";
  return new LanewiseError(
    "unknown_option",
    `${where}: there is no option ${describeValue(name)}; expected ${known.join(", ")}.${question}`,
  );
}

/** Returns Levenshtein's distance: how many letters to insert, delete or replace. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const [above = 0, left = 0, before = 0] = [row[j + 1], next[j], row[j]];
      next.push(Math.min(above + 1, left + 1, before + (b[j] === letter ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
