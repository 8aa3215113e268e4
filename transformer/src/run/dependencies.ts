// The dependencies of a compiled program: files by content, and folders by the names in them, absent ones included (a nearer tsconfig.json, a
// file that an import would prefer). Recorded while TypeScript reads, and checked later without TypeScript: a file or folder with an unchanged
// time is trusted, others are compared by content. Plain data.

import { createHash } from "node:crypto";
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** Path, modification time (0: too recent to trust), size, and digest of the content. */
export type FileStamp = readonly [file: string, mtimeMs: number, size: number, digest: string];

export interface FolderStamp {
  readonly folder: string;
  /** 0: too recent to trust. */
  readonly mtimeMs: number;
  /** Names that must not be in it. */
  readonly absent: readonly string[];
  /** Names that must be in it, whatever their content. */
  readonly present: readonly string[];
  readonly listings: readonly Listing[];
}

/** The kind of listing, the names left out, and a digest of the names found. */
type Listing = readonly [kind: ListingKind, without: readonly string[], digest: string];

export interface Dependencies {
  readonly files: readonly FileStamp[];
  readonly folders: readonly FolderStamp[];
}

/** "other": existing files or a configuration have changed, so more than some files' texts must be read again. */
export type Change = "none" | "texts" | "other";

const listed = {
  folders: /(?!)/,
  typescript: /\.[cm]?tsx?$|\.json$/,
  javascript: /\.[cm]?[jt]sx?$|\.json$/,
} as const satisfies Record<string, RegExp>;
export type ListingKind = keyof typeof listed;

/** Two changes within this time may give a file the same time. */
const TICK_MS = 2000;

/** Whether TypeScript's patterns skip a folder. */
const isLeftOut = (name: string): boolean => name.startsWith(".") || name === "node_modules";

interface RecordedFolder {
  readonly mtimeMs: number;
  readonly absent: Set<string>;
  readonly present: Set<string>;
  readonly listings: Map<ListingKind, Listing>;
}

export interface Recorder {
  /** Records that a file's content matters. */
  read(file: string): void;
  /** Records that the existence of a file or folder matters. */
  look(name: string, isThere: boolean): void;
  /** Records that a folder's entries matter, with those of its subfolders if `isDeep`; `excluded` are absolute paths. */
  list(folder: string, kind: ListingKind, isDeep: boolean, excluded: readonly string[]): void;
  dependencies(): Dependencies;
}

export function createRecorder(): Recorder {
  const files = new Map<string, FileStamp>();
  const folders = new Map<string, RecordedFolder | undefined>();
  /** Undefined if there is no such folder. */
  const folderAt = (folder: string): RecordedFolder | undefined => {
    const known = folders.get(folder);
    if (known || folders.has(folder)) return known;
    const found = statSync(folder, { throwIfNoEntry: false });
    const made = found?.isDirectory()
      ? {
          mtimeMs: settled(found.mtimeMs),
          absent: new Set<string>(),
          present: new Set<string>(),
          listings: new Map<ListingKind, Listing>(),
        }
      : undefined;
    folders.set(folder, made);
    return made;
  };
  const missing = (name: string): void => {
    const parent = path.dirname(name);
    const folder = folderAt(parent);
    if (folder) folder.absent.add(path.basename(name));
    else if (parent !== name) missing(parent);
  };
  const list = (folder: string, kind: ListingKind, isDeep: boolean, excluded: readonly string[], seen: Set<string>) => {
    const record = folderAt(folder);
    if (!record) return missing(folder);
    const real = realpathSync(folder);
    if (seen.has(real)) return;
    seen.add(real);
    const without = excluded.filter((one) => path.dirname(one) === folder).map((one) => path.basename(one));
    const entries = entriesOf(folder, kind, without);
    record.listings.set(kind, [kind, without, digestOf(namesOf(entries))]);
    if (!isDeep) return;
    for (const entry of entries) {
      const inner = path.join(folder, entry.name);
      if (isFolder(entry, inner)) list(inner, kind, true, excluded, seen);
    }
  };
  return {
    read(file) {
      const stamp = stampOf(file);
      if (stamp) files.set(file, stamp);
      else missing(file);
    },
    look(name, isThere) {
      if (!isThere) missing(name);
      else folderAt(path.dirname(name))?.present.add(path.basename(name));
    },
    list: (folder, kind, isDeep, excluded) => list(folder, kind, isDeep, excluded, new Set()),
    dependencies: () => ({
      files: [...files.values()],
      folders: [...folders].flatMap(([folder, found]) => (found ? [toStamp(folder, found)] : [])),
    }),
  };
}

function toStamp(folder: string, { mtimeMs, absent, present, listings }: RecordedFolder): FolderStamp {
  return { folder, mtimeMs, absent: [...absent], present: [...present], listings: [...listings.values()] };
}

function stampOf(file: string): FileStamp | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) return undefined;
  return [file, settled(found.mtimeMs), found.size, digestOf(readFileSync(file))];
}

/** The time, or 0 if a later change could still have the same time. */
function settled(mtimeMs: number): number {
  return Date.now() - mtimeMs > TICK_MS ? mtimeMs : 0;
}

function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

function entriesOf(folder: string, kind: ListingKind, without: readonly string[]): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => {
    const isWanted = entry.isFile() ? listed[kind].test(entry.name) : true;
    return isWanted && !isLeftOut(entry.name) && !without.includes(entry.name);
  });
}

const namesOf = (entries: readonly Dirent[]): string =>
  entries
    .map(({ name }) => name)
    .sort()
    .join("\0");

function isFolder(entry: Dirent, name: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Returns the kind of change, and the dependencies with current times; `refreshed` is undefined if no times have changed. */
export function changeSince(before: Dependencies): { readonly change: Change; readonly refreshed?: Dependencies } {
  let change: Change = "none";
  let isOlder = false;
  const files: FileStamp[] = [];
  for (const stamp of before.files) {
    const [file, mtimeMs, size, digest] = stamp;
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.mtimeMs === mtimeMs && found.size === size) {
      files.push(stamp);
      continue;
    }
    const now = stampOf(file);
    if (!now || (now[3] !== digest && file.endsWith(".json"))) return { change: "other" };
    if (now[3] !== digest) change = "texts";
    isOlder ||= now[1] !== mtimeMs || now[2] !== size;
    files.push(now);
  }
  const folders: FolderStamp[] = [];
  for (const stamp of before.folders) {
    const mtimeMs = statSync(stamp.folder, { throwIfNoEntry: false })?.mtimeMs;
    if (mtimeMs === undefined) return { change: "other" };
    if (mtimeMs === stamp.mtimeMs) {
      folders.push(stamp);
      continue;
    }
    if (!isSameFolder(stamp)) return { change: "other" };
    isOlder ||= settled(mtimeMs) !== stamp.mtimeMs;
    folders.push({ ...stamp, mtimeMs: settled(mtimeMs) });
  }
  return isOlder ? { change, refreshed: { files, folders } } : { change };
}

function isSameFolder({ folder, absent, present, listings }: FolderStamp): boolean {
  const isThere = (name: string) => statSync(path.join(folder, name), { throwIfNoEntry: false }) !== undefined;
  if (absent.some(isThere) || !present.every(isThere)) return false;
  return listings.every(([kind, without, digest]) => digestOf(namesOf(entriesOf(folder, kind, without))) === digest);
}
