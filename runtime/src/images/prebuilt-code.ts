// The code of a device image of format "wasm", as it is loaded: its header, and each WebAssembly module when it is first needed.

import type { WasmImageHeader } from "@lanewise/codegen";
import { type DeviceImage, decodeWasmCode, functionOfGlobal, type Steps, type WasmCode } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import { compileModule } from "../host/index.js";
import type { WasmModule } from "../values/index.js";
import { fromBase64 } from "../values/index.js";
import { idOfFunction } from "./function-ids.js";
import type { ModuleTables } from "./programs/index.js";

/** What a module that the program imports gives, or what a file has. */
export type GivenModule = WasmModule | Uint8Array<ArrayBuffer>;

export class PrebuiltCode {
  readonly image: DeviceImage;
  readonly #given: readonly GivenModule[];
  readonly #tables = new Map<number, ModuleTables>();
  readonly #modules = new Map<string, WasmModule>();
  #code: WasmCode<WasmImageHeader> | undefined;

  /** `given` are the modules of an image that does not have them itself. */
  constructor(image: DeviceImage, given: readonly GivenModule[]) {
    this.image = image;
    this.#given = given;
  }

  get header(): WasmImageHeader {
    return this.#decoded().header;
  }

  /** With bytes instead of their text. */
  tables(index: number): ModuleTables {
    const known = this.#tables.get(index);
    if (known) return known;
    const tables = this.header.tables[index];
    if (!tables) throw new LanewiseError("compile_program_error", `An image of format "wasm" has no tables ${index}.`);
    const globals = tables.globals.map(({ initial, ...global }) => ({
      ...global,
      initial: idIn(global.id) ?? (initial === undefined ? undefined : fromBase64(initial)),
    }));
    const made = { ...tables, globals };
    this.#tables.set(index, made);
    return made;
  }

  /** For memory that is shared or not. */
  *module(index: number, isShared: boolean): Steps<WasmModule> {
    const key = `${index} ${isShared}`;
    const known = this.#modules.get(key);
    if (known) return known;
    const bytes = this.#decoded().modules[index] ?? this.#given[index];
    if (!bytes)
      throw new LanewiseError("compile_program_error", `An image of format "wasm" lacks its module ${index}.`);
    // One that was compiled as it is: where the memory is not shared, its instantiation says so.
    const made = bytes instanceof WebAssembly.Module ? bytes : yield* compileModule(isShared ? bytes : unshared(bytes));
    this.#modules.set(key, made);
    return made;
  }

  #decoded(): WasmCode<WasmImageHeader> {
    this.#code ??= decodeWasmCode<WasmImageHeader>(this.image.code);
    return this.#code;
  }
}

/** The bytes of a global that has a function's id; undefined of other globals. */
function idIn(global: string): Uint8Array | undefined {
  const symbol = functionOfGlobal(global);
  return symbol === undefined ? undefined : new Uint8Array(BigUint64Array.of(BigInt(idOfFunction(symbol))).buffer);
}

/** Behind the import's names: a memory, whose limits have a maximum and are shared. */
const MEMORY = "lanewise\u0006memory\u0002";
const SHARED = 3;
const WITH_MAXIMUM = 1;

/** The same for memory that is not shared; nothing else in it says so. */
function unshared(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = new TextDecoder("latin1").decode(bytes).indexOf(MEMORY) + MEMORY.length;
  const copy = bytes.slice();
  if (copy[at] === SHARED) copy[at] = WITH_MAXIMUM;
  return copy;
}
