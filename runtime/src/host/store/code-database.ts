// The database of generated code in browsers, as promises: IndexedDB, since pages and workers of all kinds have it. Code and its metadata are in
// separate stores, so that sizes can be added up without reading code.

export interface KeptCode {
  readonly name: string;
  readonly module: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
export interface CodeUse {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** When it was last used, in ms since 1970. */
  readonly used: number;
}

export const DATABASE = "lanewise";
/** Incremented when the stores change. */
const VERSION = 1;
const CODE = "code";
const USES = "uses";
const BY_MODULE = "module";

export interface CodeDatabase {
  ofModule(module: string): Promise<readonly KeptCode[]>;
  code(name: string): Promise<KeptCode | undefined>;
  uses(): Promise<readonly CodeUse[]>;
  put(codes: readonly KeptCode[], used: number): Promise<void>;
  /** Records when they were used. */
  touch(uses: readonly CodeUse[]): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
}

/** Rejects if there is no database. All its promises reject with the browser's errors. */
export async function openCodeDatabase(): Promise<CodeDatabase> {
  const opening = indexedDB.open(DATABASE, VERSION);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(CODE, { keyPath: "name" }).createIndex(BY_MODULE, BY_MODULE);
    opening.result.createObjectStore(USES, { keyPath: "name" });
  };
  const database = await result(opening);
  // Another version of Lanewise is about to change the database.
  database.onversionchange = () => database.close();
  const change = (edit: (code: IDBObjectStore, uses: IDBObjectStore) => void): Promise<void> => {
    const transaction = database.transaction([CODE, USES], "readwrite");
    edit(transaction.objectStore(CODE), transaction.objectStore(USES));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  };
  const store = (name: string) => database.transaction(name).objectStore(name);
  // The stores only hold what `put` and `touch` have written.
  return {
    ofModule: (module) => result(store(CODE).index(BY_MODULE).getAll(module)) as Promise<KeptCode[]>,
    code: (name) => result(store(CODE).get(name)) as Promise<KeptCode | undefined>,
    uses: () => result(store(USES).getAll()) as Promise<CodeUse[]>,
    put: (codes, used) =>
      change((code, uses) => {
        for (const one of codes) {
          code.put(one);
          uses.put({ name: one.name, size: one.bytes.length, used } satisfies CodeUse);
        }
      }),
    touch: (touched) =>
      change((_, uses) => {
        for (const use of touched) uses.put(use);
      }),
    remove: (names) =>
      change((code, uses) => {
        for (const name of names) {
          code.delete(name);
          uses.delete(name);
        }
      }),
  };
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
