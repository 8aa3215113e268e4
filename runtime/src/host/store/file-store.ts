// The store of generated code in Node: a file for each program, in a folder of the user's. A file is written under another name and then renamed, so
// that readers see all of it or nothing. A process that generates one holds a lock, for which others wait a moment. If the files exceed the limit,
// the least recently used are removed. Nothing here fails: an unusable folder stores nothing.

import { makeFolder, readEntry } from "@lanewise/ir/cache-folder";
import type { CodeStore, KeptFile } from "../../images/code-cache/index.js";

/** The parts of node:fs that are used. */
export interface FileSystem {
  mkdirSync(path: string, options: { mode: number }): unknown;
  statSync(path: string | URL): FileStatus;
  readdirSync(path: string): readonly string[];
  readFileSync(path: string): Uint8Array<ArrayBuffer>;
  writeFileSync(path: string, data: Uint8Array | string, options: { flag: "wx"; mode: number }): void;
  renameSync(from: string, to: string): void;
  unlinkSync(path: string): void;
  utimesSync(path: string, accessed: Date, modified: Date): void;
}
interface FileStatus {
  readonly uid: number;
  readonly mode: number;
  readonly size: number;
  readonly mtimeMs: number;
  isDirectory(): boolean;
  isFile(): boolean;
}

export interface FileStoreOptions {
  readonly files: FileSystem;
  readonly folder: string;
  /** The limit of the stored code, in bytes. */
  readonly limit: number;
  /** The user id of this process; undefined on systems without. */
  readonly user: number | undefined;
  readonly process: number;
  readonly revision: string;
  readonly digest: CodeStore["digest"];
}

const SUFFIX = ".code";
const LOCK = ".lock";
const TEMPORARY = ".new";
const HOUR_MS = 3_600_000;
/** How long others wait for the process that generates a program: longer than most take. */
const PATIENCE_MS = 50;
/** An older lock was abandoned. */
const ABANDONED_MS = 10_000;
/** How many files are written before their sizes are added up again. */
const WRITES_BETWEEN_SWEEPS = 64;

export function createFileStore(options: FileStoreOptions): CodeStore {
  const { files, folder, revision, digest } = options;
  /** Undefined until needed. */
  let isUsable: boolean | undefined;
  let isWritable = true;
  let writes = 0;
  const usable = (): boolean => (isUsable ??= prepareFolder(options));
  const pathOf = (name: string, suffix: string): string => `${folder}/${name}${suffix}`;

  const load = <T>(name: string, accept: (bytes: Uint8Array<ArrayBuffer>) => T | undefined): T | undefined => {
    const path = pathOf(name, SUFFIX);
    const found = attempt(() => ({ bytes: readEntry(files, path) }));
    if (!found) return undefined;
    const accepted = attempt(() => found.bytes && accept(found.bytes));
    if (accepted === undefined) attempt(() => files.unlinkSync(path));
    else touch(files, path);
    return accepted;
  };

  const save = (name: string, bytes: Uint8Array): void => {
    const temporary = pathOf(name, `.${options.process}${TEMPORARY}`);
    const isSaved = done(() => {
      files.writeFileSync(temporary, bytes, { flag: "wx", mode: 0o600 });
      files.renameSync(temporary, pathOf(name, SUFFIX));
    });
    if (isSaved) return;
    // The disk is full or read-only: the next write would fail, too.
    isWritable = false;
    attempt(() => files.unlinkSync(temporary));
  };

  return {
    get place() {
      return usable() ? folder : undefined;
    },
    revision,
    digest,
    checksum: digest,
    loading: () => undefined,
    read: (name, accept) => {
      if (!usable()) return undefined;
      const known = load(name, accept);
      if (known !== undefined || !isWritable || lock(files, pathOf(name, LOCK))) return known;
      for (const end = performance.now() + PATIENCE_MS; performance.now() < end; pause()) {
        const made = load(name, accept);
        if (made !== undefined) return made;
      }
      return undefined;
    },
    write: (name, bytes) => {
      if (!usable() || !isWritable) return;
      save(name, bytes);
      attempt(() => files.unlinkSync(pathOf(name, LOCK)));
      if (writes % WRITES_BETWEEN_SWEEPS === 0) attempt(() => sweep(options));
      writes++;
    },
    abandon: (name) => {
      if (usable() && isWritable) attempt(() => files.unlinkSync(pathOf(name, LOCK)));
    },
    list: async () => (usable() ? list(options).flatMap(({ kept }) => kept ?? []) : []),
    peek: async (name) => (usable() ? attempt(() => readEntry(files, pathOf(name, SUFFIX))) : undefined),
    clear: async () => (usable() ? remove(options, list(options)) : 0),
  };
}

