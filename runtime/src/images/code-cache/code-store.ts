// Storage for generated code between runs: by name, in files (host/store/file-store.ts) or a browser's database (host/store/database-store.ts). Any
// failure there is a miss: the code is generated.

export interface CodeStore {
  /** For people: the folder or the database; undefined if nothing can be cached there. */
  readonly place: string | undefined;
  /** Supplements the package's version: changes when our own code generator is rebuilt in a checkout. */
  readonly revision: string;
  /** SHA-256, in hexadecimal digits. */
  digest(content: Uint8Array | string): string;
  /** Detects damage, and names entries by their whole key: at most 64 digits, perhaps of a faster hash than SHA-256. */
  checksum(content: Uint8Array | string): string;
  /** Resolves, in any case soon, when `read` knows the cached code of that module's kernels; undefined: it knows already. */
  loading(module: string): Promise<void> | undefined;
  /**
   * Passes the entry with that name, if any, to `accept`, and returns the result. After undefined the caller generates the code and calls `write`, or
   * `abandon` if that fails; other processes that want the same entry wait a moment for it.
   */
  read<T>(name: string, accept: (bytes: Uint8Array<ArrayBuffer>) => T | undefined): T | undefined;
  /** `module`: the module of the entry's kernel. */
  write(name: string, bytes: Uint8Array<ArrayBuffer>, module: string): void;
  abandon(name: string): void;
  list(): Promise<readonly KeptFile[]>;
  /** The raw bytes; undefined if they are gone. */
  peek(name: string): Promise<Uint8Array | undefined>;
  /** Returns how many there were. */
  clear(): Promise<number>;
}

export interface KeptFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** When it was last used, to about an hour: ms since 1970. */
  readonly used: number;
}
