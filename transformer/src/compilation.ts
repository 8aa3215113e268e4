// What the core gives every adapter: for each file its edits, for the program its diagnostics. Adapters translate this and
// know nothing of kernels.

import type { DeviceImage } from "@lanewise/ir";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import type { TypeScriptDiagnostic } from "./typescript-types.js";

/** Text to insert before the character at `at`. Edits never remove: the user's text stays where it is. */
export interface Edit {
  readonly at: number;
  readonly text: string;
}

export interface Asset {
  /** Without a folder. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface CompiledFile {
  readonly fileName: string;
  /** In ascending order of `at`. */
  readonly edits: readonly Edit[];
  readonly images: readonly DeviceImage[];
  /** Files that stand beside the JavaScript of this one, which names them. */
  readonly assets: readonly Asset[];
  /** Other source files whose text decided this file's edits: an edit there must compile this file again. */
  readonly dependencies: readonly string[];
}

export interface Faults {
  readonly errors: readonly Diagnostic[];
  /** TypeScript's. */
  readonly typeErrors: readonly TypeScriptDiagnostic[];
}

/** A source file that the compiler adds to the program. */
export interface AddedFile {
  readonly fileName: string;
  readonly text: string;
  readonly images: readonly DeviceImage[];
  readonly assets: readonly Asset[];
}

export interface Compilation {
  /** The files that have edits, by absolute file name; those with faults are not among them. */
  readonly files: ReadonlyMap<string, CompiledFile>;
  /** By file: why it could not be compiled. What TypeScript itself reports is among it where kernels cannot be compiled because of it. */
  readonly faults: ReadonlyMap<string, Faults>;
  /** The images of several modules; headers of these import it (`split: "off"` and "auto"). */
  readonly added?: AddedFile;
  readonly diagnostics: readonly Diagnostic[];
}
