// The folder to set up: reads existing files, collects changes, and finally writes them or shows a diff. Nothing is written before that,
// so that an error in the third file leaves the first two unchanged.

import { accessSync, constants, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createTwoFilesPatch } from "diff";
import { CommandError } from "../command-error.js";
import { formatTable } from "../table.js";

interface Change {
  readonly before: string | undefined;
  text: string;
  /** Descriptions of the changes. */
  readonly words: string[];
}

export class ProjectFolder {
  readonly root: string;
  /** Changes by path from the root. */
  readonly #changes = new Map<string, Change>();
  /** Steps left to the user. */
  readonly steps: string[] = [];
  /** Notes for the user. */
  readonly notes: string[] = [];

  constructor(root: string) {
    this.root = root;
    if (kindOf(root) === "file") throw new CommandError(`${root} is a file; \`lanewise init\` wants a folder.`);
  }

  /** The names in the folder, or in one inside it. Empty if it does not exist. */
  names(folder = "."): readonly string[] {
    const place = path.join(this.root, folder);
    return kindOf(place) === "folder" ? readdirSync(place) : [];
  }

  has(name: string): boolean {
    return this.#changes.has(name) || kindOf(path.join(this.root, name)) !== undefined;
  }

  /** The text of a file, with pending changes. */
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

  /** Lists the changes, one per line. */
  describe(): string {
    return formatTable(
      [...this.#changes].flatMap(([name, { words }]) => words.map((line, at) => [at === 0 ? `  ${name}` : "  ", line])),
    );
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
    // Finds missing permissions before the first file is written.
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
    if (codeOf(error) === "ENOTDIR") return undefined; // a file in place of a folder: writing reports it
    throw new CommandError(`${file} cannot be read: ${messageOf(error)}`);
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
