// The code of a loaded device image of format "wasm": its header, and each WebAssembly module when it is first needed.

import type { WasmImageHeader } from "@lanewise/codegen";
import { type DeviceImage, decodeWasmCode, functionOfGlobal, type Steps, type WasmCode } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import { compileModule } from "../host/index.js";
import type { WasmModule } from "../values/index.js";
import { fromBase64 } from "../values/index.js";
import { idOfFunction } from "./function-ids.js";
import type { ModuleTables } from "./programs/index.js";

/** A module that the program imports, or the contents of a file. */
export type GivenModule = WasmModule | Uint8Array<ArrayBuffer>;

export class PrebuiltCode {
  readonly image: DeviceImage;
  readonly #given: readonly GivenModule[];
  readonly #tables = new Map<number, ModuleTables>();
  readonly #modules = new Map<string, WasmModule>();
  #code: WasmCode<WasmImageHeader> | undefined;

  /** `given` are the modules that the image itself does not contain. */
  constructor(image: DeviceImage, given: readonly GivenModule[]) {
    this.image = image;
    this.#given = given;
  }

  get header(): WasmImageHeader {
    return this.#decoded().header;
  }

  /** The tables of that index, with decoded initial bytes. */
  tables(index: number): ModuleTables {
    const known = this.#tables.get(index);
    if (known) return known;
    const tables = this.header.tables[index];
    if (!tables)
      throw new LanewiseError("compile_program_error", `An image of format "wasm" lacks its table ${index}.`);
    const globals = tables.globals.map(({ initial, ...global }) => ({
      ...global,
      initial: idIn(global.id) ?? (initial === undefined ? undefined : fromBase64(initial)),
    }));
    const made = { ...tables, globals };
    this.#tables.set(index, made);
    return made;
  }

  /** The module for memory that is shared or not. */
  *module(index: number, isShared: boolean): Steps<WasmModule> {
    const key = `${index} ${isShared}`;
    const known = this.#modules.get(key);
    if (known) return known;
    const bytes = this.#decoded().modules[index] ?? this.#given[index];
    if (!bytes)
      throw new LanewiseError("compile_program_error", `An image of format "wasm" lacks its module ${index}.`);
    // A given module is already compiled: if the memory is not shared, its instantiation fails with an error that says so.
    const made = bytes instanceof WebAssembly.Module ? bytes : yield* compileModule(isShared ? bytes : unshared(bytes));
    this.#modules.set(key, made);
    return made;
  }

  #decoded(): WasmCode<WasmImageHeader> {
    this.#code ??= decodeWasmCode<WasmImageHeader>(this.image.code);
    return this.#code;
  }
}

/** The bytes of a global that holds a function's id; undefined for other globals. */
function idIn(global: string): Uint8Array | undefined {
  const symbol = functionOfGlobal(global);
  return symbol === undefined ? undefined : new Uint8Array(BigUint64Array.of(BigInt(idOfFunction(symbol))).buffer);
}

/** Follows the import's names: a memory whose limits have a maximum and are shared. */
const MEMORY = "lanewise\u0006memory\u0002";
const SHARED = 3;
const WITH_MAXIMUM = 1;

/** The same module for memory that is not shared; only the import's limits differ. */
function unshared(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = new TextDecoder("latin1").decode(bytes).indexOf(MEMORY) + MEMORY.length;
  const copy = bytes.slice();
  if (copy[at] === SHARED) copy[at] = WITH_MAXIMUM;
  return copy;
}
