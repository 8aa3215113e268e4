// The folder that is set up: reads what is there, collects what shall change, and at the end writes it or shows it as a diff. Until then
// nothing is written, so that a mistake in the third file leaves the first two as they were.

import { accessSync, constants, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createTwoFilesPatch } from "diff";
import { CommandError } from "../command-error.js";

interface Change {
  readonly before: string | undefined;
  text: string;
  /** What happens to the file, in words. */
  readonly words: string[];
}

export class ProjectFolder {
  readonly root: string;
  /** By path from the root. */
  readonly #changes = new Map<string, Change>();
  /** What the user has to do, since it could not be done here. */
  readonly steps: string[] = [];
  /** What the user may want to know. */
  readonly notes: string[] = [];

  constructor(root: string) {
    this.root = root;
    if (kindOf(root) === "file") throw new CommandError(`${root} is a file; \`lanewise init\` wants a folder.`);
  }

  /** Of the folder itself, or of one in it. Empty where there is none. */
  names(folder = "."): readonly string[] {
    const place = path.join(this.root, folder);
    return kindOf(place) === "folder" ? readdirSync(place) : [];
  }

  has(name: string): boolean {
    return this.#changes.has(name) || kindOf(path.join(this.root, name)) !== undefined;
  }

  /** As it will be. */
  read(name: string): string | undefined {
    return this.#changes.get(name)?.text ?? this.#onDisk(name);
  }

  #onDisk(name: string): string | undefined {
    const file = path.join(this.root, name);
    const kind = kindOf(file);
    if (kind === undefined) return undefined;
    if (kind === "folder") throw new CommandError(`${file} is a folder; expected a file.`);
    try {
      return readFileSync(file, "utf8");
    } catch (error) {
      throw new CommandError(`${file} cannot be read: ${messageOf(error)}`);
    }
  }

  write(name: string, text: string, ...words: readonly string[]): void {
    const change = this.#changes.get(name);
    if (change) {
      change.text = text;
      change.words.push(...words);
    } else this.#changes.set(name, { before: this.#onDisk(name), text, words: [...words] });
  }

  /** What changes, a line for each thing. */
  describe(): string {
    const width = Math.max(0, ...[...this.#changes.keys()].map((name) => name.length));
    return [...this.#changes]
      .flatMap(([name, { words }]) => words.map((line, at) => `  ${(at === 0 ? name : "").padEnd(width)}  ${line}\n`))
      .join("");
  }

  get isUnchanged(): boolean {
    return this.#changes.size === 0;
  }

  diff(): string {
    return [...this.#changes]
      .map(([name, { before, text }]) =>
        createTwoFilesPatch(before === undefined ? "/dev/null" : name, name, before ?? "", text).replace(/^=+\n/, ""),
      )
      .join("");
  }

  apply(): void {
    const written: string[] = [];
    const each = (act: (file: string, change: Change) => void) => {
      for (const [name, change] of this.#changes) {
        const file = path.join(this.root, name);
        try {
          act(file, change);
        } catch (error) {
          const before = written.length === 0 ? "Nothing was written." : `Written before: ${written.join(", ")}.`;
          throw new CommandError(
            `${file} cannot be written: ${messageOf(error)}\n${before} Correct that, and call it again.`,
          );
        }
      }
    };
    // What is forbidden is found before the first file is written.
    each((file, { before }) => {
      mkdirSync(path.dirname(file), { recursive: true });
      accessSync(before === undefined ? path.dirname(file) : file, constants.W_OK);
    });
    each((file, { text }) => {
      writeFileSync(file, text);
      written.push(path.relative(this.root, file));
    });
  }
}

function kindOf(file: string): "file" | "folder" | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found && (found.isDirectory() ? "folder" : "file");
  } catch (error) {
    if (codeOf(error) === "ENOTDIR") return undefined; // a file where a folder would be: writing says so
    throw new CommandError(`${file} cannot be read: ${messageOf(error)}`);
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