/** Treats errors of the file system as a miss: nothing is stored, or nothing found. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

function done(action: () => void): boolean {
  return (
    attempt(() => {
      action();
      return true;
    }) ?? false
  );
}

/** Whether the folder exists, and only this user may put files into it. */
function prepareFolder({ files, folder, user }: FileStoreOptions): boolean {
  return (
    attempt(() => {
      makeFolder(files, folder);
      const status = files.statSync(folder);
      const isOwn = user === undefined || (status.uid === user && (status.mode & 0o022) === 0);
      return status.isDirectory() && isOwn;
    }) ?? false
  );
}

/** Records that the file was used, at most once an hour. */
function touch(files: FileSystem, path: string): void {
  attempt(() => {
    const now = Date.now();
    if (now - files.statSync(path).mtimeMs > HOUR_MS) files.utimesSync(path, new Date(now), new Date(now));
  });
}

/** Whether this process should generate the program: it holds the lock, or locks fail. */
function lock(files: FileSystem, path: string): boolean {
  const create = () => done(() => files.writeFileSync(path, "", { flag: "wx", mode: 0o600 }));
  if (create()) return true;
  const since = attempt(() => files.statSync(path).mtimeMs);
  // The lock was released just now, or the folder accepts no files.
  if (since === undefined) return true;
  if (Date.now() - since < ABANDONED_MS) return false;
  attempt(() => files.unlinkSync(path));
  return create();
}

/** Created when needed: pages load this file, too, and seldom have shared memory. */
let clock: Int32Array<SharedArrayBuffer> | undefined;

function pause(): void {
  clock ??= new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(clock, 0, 0, 1);
}

interface ListedFile {
  readonly path: string;
  readonly size: number;
  readonly used: number;
  /** Undefined for locks and unfinished files. */
  readonly kept: KeptFile | undefined;
}

function list({ files, folder }: FileStoreOptions): readonly ListedFile[] {
  return (attempt(() => files.readdirSync(folder)) ?? []).flatMap((file) => {
    if (![SUFFIX, LOCK, TEMPORARY].some((suffix) => file.endsWith(suffix))) return [];
    const path = `${folder}/${file}`;
    // Undefined if another process has removed it.
    const status = attempt(() => files.statSync(path));
    if (!status) return [];
    const { size, mtimeMs: used } = status;
    const kept = file.endsWith(SUFFIX) ? { name: file.slice(0, -SUFFIX.length), size, used } : undefined;
    return [{ path, size, used, kept }];
  });
}

function remove({ files }: FileStoreOptions, found: readonly ListedFile[]): number {
  for (const { path } of found) attempt(() => files.unlinkSync(path));
  return found.filter(({ kept }) => kept !== undefined).length;
}

/** Makes room: removes abandoned files, and the least recently used down to four fifths of the limit. */
function sweep(options: FileStoreOptions): void {
  const found = list(options);
  const now = Date.now();
  remove(
    options,
    found.filter(({ kept, used }) => kept === undefined && now - used > HOUR_MS),
  );
  const kept = found.filter((file) => file.kept !== undefined).sort((a, b) => a.used - b.used);
  let total = kept.reduce((sum, { size }) => sum + size, 0);
  if (total <= options.limit) return;
  const excess: ListedFile[] = [];
  for (const file of kept) {
    if (total <= 0.8 * options.limit) break;
    excess.push(file);
    total -= file.size;
  }
  remove(options, excess);
}
