// Where generated code is kept from one run of the program to the next: by name, in files (host/file-store.ts). Whatever goes wrong there
// is a miss: the code is generated, as if nothing were kept.

export interface CodeStore {
  readonly folder: string;
  /** What is not in the package's version: changes when our own code generator is built anew in a checkout. */
  readonly revision: string;
  /** SHA-256, in hexadecimal digits. */
  digest(content: Uint8Array | string): string;
  /**
   * What is kept under a name, if `accept` makes something of it. After undefined the caller makes it, and then calls `write`, or `abandon`
   * if it fails; other processes that want the same wait for that a moment.
   */
  read<T>(name: string, accept: (bytes: Uint8Array<ArrayBuffer>) => T | undefined): T | undefined;
  write(name: string, bytes: Uint8Array): void;
  abandon(name: string): void;
  list(): readonly KeptFile[];
  /** The bytes of a file as they are; undefined if it is gone. */
  peek(name: string): Uint8Array | undefined;
  /** Returns how many there were. */
  clear(): number;
}

export interface KeptFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** When it was last used, to about an hour: ms since 1970. */
  readonly used: number;
}
