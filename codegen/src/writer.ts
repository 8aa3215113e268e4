// Collects the lines of generated source, with their indentation and their positions in the user's source.

import type { Position } from "@lanewise/ir";
import type { LineMapping } from "./program.js";

export class Writer {
  readonly #lines: string[] = [];
  readonly #mappings: LineMapping[] = [];
  #indent = 0;

  /** Writes one text, which may have several lines. */
  line(text: string, at?: Position): void {
    if (at) this.#mappings.push({ line: this.#lines.length + 1, at });
    for (const line of text.split("\n")) this.#lines.push("  ".repeat(this.#indent) + line);
  }

  /** Writes `head {`, the output of `write`, and `}` with `tail`. */
  braces(head: string, write: () => void, at?: Position, tail = ""): void {
    this.line(head === "" ? "{" : `${head} {`, at);
    this.#indent++;
    write();
    this.#indent--;
    this.line(`}${tail}`);
  }

  finish(): { source: string; lines: readonly LineMapping[] } {
    return { source: `${this.#lines.join("\n")}\n`, lines: this.#mappings };
  }
}
