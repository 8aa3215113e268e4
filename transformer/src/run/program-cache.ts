// Caches compiled programs between starts, beside the runtime's code cache (docs/code-cache.md): a folder for each tsconfig.json, with a file for
// the project and one for each file that it does not include. Loads no compiler. Nothing here fails: an unusable folder caches nothing, and an
// incomplete file is ignored.

import { createHash } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { cacheFolder, cacheLimit, makeFolder, readEntry } from "@lanewise/ir/cache-folder";
import type { BuildOptions } from "../build-options.js";
import type { RunnableProgram } from "./compile-program.js";
import { changeSince } from "./dependencies.js";
import { decodeProgram, encodeProgram } from "./program-file.js";
import { RunError } from "./run-error.js";

const SUFFIX = ".program";
const TEMPORARY = ".new";
const HOUR_MS = 3_600_000;
/** The prefix for projects, as opposed to single files: a solution's tsconfig.json has several. */
const SHARED = "project-";

export interface KeptProgramFile {
  readonly program: string;
  /** In bytes. */
  readonly size: number;
  readonly lastUsed: Date;
}

export interface ProgramCache {
  /** Undefined if nothing is cached. */
  readonly place: string | undefined;
  /** The program of a file, if none of its dependencies has changed. */
  find(file: string, asked: BuildOptions): RunnableProgram | undefined;
  keep(file: string, asked: BuildOptions, program: RunnableProgram): void;
  /** Most recently used first. */
  list(): readonly KeptProgramFile[];
  /** Returns the number of entries removed. */
  clear(): number;
}

export function createProgramCache(): ProgramCache {
  const limit = cacheLimit((name) => process.env[name]);
  if (typeof limit !== "number") throw new RunError("LW1928", [limit.name, limit.value, limit.expected]);
  const root = cacheFolder({
    variable: (name) => process.env[name],
    platform: process.platform,
    home: attempt(os.homedir) ?? "",
  });
  const place = root && path.join(root, "programs");
  if (!place) return { place: undefined, find: () => undefined, keep: () => undefined, list: () => [], clear: () => 0 };
  let usable: boolean | undefined;
  const isUsable = () => (usable ??= attempt(() => isOwnFolder(root, place)) ?? false);
  return {
    place,
    find: (file, asked) => (isUsable() ? attempt(() => find(folderOf(place, file, asked), file)) : undefined),
    keep(file, asked, program) {
      if (isUsable()) attempt(() => keep(place, folderOf(place, file, asked), file, program, limit));
    },
    list: () => listed(place).map(toKept),
    clear() {
      const found = listed(place);
      attempt(() => rmSync(place, { recursive: true, force: true }));
      usable = undefined;
      return found.length;
    },
  };
}

/** Runs an action; a file-system error only means that nothing is cached or found. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Whether the folders belong to the user alone: their content runs with the user's rights, so nobody else may write to them. */
function isOwnFolder(root: string, place: string): boolean {
  makeFolder(files, place);
  const user = process.getuid?.();
  return [root, place].every((folder) => {
    const { uid, mode } = statSync(folder);
    return user === undefined || (uid === user && (mode & 0o022) === 0);
  });
}

function digestOf(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 32);
}

/** The folder of the nearest tsconfig.json or, without one, of the current folder, whose types then apply. */
function folderOf(place: string, file: string, asked: BuildOptions): string {
  const options = Object.entries(asked).filter(([, value]) => value !== undefined);
  return path.join(place, digestOf(nearestConfig(file) ?? `in ${process.cwd()}`, JSON.stringify(options.sort())));
}

function nearestConfig(file: string): string | undefined {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const config = path.join(folder, "tsconfig.json");
    if (statSync(config, { throwIfNoEntry: false })?.isFile()) return config;
    if (path.dirname(folder) === folder) return undefined;
  }
}

const files = { mkdirSync, readFileSync: (name: string) => readFileSync(name), statSync };
const nameOf = (file: string): string => `${digestOf(file)}${SUFFIX}`;

function find(folder: string, file: string): RunnableProgram | undefined {
  const shared = readdirSync(folder).filter((name) => name.startsWith(SHARED) && name.endsWith(SUFFIX));
  for (const name of [...shared, nameOf(file)]) {
    const found = attempt(() => load(path.join(folder, name), file));
    if (found) return found;
  }
  return undefined;
}

function load(name: string, file: string): RunnableProgram | undefined {
  const bytes = readEntry(files, name);
  // The next program will replace it.
  if (!bytes) unlinkSync(name);
  const program = bytes && decodeProgram(bytes);
  if (!program?.table.modules.has(pathToFileURL(file).href)) return undefined;
  const { change, refreshed } = changeSince(program.dependencies);
  if (change !== "none") return undefined;
  if (refreshed) attempt(() => write(name, { ...program, dependencies: refreshed }));
  else attempt(() => touch(name));
  return program;
}

function keep(place: string, folder: string, file: string, program: RunnableProgram, limit: number): void {
  makeFolder(files, folder);
  const name = program.isIncluded ? `${SHARED}${digestOf(program.title)}${SUFFIX}` : nameOf(file);
  write(path.join(folder, name), program);
  sweep(place, limit);
}

/** Writes atomically: readers see the whole file or nothing. */
function write(name: string, program: RunnableProgram): void {
  const temporary = `${name}.${process.pid}.${Math.random().toString(36).slice(2)}${TEMPORARY}`;
  try {
    writeFileSync(temporary, encodeProgram(program), { flag: "wx", mode: 0o600 });
    renameSync(temporary, name);
  } catch (error) {
    attempt(() => unlinkSync(temporary));
    throw error;
  }
}

/** Records a use, at most once an hour. */
function touch(name: string): void {
  const now = Date.now();
  if (now - statSync(name).mtimeMs > HOUR_MS) utimesSync(name, new Date(now), new Date(now));
}

interface ListedFile {
  readonly name: string;
  readonly size: number;
  readonly used: number;
}

function filesIn(place: string, suffix: string): ListedFile[] {
  const folders = attempt(() => readdirSync(place)) ?? [];
  return folders.flatMap((folder) =>
    (attempt(() => readdirSync(path.join(place, folder))) ?? []).flatMap((file) => {
      const name = path.join(place, folder, file);
      // Undefined if another process has removed it.
      const status = file.endsWith(suffix) ? statSync(name, { throwIfNoEntry: false }) : undefined;
      return status ? [{ name, size: status.size, used: status.mtimeMs }] : [];
    }),
  );
}

function listed(place: string): ListedFile[] {
  return filesIn(place, SUFFIX).sort((a, b) => b.used - a.used);
}

function titleIn(name: string): string | undefined {
  const bytes = readEntry(files, name);
  return bytes && decodeProgram(bytes)?.title;
}

function toKept({ name, size, used }: ListedFile): KeptProgramFile {
  const program = attempt(() => titleIn(name)) ?? "(cannot be read)";
  return { program, size, lastUsed: new Date(used) };
}

/** Makes room, down to four fifths of the limit: removes the least recently used programs, and abandoned temporary files. */
function sweep(place: string, limit: number): void {
  const remove = ({ name }: ListedFile) => attempt(() => unlinkSync(name));
  const now = Date.now();
  for (const left of filesIn(place, TEMPORARY)) if (now - left.used > HOUR_MS) remove(left);
  const found = listed(place);
  let total = found.reduce((sum, { size }) => sum + size, 0);
  if (total <= limit) return;
  for (const one of found.reverse()) {
    if (total <= 0.8 * limit) return;
    remove(one);
    total -= one.size;
  }
}
