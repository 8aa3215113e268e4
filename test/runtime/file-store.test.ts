// The store of generated code in Node: what it keeps, and what becomes of damage, locks and folders that cannot be used. (Y6)

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { compileWasm, type WasmProgram } from "@lanewise/codegen";
import { cacheFolder, cacheLimit } from "@lanewise/ir/cache-folder";
import { afterAll, describe, expect, test } from "vitest";
import { createFileStore, type FileStoreOptions, type FileSystem } from "../../runtime/dist/host/store/file-store.js";
import { decodeEntry, encodeEntry, keyOfEntry } from "../../runtime/dist/images/code-cache/entry.js";
import { programForm } from "../../runtime/dist/images/code-cache/kept-program.js";
import { VERSION } from "../../runtime/dist/images/code-cache/version.js";
import { removeTemporaryFolders, temporaryFolder } from "../examples/programs.js";
import { moduleOf } from "./emitted.js";

afterAll(removeTemporaryFolders);

// Node's functions have more overloads than the store asks for.
const files = fs as unknown as FileSystem;

function storeIn(folder: string, changes: Partial<FileStoreOptions> = {}) {
  return createFileStore({
    files,
    folder,
    limit: 2 ** 20,
    user: process.getuid?.(),
    process: process.pid,
    revision: "1",
    digest: (content) => createHash("sha256").update(content).digest("hex"),
    ...changes,
  });
}

const all = <T>(bytes: T) => bytes;
const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
const bytesOf = (content: string) => new TextEncoder().encode(content);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

describe("entries", () => {
  const store = storeIn(temporaryFolder());
  const module = moduleOf({ name: "kept", kernels: [{ name: "nothing", parameters: [], body: [] }] });
  const options = { bounds: "checked", fp: "default", shape: "rows", threads: "one", privatise: false } as const;
  const program: WasmProgram = compileWasm({ ...options, module, kernel: 0, features: "simd128", sharedMemory: true });
  const entry = encodeEntry(store, "the key", programForm.encode(program));
  const decode = (key: string, bytes: Uint8Array<ArrayBuffer>) => {
    const content = decodeEntry(store, key, bytes);
    return content && programForm.decode(content);
  };

  test("come back as they were, for their key alone", () => {
    // A header in JSON has no members that are undefined.
    expect(decode("the key", entry)).toEqual(program);
    expect(decode("another key", entry)).toBeUndefined();
    expect(keyOfEntry(entry)).toBe("the key");
  });

  test("are nothing when a byte is another one, or any number of bytes is missing", () => {
    for (let at = 0; at < entry.length; at++) {
      const damaged = entry.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect(decode("the key", damaged)).toBeUndefined();
      expect(decode("the key", entry.slice(0, at))).toBeUndefined();
    }
    expect(keyOfEntry(entry.slice(0, 80))).toBeUndefined();
    expect(keyOfEntry(Uint8Array.of(1, 2, 3))).toBeUndefined();
  });
});

describe("files", () => {
  test("what was written is read; what is not accepted is removed", async () => {
    const store = storeIn(join(temporaryFolder(), "new/folder"));
    expect(store.read("a", all)).toBeUndefined();
    store.write("a", bytesOf("one"), "app");
    expect(text(store.read("a", all))).toBe("one");
    expect((await store.list()).map(({ name, size }) => [name, size])).toEqual([["a", 3]]);
    expect(store.read("a", () => undefined)).toBeUndefined();
    expect(store.read("a", () => JSON.parse("{"))).toBeUndefined();
    expect(await store.list()).toEqual([]);
    expect(fs.statSync(store.place ?? "").mode & 0o777).toBe(0o700);
  });

  test.each(["fifo", "device", "folder"])(
    "a %s in the place of an entry is a damaged one, and nobody waits for it",
    async (kind) => {
      const folder = temporaryFolder();
      const store = storeIn(folder);
      const entry = join(folder, "a.code");
      if (kind === "fifo") execFileSync("mkfifo", [entry]);
      else if (kind === "device") fs.symlinkSync("/dev/zero", entry);
      else fs.mkdirSync(entry);
      expect(await store.peek("a")).toBeUndefined();
      expect(store.read("a", all)).toBeUndefined();
      if (kind === "folder") return;
      expect(fs.existsSync(entry)).toBe(false);
      store.write("a", bytesOf("new"), "app");
      expect(text(store.read("a", all))).toBe("new");
    },
  );

  test("no other file stays behind; clear removes all but files that are not its own", async () => {
    const folder = temporaryFolder();
    const store = storeIn(folder);
    fs.writeFileSync(join(folder, "notes.txt"), "mine");
    for (const name of ["a", "b"]) {
      store.read(name, all);
      store.write(name, bytesOf(name), "app");
    }
    store.read("c", all);
    store.abandon("c");
    expect(fs.readdirSync(folder).sort()).toEqual(["a.code", "b.code", "notes.txt"]);
    expect(await store.clear()).toBe(2);
    expect(fs.readdirSync(folder)).toEqual(["notes.txt"]);
  });

  test("those that were not used for longest go when there are too many", () => {
    const folder = temporaryFolder();
    const first = storeIn(folder);
    for (const name of ["a", "b", "c", "d"]) first.write(name, new Uint8Array(100), "app");
    for (const [index, name] of ["b", "a", "d", "c"].entries()) {
      fs.utimesSync(join(folder, `${name}.code`), hoursAgo(9 - index), hoursAgo(9 - index));
    }
    expect(first.read("b", all)).toBeDefined(); // now it is the last one
    storeIn(folder, { limit: 400 }).write("e", new Uint8Array(100), "app");
    expect(fs.readdirSync(folder).sort()).toEqual(["b.code", "c.code", "e.code"]);
  });

  test("locks and unfinished files that were left behind go too", () => {
    const folder = temporaryFolder();
    for (const name of ["a.lock", "b.77.new"]) {
      fs.writeFileSync(join(folder, name), "");
      fs.utimesSync(join(folder, name), hoursAgo(2), hoursAgo(2));
    }
    storeIn(folder).write("c", bytesOf("c"), "app");
    expect(fs.readdirSync(folder)).toEqual(["c.code"]);
  });
});

