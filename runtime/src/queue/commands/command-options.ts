// The options of every command: the events that it waits for, and signals that cancel it. Checks what the user passed, and converts it to commands
// and signals.

import { LanewiseError } from "../../errors/index.js";
import { parts } from "../../images/registry/index.js";
import type { GroupAccessors } from "../../memory/buffers/index.js";
import { describeValue, type OptionTable, ownOptions } from "../../values/index.js";
import type { Command } from "./command.js";
import { QueueEvent } from "./event.js";

/** Events that must be complete before a command starts; if one fails, the command does not run and fails, too. */
export type Dependencies = QueueEvent | readonly QueueEvent[];

/** The part of an AbortSignal that is used. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** What each command of a queue may wait for, and what cancels it. */
export interface CommandOptions {
  /** Events that must be complete before it starts. */
  readonly after?: Dependencies;
  /**
   * Cancels the command, if it has not started when the signal aborts: its event rejects with the signal's reason. A running command continues.
   * With several signals, any of them cancels it.
   */
  readonly signal?: AbortSignalLike | readonly AbortSignalLike[];
}

/** @internal The options of every command. */
export const commandOptions = { after: "checked", signal: "checked" } as const satisfies OptionTable<CommandOptions>;

/** @internal The key of the group's accessors in options; users cannot pass them. */
export const groupAccessors: unique symbol = Symbol("accessors");

/** @internal The options of a command in a command group. */
export interface GroupOptions extends CommandOptions {
  readonly [groupAccessors]?: GroupAccessors | undefined;
}

/** @internal The options of a command as passed: from `ownOptions`, or a literal with all three fields. */
type AskedOptions = { readonly [K in keyof GroupOptions]: GroupOptions[K] | undefined };

/** The checked options. */
export interface CheckedOptions {
  readonly dependencies: readonly Command[];
  readonly signals: readonly AbortSignalLike[];
  /** The accessors of the command's group, if it made any. */
  readonly accessors: GroupAccessors | undefined;
}

/** @internal Checks the options of any command. `name` is what messages call the events. */
export function checkOptions(
  { after, signal, [groupAccessors]: accessors }: AskedOptions,
  name = "after",
): CheckedOptions {
  if (after === undefined && signal === undefined && accessors === undefined) return noOptions;
  return {
    dependencies: after === undefined ? none : toList(after).map((event) => toCommand(event, name)),
    signals: toSignals(signal),
    accessors: parts.buffers?.isAccessors(accessors) ? accessors : undefined,
  };
}

/** @internal Checks an argument that is an event, a list of events, or `{ after, signal }`. */
export function checkDependencies(given: unknown, where: string): CheckedOptions {
  if (isOptions(given)) {
    return checkOptions(ownOptions(given, commandOptions, where));
  }
  // Each element is checked to be an event.
  const after = given as Dependencies | undefined;
  return checkOptions({ after, signal: undefined, [groupAccessors]: undefined }, `${where}: options`);
}

/** Whether `given` is a plain object, not an event or a list of events. */
export function isOptions(given: unknown): given is CommandOptions {
  return typeof given === "object" && given !== null && isPlain(Object.getPrototypeOf(given));
}

const isPlain = (prototype: unknown) => prototype === Object.prototype || prototype === null;

export function toList(given: unknown): readonly unknown[] {
  if (given === undefined) return none;
  return Array.isArray(given) ? given : [given];
}

const none: readonly never[] = [];
/** Of most commands. */
const noOptions: CheckedOptions = { dependencies: none, signals: none, accessors: undefined };

function toCommand(event: unknown, name: string): Command {
  return QueueEvent.commandOf(checkEvent(event, name));
}

/** Checks an event that the user passed as `name`. */
export function checkEvent(event: unknown, name: string): QueueEvent {
  if (event instanceof QueueEvent) return event;
  throw new LanewiseError("invalid", `${name} is ${describeValue(event)}; expected an event of a queue.`);
}

function toSignals(signal: unknown): readonly AbortSignalLike[] {
  if (signal === undefined) return none;
  return toList(signal).map((one) => {
    if (isSignal(one)) return one;
    throw new LanewiseError("invalid", `signal is ${describeValue(one)}; expected an AbortSignal.`, {
      help: "Pass `controller.signal` of a new AbortController().",
    });
  });
}

function isSignal(value: unknown): value is AbortSignalLike {
  return typeof value === "object" && value !== null && "aborted" in value && "addEventListener" in value;
}
