// Which WebAssembly binaries of other compilers are no providers of device functions, each with the reason that the error gives, and those
// that look like one of them and are (rules FW7, FW8).

import { readFileSync } from "node:fs";
import { deviceDlopen, LanewiseError } from "lanewise";
import { describe, expect, test } from "vitest";
import { errorOf } from "../support/thrown-error.js";
import { assemble, relocatable } from "../support/wabt-tools.js";

const MEMORY = '(import "env" "memory" (memory 1 65536 shared))';
const FADE = '(func (export "fade") (param f32) (result f32) (local.get 0))';

const refused: Readonly<Record<string, readonly [Uint8Array, string, string]>> = {
  "a memory of its own": [
    readFileSync(new URL("../foreign/own-memory.wasm", import.meta.url)),
    "it has a memory of its own; kernels' arrays are in the device's",
    "-Wl,--import-memory",
  ],
  "memory that is not shared": [
    assemble(`(module (import "env" "memory" (memory 1)) ${FADE})`),
    "the memory that it imports is not shared; devices' memory is",
    "-matomics -mbulk-memory",
  ],
  "memory that may not grow as devices' does": [
    assemble(`(module (import "env" "memory" (memory 1 256 shared)) ${FADE})`),
    "the memory that it imports has at most 256 pages; devices' may grow to 65536",
    "--max-memory=4294967296",
  ],
  "memory by another name": [
    assemble(`(module (import "js" "mem" (memory 1 65536 shared)) ${FADE})`),
    "it imports what the runtime does not have: js.mem (memory)",
    "Link the functions that it calls into it",
  ],
  "functions that it imports": [
    assemble(
      `(module ${MEMORY} (import "env" "sinf" (func (param f32) (result f32))) (import "a" "b" (global i32)) ${FADE})`,
    ),
    "it imports what the runtime does not have: env.sinf (function), a.b (global)",
    "Link the functions that it calls into it",
  ],
  "objects of others": [
    relocatable(`(module ${MEMORY} (import "GOT.mem" "errno" (global (mut i32))) ${FADE})`, 0),
    "GOT.mem.errno (global)",
    "Link the functions that it calls into it",
  ],
  "what only relocatable modules import": [
    assemble(`(module ${MEMORY} (import "env" "__memory_base" (global i32)) ${FADE})`),
    "env.__memory_base (global)",
    "Link the functions that it calls into it",
  ],
  "a global that it changes": [
    assemble(`(module (global $n (mut i32) (i32.const 0)) (func (export "next") (global.set $n (i32.const 1))))`),
    "it has a mutable global, such as a stack pointer, and each thread would have its own",
    "-fPIC",
  ],
  "a start function": [
    assemble(`(module ${MEMORY} (func $init (i32.store (i32.const 0) (i32.const 1))) (start $init) ${FADE})`),
    "it has a start function, which would run again for every thread",
    "--no-entry",
  ],
  "data at fixed addresses": [
    assemble(`(module ${MEMORY} (data (i32.const 1024) "table") ${FADE})`),
    "it has data at fixed addresses, where the program's arrays are",
    "-fPIC",
  ],
  "a relocatable module's data at fixed addresses": [
    relocatable(`(module ${MEMORY} (data (i32.const 1024) "table") ${FADE})`, 8),
    "it has data at fixed addresses",
    "-fPIC",
  ],
  "data that all instances write, beside data that code asks for": [
    relocatable(
      `(module ${MEMORY} (import "env" "__memory_base" (global $base i32)) (data (global.get $base) "x") (data "y")
        (func (export "f") (memory.init 1 (i32.const 0) (i32.const 0) (i32.const 1))))`,
      8,
    ),
    "it has data that every instance would write again, and code that asks for data",
    "--shared-memory",
  ],
  "nothing to call": [
    assemble(`(module ${MEMORY} (func (param f32) (result f32) (local.get 0)))`),
    "it exports no functions",
    "-Wl,--export=",
  ],
  "what is no WebAssembly": [
    Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 10, 99),
    "is not a usable WebAssembly binary: WebAssembly.validate rejects it",
    "Build it again",
  ],
};

describe("FW8: refused, with the reason and what to do", () => {
  test.each(Object.entries(refused))("%s", (_, [bytes, reason, help]) => {
    const error = errorOf(() => deviceDlopen(bytes, { trusted: true, name: "lib.wasm" }));
    expect(error).toBeInstanceOf(LanewiseError);
    expect(error).toMatchObject({ code: "library_not_supported", message: expect.stringContaining(reason) });
    expect(error).toMatchObject({ message: expect.stringContaining("lib.wasm"), help: expect.stringContaining(help) });
  });
  test("every reason is given at once", () => {
    const bytes = assemble(`(module (import "a" "b" (func)) (memory 1) (data (i32.const 0) "x") ${FADE})`);
    expect(errorOf(() => deviceDlopen(bytes, { trusted: true }))).toMatchObject({
      message: expect.stringMatching(/a memory of its own[\s\S]*a\.b \(function\)[\s\S]*data at fixed addresses/),
    });
  });
  test("cut anywhere, it is refused", () => {
    const whole = readFileSync(new URL("../foreign/functions.wasm", import.meta.url));
    for (let length = 4; length < whole.length; length += 7) {
      const error = errorOf(() => deviceDlopen(whole.subarray(0, length), { trusted: true }));
      expect(error).toMatchObject({ code: "library_not_supported" });
    }
  });
});

describe("FW7: not refused", () => {
  const accepted: Readonly<Record<string, Uint8Array>> = {
    "without any memory": assemble(`(module ${FADE})`),
    "a mutable global that nothing changes": assemble(
      `(module (global $sp (mut i32) (i32.const 66560)) (func (export "sp") (result i32) (global.get $sp)))`,
    ),
    "tables of its own": assemble(
      `(module (table 1 funcref) (elem (i32.const 0) $f) (func $f (export "f") (result i32) (i32.const 1)))`,
    ),
    "a relocatable module's start function": relocatable(
      `(module ${MEMORY} (import "env" "__memory_base" (global $base i32)) (func $init) (start $init) ${FADE})`,
      8,
    ),
  };
  test.each(Object.entries(accepted))("%s", (_, bytes) => {
    using library = deviceDlopen(bytes, { trusted: true });
    expect(library.exports).toHaveLength(1);
    expect(library.images).toMatchObject([{ format: "wasm", kernels: [] }]);
  });
});

describe("FW9: a binary must be trusted", () => {
  const bytes = assemble(`(module ${FADE})`);
  test.each([undefined, {}, { trusted: false }])("%o", (options) => {
    expect(errorOf(() => deviceDlopen(bytes, options))).toMatchObject({
      code: "library_not_trusted",
      message: expect.stringContaining("its code can read and write all memory of the device"),
      help: expect.stringContaining("trusted: true"),
    });
  });
  test("what is read from an address, too", async () => {
    const url = new URL("../foreign/plain.wasm", import.meta.url);
    await expect(deviceDlopen(url)).rejects.toMatchObject({ code: "library_not_trusted" });
    using library = await deviceDlopen(url, { trusted: true });
    expect([...library.exports].sort()).toEqual(["fade", "sample"]);
  });
  test.each([0, -1, 1.5, 2 ** 25, "64k"])("stackSize %o is none", (stackSize) => {
    // Not what the type says.
    const options = { trusted: true, stackSize: stackSize as number };
    expect(errorOf(() => deviceDlopen(bytes, options))).toMatchObject({ code: "invalid" });
  });
});
