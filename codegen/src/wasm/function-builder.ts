// Builds the body of one WebAssembly function: hands out locals, labels and temporaries, and collects statements into
// the open block. Temporaries live until their statement ends and are then reused.

import { type Instruction, localGet, localSet } from "./instructions.js";
import type { ValueType } from "./opcodes.js";
import type { FunctionType, WasmFunction } from "./wasm-module.js";

export class FunctionBuilder {
  readonly #name: string;
  readonly #type: FunctionType;
  readonly #locals: ValueType[] = [];
  readonly #free: Record<ValueType, number[]> = { i32: [], i64: [], f32: [], f64: [], v128: [] };
  #taken: { type: ValueType; local: number }[] = [];
  #open: Instruction[] = [];
  #labels = 0;

  constructor(name: string, type: FunctionType) {
    this.#name = name;
    this.#type = type;
  }

  /** Allocates a new local. */
  local(type: ValueType): number {
    return this.#type.parameters.length + this.#locals.push(type) - 1;
  }

  /** Allocates a local until the end of the statement. */
  temporary(type: ValueType): number {
    const local = this.#free[type].pop() ?? this.local(type);
    this.#taken.push({ type, local });
    return local;
  }

  label(): number {
    return this.#labels++;
  }

  emit(...instructions: Instruction[]): void {
    this.#open.push(...instructions);
  }

  /** Makes a value usable several times: evaluates it now, unless it is a local or a constant. */
  bind(type: ValueType, value: Instruction): Instruction {
    const isPlain = value.kind === "plain" && (value.op === "local.get" || value.op.endsWith(".const"));
    if (isPlain) return value;
    const local = this.temporary(type);
    this.emit(localSet(local, value));
    return localGet(local);
  }

  /** Runs `write` and returns what it emitted instead of emitting it. */
  collect(write: () => void): Instruction[] {
    const outer = this.#open;
    const collected: Instruction[] = [];
    this.#open = collected;
    write();
    this.#open = outer;
    return collected;
  }

  /** Runs `write` as one statement and frees its temporaries afterwards. */
  statement(write: () => void): void {
    const outer = this.#taken;
    this.#taken = [];
    write();
    for (const { type, local } of this.#taken) this.#free[type].push(local);
    this.#taken = outer;
  }

  finish(): WasmFunction {
    return { name: this.#name, type: this.#type, locals: this.#locals, body: this.#open };
  }
}
