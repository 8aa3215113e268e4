// Where generated code is kept from one run of the program to the next: by name, in files (host/file-store.ts) or a browser's database
// (host/database-store.ts). Whatever goes wrong there is a miss: the code is generated, as if nothing were kept.

export interface CodeStore {
  /** For people: the folder, or what database it is; undefined where nothing can be kept there. */
  readonly place: string | undefined;
  /** What is not in the package's version: changes when our own code generator is built anew in a checkout. */
  readonly revision: string;
  /** SHA-256, in hexadecimal digits. */
  digest(content: Uint8Array | string): string;
  /** What finds damage, and names what has its whole key: at most 64 digits, perhaps of something quicker than SHA-256. */
  checksum(content: Uint8Array | string): string;
  /** Resolves, soon in any case, when `read` knows what is kept of kernels of that module; undefined: it does. */
  loading(module: string): Promise<void> | undefined;
  /**
   * What is kept under a name, if `accept` makes something of it. After undefined the caller makes it, and then calls `write`, or `abandon`
   * if it fails; other processes that want the same wait for that a moment.
   */
  read<T>(name: string, accept: (bytes: Uint8Array<ArrayBuffer>) => T | undefined): T | undefined;
  /** `module`: of the kernel that it belongs to. */
  write(name: string, bytes: Uint8Array<ArrayBuffer>, module: string): void;
  abandon(name: string): void;
  list(): Promise<readonly KeptFile[]>;
  /** The bytes as they are; undefined if they are gone. */
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
