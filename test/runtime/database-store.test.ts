// The store of generated code in browsers, over a database that is a map: what it keeps and for how long, what goes wrong, several pages.
// With a browser's own database it is tested in test/browser. (Y6)

import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { checksum } from "../../runtime/dist/host/store/checksum.js";
import type { CodeDatabase, CodeUse, KeptCode } from "../../runtime/dist/host/store/code-database.js";
import { createDatabaseStore } from "../../runtime/dist/host/store/database-store.js";
import { sha256 } from "../../runtime/dist/host/store/sha256.js";

const HOUR_MS = 3_600_000;
const all = <T>(bytes: T) => bytes;
const bytesOf = (text: string) => new TextEncoder().encode(text);

class MapDatabase implements CodeDatabase {
  readonly codes = new Map<string, KeptCode>();
  readonly known = new Map<string, CodeUse>();

  add(name: string, size: number, used: number, module = "app"): void {
    this.codes.set(name, { name, module, bytes: new Uint8Array(size) });
    this.known.set(name, { name, size, used });
  }
  async ofModule(module: string) {
    return [...this.codes.values()].filter((code) => code.module === module);
  }
  async code(name: string) {
    return this.codes.get(name);
  }
  async uses() {
    return [...this.known.values()];
  }
  async put(codes: readonly KeptCode[], used: number) {
    for (const code of codes) {
      this.codes.set(code.name, code);
      this.known.set(code.name, { name: code.name, size: code.bytes.length, used });
    }
  }
  async touch(uses: readonly CodeUse[]) {
    for (const use of uses) this.known.set(use.name, use);
  }
  async remove(names: readonly string[]) {
    for (const name of names) {
      this.codes.delete(name);
      this.known.delete(name);
    }
  }
}

const storeOver = (database: CodeDatabase, locks?: Pick<LockManager, "request">) =>
  createDatabaseStore({ open: async () => database, locks, limit: 1000 });

test("what was kept of a module is read when it is loaded, and not before", async () => {
  const database = new MapDatabase();
  const first = storeOver(database);
  await first.loading("app");
  expect(first.read("a", all)).toBeUndefined();
  first.write("a", bytesOf("one"), "app");
  expect((await first.list()).map(({ name, size }) => [name, size])).toEqual([["a", 3]]);
  const second = storeOver(database);
  expect(second.read("a", all)).toBeUndefined();
  const loading = second.loading("app");
  expect(second.loading("app")).toBe(loading);
  await loading;
  expect(second.loading("app")).toBeUndefined();
  expect(second.read("a", all)).toEqual(bytesOf("one"));
  await second.loading("other");
  expect(second.read("a", all)).toEqual(bytesOf("one"));
  expect(await second.clear()).toBe(1);
  expect(second.read("a", all)).toBeUndefined();
});

test("it is tidied after a while: damage, what was not used for a month, and what is too much go", async () => {
  vi.useFakeTimers();
  try {
    const database = new MapDatabase();
    const now = Date.now();
    database.add("damaged", 10, now);
    database.add("ancient", 10, now - 31 * 24 * HOUR_MS);
    for (const [index, name] of ["a", "b", "c", "d"].entries()) database.add(name, 300, now - (9 - index) * HOUR_MS);
    const store = storeOver(database);
    await store.loading("app");
    expect(store.read("damaged", () => undefined)).toBeUndefined();
    expect(store.read("damaged", all)).toBeUndefined();
    expect(store.read("b", all)).toHaveLength(300);
    expect(store.read("c", all)).toHaveLength(300);
    await vi.advanceTimersByTimeAsync(2000);
    expect([...database.codes.keys()]).toEqual(["c", "d"]);
    expect(database.known.get("c")?.used).toBeGreaterThan(now);
    expect(database.known.get("d")?.used).toBeLessThan(now);
  } finally {
    vi.useRealTimers();
  }
});

test("an accept that throws is damage", async () => {
  const database = new MapDatabase();
  database.add("a", 10, Date.now());
  const store = storeOver(database);
  await store.loading("app");
  expect(store.read("a", () => JSON.parse("{"))).toBeUndefined();
});

const broken = (): never => {
  throw new Error("broken");
};
const never = () => new Promise<never>(() => undefined);

test.each([
  ["does not open", { open: broken }],
  ["never opens", { open: never }],
  [
    "cannot be read",
    { open: async () => Object.assign(new MapDatabase(), { ofModule: broken, uses: broken, code: broken }) },
  ],
  ["cannot be written", { open: async () => Object.assign(new MapDatabase(), { put: broken }) }],
])("a database that %s keeps nothing, and nobody waits for long", async (_, options) => {
  const store = createDatabaseStore({ locks: undefined, limit: 1000, ...options });
  const start = performance.now();
  await store.loading("app");
  await store.loading("other");
  expect(performance.now() - start).toBeLessThan(3000);
  store.write("a", bytesOf("one"), "app");
  expect(await store.list()).toEqual([]);
  expect(await store.peek("a")).toBeUndefined();
  expect(await store.clear()).toBe(0);
});

/** Locks of one name, as browsers have them, of which one is held. */
class OneLock {
  held: Promise<unknown> | undefined;
  // Of the many forms, those that the store uses.
  request = (async (_: string, options: LockOptions, work: (lock: Lock | null) => unknown) => {
    if (this.held && options.ifAvailable) return await work(null);
    await Promise.race([this.held, new Promise((_, reject) => options.signal?.addEventListener("abort", reject))]);
    const lock: Lock = { name: "", mode: options.mode ?? "exclusive" };
    const result = work(lock);
    if (lock.mode === "exclusive") {
      this.held = Promise.resolve(result).then(() => {
        this.held = undefined;
      });
    }
    return await result;
  }) as LockManager["request"];
}

test("of pages that find nothing, one makes it and the others wait for that a moment", async () => {
  const [database, locks] = [new MapDatabase(), new OneLock()];
  const [first, second, third] = [storeOver(database, locks), storeOver(database, locks), storeOver(database, locks)];
  await first.loading("app");
  const waiting = second.loading("app");
  first.write("a", bytesOf("one"), "app");
  await waiting;
  expect(second.read("a", all)).toEqual(bytesOf("one"));
  database.codes.clear();
  await third.loading("app");
  await storeOver(database, locks).loading("app"); // the third one makes nothing
});

test("a checksum changes with every bit and byte, the length, and what is moved", () => {
  const bytes = Uint8Array.from({ length: 67 }, (_, i) => i * 7);
  const changed = Array.from({ length: 67 * 8 }, (_, bit) =>
    bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
  );
  const shorter = Array.from({ length: 67 }, (_, length) => bytes.slice(0, length));
  const zeros = Array.from({ length: 20 }, (_, length) => new Uint8Array(length));
  const all = [bytes, bytes.slice().reverse(), ...changed, ...shorter, ...zeros.slice(2)].map(checksum);
  expect(new Set(all).size).toBe(all.length);
  expect(new Set(all.map((sum) => sum.length))).toEqual(new Set([32]));
  expect(checksum(bytes.subarray(3))).toBe(checksum(bytes.slice(3)));
  expect(checksum("é")).toBe(checksum(bytesOf("é")));
});

test("digests are those of SHA-256", () => {
  const contents = Array.from({ length: 200 }, (_, length) => Uint8Array.from({ length }, (_, i) => i * 7 + length));
  for (const content of contents) expect(sha256(content)).toBe(createHash("sha256").update(content).digest("hex"));
  expect(sha256("é")).toBe(createHash("sha256").update("é").digest("hex"));
});
