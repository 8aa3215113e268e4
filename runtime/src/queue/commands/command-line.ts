// The commands of a queue in order of submission. The first one leaves in constant time: a long array would move all others.

import type { Command } from "./command.js";

/** So many that have left are removed together, if they are half of all. */
const MOST_GONE = 1024;

export class CommandLine implements Iterable<Command> {
  /** Undefined: has left. */
  readonly #places: (Command | undefined)[] = [];
  /** How many of the first places are empty. */
  #gone = 0;

  get length(): number {
    return this.#places.length - this.#gone;
  }

  get first(): Command | undefined {
    return this.#places[this.#gone];
  }

  get last(): Command | undefined {
    return this.#places.at(-1);
  }

  at(index: number): Command | undefined {
    return this.#places[this.#gone + index];
  }

  /** The first `count` commands, or all if there are fewer. */
  upTo(count: number): Command[] {
    const found: Command[] = [];
    for (let index = 0; index < count; index++) {
      const command = this.at(index);
      if (!command) break;
      found.push(command);
    }
    return found;
  }

  indexOf(command: Command): number {
    return this.#places.indexOf(command, this.#gone) - this.#gone;
  }

  push(command: Command): void {
    this.#places.push(command);
  }

  remove(command: Command): void {
    if (this.first !== command) {
      this.#places.splice(this.#places.indexOf(command, this.#gone), 1);
      return;
    }
    this.#places[this.#gone++] = undefined;
    const isEmpty = this.#gone === this.#places.length;
    if (!isEmpty && (this.#gone < MOST_GONE || this.#gone < this.length)) return;
    this.#places.splice(0, this.#gone);
    this.#gone = 0;
  }

  *[Symbol.iterator](): Iterator<Command> {
    for (let index = 0; ; index++) {
      const command = this.at(index);
      if (!command) return;
      yield command;
    }
  }
}
