// Every row of the opcode table against wabt: a function that applies the instruction, printed as text, gives the bytes
// that our encoder writes. So code, immediates and types of each row are right, and the printer prints what is encoded.

import { describe, expect, test } from "vitest";
import { encodeModule } from "../../codegen/dist/wasm/encoder.js";
import { type Immediate, type Instruction, instruction, localGet } from "../../codegen/dist/wasm/instructions.js";
import { type Mnemonic, type OpcodeRow, opcodes } from "../../codegen/dist/wasm/opcodes.js";
import type { WasmModule } from "../../codegen/dist/wasm/wasm-module.js";
import { printModule } from "../../codegen/dist/wasm/wat.js";
import { assemble, withoutCustomSections } from "../support/wabt-tools.js";

/** Written by the encoder itself, around blocks and branches. */
const structural: readonly string[] = ["block", "loop", "if", "else", "end", "br", "br_if"];
/** Of any type, or naming what other tests have. */
const untyped: readonly string[] = [
  "drop",
  "select",
  "local.get",
  "local.set",
  "local.tee",
  "global.get",
  "global.set",
  "call",
  "return",
];

const lanes = Uint8Array.from({ length: 16 }, (_, index) => (index * 7) % 32);
const immediates: Readonly<Record<OpcodeRow["immediate"], readonly Immediate[]>> = {
  none: [],
  label: [0],
  function: [0],
  local: [0],
  global: [0],
  i32: [-123456],
  i64: [-(2n ** 62n)],
  f32: [-1.5],
  f64: [5e-324],
  v128: [lanes],
  lane: [1],
  shuffle: [lanes],
  memory: [300],
  memoryLane: [8, 1],
  memoryIndex: [],
  memoryPair: [],
};

function moduleWith(body: readonly Instruction[], parameters: OpcodeRow["operands"], results: OpcodeRow["results"]) {
  const type = { parameters, results };
  const module: WasmModule = {
    sharedMemory: true,
    functionImports: [],
    globalImports: [{ module: "global", name: "0" }],
    functions: [{ name: "test", type, locals: ["i32", "i32", "v128"], body }],
    run: 0,
  };
  return module;
}

const hasRelaxedSimd = WebAssembly.validate(
  encodeModule(
    moduleWith(
      [instruction("f32x4.relaxed_madd", localGet(0), localGet(1), localGet(2))],
      ["v128", "v128", "v128"],
      ["v128"],
    ),
  ),
);

function expectSameBytes(module: WasmModule, isValidHere = true): void {
  const text = printModule(module);
  const bytes = encodeModule(module);
  expect(withoutCustomSections(bytes), text).toEqual(assemble(text));
  if (isValidHere) expect(WebAssembly.validate(bytes), text).toBe(true);
}

// The table is a literal, which has the keys of its type and no others.
const mnemonics = Object.keys(opcodes) as Mnemonic[];

describe("an instruction's text and bytes agree", () => {
  test.each(mnemonics.filter((name) => !structural.includes(name) && !untyped.includes(name)))("%s", (op) => {
    const row: OpcodeRow = opcodes[op];
    // One lane exists in every shape; a v128.load64_lane has two.
    const operands = row.operands.map((_, index) => localGet(index));
    const body: Instruction[] = [{ kind: "plain", op, operands, immediates: immediates[row.immediate] }];
    expectSameBytes(moduleWith(body, row.operands, row.results), hasRelaxedSimd || !op.includes("relaxed"));
  });

  test("structure, branches and variables", () => {
    const zero = instruction("i32.eqz", localGet(0));
    const set: Instruction = { kind: "plain", op: "local.tee", operands: [zero], immediates: [1] };
    const global: Instruction = { kind: "plain", op: "global.get", operands: [], immediates: [0] };
    const inner: Instruction[] = [
      { kind: "branch", label: 7, condition: instruction("select", global, localGet(0), localGet(1)) },
      { kind: "branch", label: 9, condition: undefined },
    ];
    const value: Instruction = { kind: "if", condition: set, result: "i32", whenTrue: [global], whenFalse: [zero] };
    expectSameBytes(
      moduleWith(
        [
          { kind: "block", label: 7, body: [{ kind: "loop", label: 9, body: inner }] },
          { kind: "if", condition: zero, result: undefined, whenTrue: [instruction("unreachable")], whenFalse: [] },
          instruction("drop", value),
          instruction("return"),
        ],
        ["i32"],
        [],
      ),
    );
  });

  test.each([NaN, Infinity, -Infinity, -0, 1e-45, 3.4028234663852886e38, 0.1])("f32.const %d", (value) => {
    const rounded = Math.fround(value);
    expectSameBytes(moduleWith([{ kind: "plain", op: "f32.const", operands: [], immediates: [rounded] }], [], ["f32"]));
    expectSameBytes(moduleWith([{ kind: "plain", op: "f64.const", operands: [], immediates: [value] }], [], ["f64"]));
  });
});
