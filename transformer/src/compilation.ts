// The core's result for every adapter: edits for each file, diagnostics for the program. Adapters translate it and know
// nothing of kernels.

import type { DeviceImage } from "@lanewise/ir";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import type { TypeScriptDiagnostic } from "./typescript-types.js";

/** Text to insert before the character at `at`. Edits never remove the user's text. */
export interface Edit {
  readonly at: number;
  readonly text: string;
}

export interface Asset {
  /** The file name, without a folder. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** One source file with its edits and the device images of its kernels. */
export interface CompiledFile {
  readonly fileName: string;
  /** In ascending order of `at`. */
  readonly edits: readonly Edit[];
  readonly images: readonly DeviceImage[];
  /** Files that are written beside this file's JavaScript, which refers to them. */
  readonly assets: readonly Asset[];
  /** Other source files whose text decided this file's edits: if they change, this file must be compiled again. */
  readonly dependencies: readonly string[];
}

export interface Faults {
  readonly errors: readonly Diagnostic[];
  /** TypeScript's errors. */
  readonly typeErrors: readonly TypeScriptDiagnostic[];
}

/** A source file that the compiler adds to the program. */
export interface AddedFile {
  readonly fileName: string;
  readonly text: string;
  readonly images: readonly DeviceImage[];
  readonly assets: readonly Asset[];
}

/** What the compiler did to a program: the edits of each file, and what it found. */
export interface Compilation {
  /** The files with edits, by absolute file name, except those with faults. */
  readonly files: ReadonlyMap<string, CompiledFile>;
  /** By file: why it could not be compiled. Includes TypeScript's errors that prevent kernels from being compiled. */
  readonly faults: ReadonlyMap<string, Faults>;
  /** A file with images of several modules, whose headers import it (`split: "off"` and "auto"). */
  readonly added?: AddedFile;
  readonly diagnostics: readonly Diagnostic[];
}
