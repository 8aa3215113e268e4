// Writes a WasmModule as bytes: sections in the format's order, each preceded by its length. Numbers are as short as possible, so that equal modules
// have equal bytes.

import { ByteBuffer, invariant } from "@lanewise/ir";
import type { Immediate, Instruction, PlainInstruction } from "./instructions.js";
import { type OpcodeRow, opcodes, type ValueType } from "./opcodes.js";
import { functionTypes, MAX_PAGES, type WasmFunction, type WasmModule } from "./wasm-module.js";

const typeBytes = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const satisfies Record<
  ValueType,
  number
>;
const EMPTY_BLOCK = 0x40;
const SECTION = { custom: 0, type: 1, import: 2, function: 3, export: 7, code: 10 } as const;
const KIND = { function: 0, memory: 2, global: 3 } as const;

export function encodeModule(module: WasmModule): Uint8Array<ArrayBuffer> {
  const out = new ByteBuffer();
  out.bytes([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const { types, indexOf } = functionTypes(module);
  section(out, SECTION.type, (body) => {
    body.u32(types.length);
    for (const type of types) {
      body.byte(0x60);
      encodeTypes(body, type.parameters);
      encodeTypes(body, type.results);
    }
  });
  section(out, SECTION.import, (body) => encodeImports(body, module, indexOf));
  section(out, SECTION.function, (body) => {
    body.u32(module.functions.length);
    for (const { type } of module.functions) body.u32(indexOf(type));
  });
  section(out, SECTION.export, (body) => {
    body.u32(1);
    body.name("run");
    body.byte(KIND.function);
    body.u32(module.functionImports.length + module.run);
  });
  section(out, SECTION.code, (body) => {
    body.u32(module.functions.length);
    for (const fn of module.functions) sized(body, (code) => encodeFunction(code, fn));
  });
  section(out, SECTION.custom, (body) => encodeNames(body, module));
  return out.toBytes();
}

function sized(out: ByteBuffer, write: (body: ByteBuffer) => void): void {
  const body = new ByteBuffer();
  write(body);
  out.u32(body.length);
  out.append(body);
}

function section(out: ByteBuffer, id: number, write: (body: ByteBuffer) => void): void {
  out.byte(id);
  sized(out, write);
}

function encodeTypes(out: ByteBuffer, types: readonly ValueType[]): void {
  out.u32(types.length);
  for (const type of types) out.byte(typeBytes[type]);
}

function encodeImports(out: ByteBuffer, module: WasmModule, indexOf: ReturnType<typeof functionTypes>["indexOf"]) {
  out.u32(1 + module.globalImports.length + module.functionImports.length);
  out.name("lanewise");
  out.name("memory");
  out.byte(KIND.memory);
  out.byte(module.sharedMemory ? 3 : 0);
  out.u32(0);
  if (module.sharedMemory) out.u32(MAX_PAGES);
  for (const global of module.globalImports) {
    out.name(global.module);
    out.name(global.name);
    out.byte(KIND.global);
    out.byte(typeBytes.i32);
    out.byte(0);
  }
  for (const fn of module.functionImports) {
    out.name(fn.module);
    out.name(fn.name);
    out.byte(KIND.function);
    out.u32(indexOf(fn.type));
  }
}

/** Writes the function names of the name section. */
function encodeNames(out: ByteBuffer, module: WasmModule): void {
  out.name("name");
  out.byte(1);
  sized(out, (body) => {
    const names = [...module.functionImports, ...module.functions].map((fn) => fn.name);
    body.u32(names.length);
    names.forEach((name, index) => {
      body.u32(index);
      body.name(name);
    });
  });
}

function encodeFunction(out: ByteBuffer, fn: WasmFunction): void {
  const runs: { type: ValueType; count: number }[] = [];
  for (const type of fn.locals) {
    const last = runs.at(-1);
    if (last?.type === type) last.count++;
    else runs.push({ type, count: 1 });
  }
  out.u32(runs.length);
  for (const { type, count } of runs) {
    out.u32(count);
    out.byte(typeBytes[type]);
  }
  encodeAll(out, fn.body, []);
  out.byte(opcodes.end.code);
}

/** The labels in scope, outermost first; undefined for an `if`, which no branch names. */
type Labels = (number | undefined)[];

function encodeAll(out: ByteBuffer, body: readonly Instruction[], labels: Labels): void {
  for (const one of body) encode(out, one, labels);
}

function encode(out: ByteBuffer, one: Instruction, labels: Labels): void {
  switch (one.kind) {
    case "plain":
      encodeAll(out, one.operands, labels);
      encodePlain(out, one);
      break;
    case "block":
    case "loop":
      out.byte(opcodes[one.kind].code);
      out.byte(EMPTY_BLOCK);
      labels.push(one.label);
      encodeAll(out, one.body, labels);
      labels.pop();
      out.byte(opcodes.end.code);
      break;
    case "if":
      encode(out, one.condition, labels);
      out.byte(opcodes.if.code);
      out.byte(one.result ? typeBytes[one.result] : EMPTY_BLOCK);
      labels.push(undefined);
      encodeAll(out, one.whenTrue, labels);
      if (one.whenFalse.length > 0) {
        out.byte(opcodes.else.code);
        encodeAll(out, one.whenFalse, labels);
      }
      labels.pop();
      out.byte(opcodes.end.code);
      break;
    case "branch":
      if (one.condition) encode(out, one.condition, labels);
      out.byte(one.condition ? opcodes.br_if.code : opcodes.br.code);
      out.u32(depthOf(labels, one.label));
      break;
  }
}

function depthOf(labels: Labels, label: number): number {
  const index = labels.lastIndexOf(label);
  invariant(index >= 0, `label ${label} is in scope`);
  return labels.length - 1 - index;
}

function encodePlain(out: ByteBuffer, one: PlainInstruction): void {
  const row: OpcodeRow = opcodes[one.op];
  if (row.prefix === 0) out.byte(row.code);
  else {
    out.byte(row.prefix);
    out.u32(row.code);
  }
  encodeImmediates(out, row, one.immediates);
}

function encodeImmediates(out: ByteBuffer, row: OpcodeRow, immediates: readonly Immediate[]): void {
  const [first = 0, second = 0] = immediates;
  switch (row.immediate) {
    case "none":
      break;
    case "label":
    case "function":
    case "local":
    case "global":
      out.u32(Number(first));
      break;
    case "i32":
      out.i32(Number(first));
      break;
    case "i64":
      out.i64(BigInt.asIntN(64, typeof first === "bigint" ? first : 0n));
      break;
    case "f32":
      out.f32(Number(first));
      break;
    case "f64":
      out.f64(Number(first));
      break;
    case "v128":
    case "shuffle":
      invariant(first instanceof Uint8Array && first.length === 16, "a vector immediate is 16 bytes");
      out.bytes(first);
      break;
    case "lane":
      out.byte(Number(first));
      break;
    case "memory":
    case "memoryLane":
      out.u32(Math.log2(row.width));
      out.u32(Number(first));
      if (row.immediate === "memoryLane") out.byte(Number(second));
      break;
    case "memoryIndex":
      out.byte(0);
      break;
    case "memoryPair":
      out.bytes([0, 0]);
      break;
    default:
      row.immediate satisfies never;
  }
}