describe("locks", () => {
  test("who finds one waits a moment, then makes the program without it", () => {
    const folder = temporaryFolder();
    const [first, second] = [storeIn(folder), storeIn(folder, { process: 1 })];
    expect(first.read("a", all)).toBeUndefined();
    const start = performance.now();
    expect(second.read("a", all)).toBeUndefined();
    expect(performance.now() - start).toBeGreaterThan(40);
    first.write("a", bytesOf("first"), "app");
    expect(text(second.read("a", all))).toBe("first");
  });

  test("takes what another process has made meanwhile", () => {
    const folder = temporaryFolder();
    const first = storeIn(folder);
    first.read("a", all);
    let checks = 0;
    const meanwhile = (path: string | URL) => {
      if (String(path).endsWith(".code")) checks += 1;
      if (checks === 3) first.write("a", bytesOf("first"), "app");
      return files.statSync(path);
    };
    const second = storeIn(folder, { files: { ...files, statSync: meanwhile } });
    expect(text(second.read("a", all))).toBe("first");
  });

  test("one that is old was left behind", () => {
    const folder = temporaryFolder();
    fs.writeFileSync(join(folder, "a.lock"), "");
    fs.utimesSync(join(folder, "a.lock"), hoursAgo(1), hoursAgo(1));
    const start = performance.now();
    storeIn(folder).read("a", all);
    expect(performance.now() - start).toBeLessThan(40);
  });
});

describe("folders that cannot be used keep nothing, and nobody notices", () => {
  const fails = (code: string) => () => {
    throw Object.assign(new Error(code), { code });
  };
  const never = async (store: ReturnType<typeof storeIn>) => {
    expect(store.read("a", all)).toBeUndefined();
    store.write("a", bytesOf("a"), "app");
    expect(store.read("a", all)).toBeUndefined();
    expect(await store.list()).toEqual([]);
    expect(await store.clear()).toBe(0);
  };

  test.each([
    ["the disk is full", { writeFileSync: fails("ENOSPC") }],
    ["it is full when the file is renamed", { renameSync: fails("EDQUOT") }],
    ["it is read only", { writeFileSync: fails("EROFS"), utimesSync: fails("EROFS"), unlinkSync: fails("EROFS") }],
    ["it cannot be made", { mkdirSync: fails("EACCES") }],
  ])("%s", (_, changes) => never(storeIn(join(temporaryFolder(), "new"), { files: { ...files, ...changes } })));

  test("what a read-only folder has is used", () => {
    const folder = temporaryFolder();
    storeIn(folder).write("a", bytesOf("a"), "app");
    const denied = { writeFileSync: fails("EROFS"), utimesSync: fails("EROFS"), unlinkSync: fails("EROFS") };
    expect(text(storeIn(folder, { files: { ...files, ...denied } }).read("a", all))).toBe("a");
  });

  test("it is a file", async () => {
    const path = join(temporaryFolder(), "file");
    fs.writeFileSync(path, "");
    await never(storeIn(path));
    expect(storeIn(path).place).toBeUndefined();
    expect(storeIn(join(path, "below/it")).place).toBeUndefined();
  });

  test("a folder in which none can be made, though it is there", () => {
    const inside = join(temporaryFolder(), "takes-none");
    fs.mkdirSync(inside);
    // As /proc says it; with `recursive`, Node tries that again and again.
    const mkdirSync = fails("ENOENT");
    expect(storeIn(join(inside, "cache/code"), { files: { ...files, mkdirSync } }).place).toBeUndefined();
    expect(storeIn(inside).place).toBe(inside);
  });

  test("it belongs to somebody else, or others may write to it", () => {
    const folder = temporaryFolder();
    storeIn(folder).write("a", bytesOf("a"), "app");
    expect(storeIn(folder, { user: 12345 }).read("a", all)).toBeUndefined();
    fs.chmodSync(folder, 0o777);
    expect(storeIn(folder).read("a", all)).toBeUndefined();
  });
});

test("the version in the key is the package's", () => {
  const { version } = JSON.parse(fs.readFileSync(new URL("../../runtime/package.json", import.meta.url), "utf8"));
  expect(VERSION).toBe(version);
});

test("where it is, and how large", () => {
  const place = (platform: string, variables: Record<string, string>, home = "/home/me") =>
    cacheFolder({ platform, home, variable: (name) => variables[name] });
  expect(place("linux", {})).toBe("/home/me/.cache/lanewise");
  expect(place("linux", { XDG_CACHE_HOME: "/var/c" })).toBe("/var/c/lanewise");
  expect(place("linux", {}, "")).toBeFalsy();
  expect(place("darwin", {})).toBe("/home/me/Library/Caches/lanewise");
  expect(place("win32", { LOCALAPPDATA: "C:/Users/me/AppData/Local" })).toBe("C:/Users/me/AppData/Local/lanewise");
  expect(place("win32", {})).toBeUndefined();
  expect(place("linux", { LANEWISE_CACHE: "/tmp/here" })).toBe("/tmp/here");
  expect(place("linux", { LANEWISE_CACHE: "off" })).toBeUndefined();
  expect(cacheLimit(() => "2")).toBe(2 ** 21);
  for (const found of ["", undefined]) expect(cacheLimit(() => found)).toBe(2 ** 27);
});
