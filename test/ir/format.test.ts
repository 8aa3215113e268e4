// The binary forms' head and limits, and the text form's errors: what is said about input that is not ours.

import {
  type DeviceImage,
  decodeImage,
  decodeModule,
  encodeImage,
  encodeModule,
  FORMAT_VERSION,
  FormatError,
  IrSyntaxError,
  type Module,
  parseModule,
} from "@lanewise/ir";
import fc from "fast-check";
import { expect, test } from "vitest";

const empty: Module = { name: "m", files: [], structs: [], globals: [], sites: [], functions: [] };
const image: DeviceImage = {
  format: "ir",
  features: ["simd128"],
  files: ["a.ts"],
  symbols: [
    {
      symbol: "app:main#0",
      name: "main",
      dimensions: 2,
      parameters: [
        { name: "x", type: { kind: "span", element: { kind: "struct", name: "V" } }, access: "readWrite" },
        { name: "tile", type: { kind: "span", element: "f32" }, access: "write", isLocal: true },
        { name: "n", type: "i32", access: "none" },
      ],
      at: { file: 0, line: 3, column: 1 },
    },
  ],
  properties: {
    "SYCL/device globals": { "app:g": Uint8Array.of(1, 2, 3), ["__proto__"]: 7 },
    "SYCL/specialization constants": {},
  },
  code: encodeModule(empty),
};

function errorOf(decode: () => unknown): FormatError {
  try {
    decode();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("expected a FormatError");
}

test("an image comes back as it was", () => {
  const decoded = decodeImage(encodeImage(image));
  expect(decoded).toEqual(image);
  expect(decodeModule(decoded.code)).toEqual(empty);
});

test("a module is no image, nor is anything else", () => {
  expect(errorOf(() => decodeImage(encodeModule(empty)))).toMatchObject({
    code: "not_an_image",
    message: expect.stringContaining('"LWIM"'),
  });
  expect(errorOf(() => decodeModule(new Uint8Array(0))).code).toBe("not_an_image");
});

test("another major version is refused with both versions, a later minor one is read", () => {
  const bytes = encodeImage(image);
  const { major, minor } = FORMAT_VERSION;
  bytes[4] = major + 1;
  const { code, message } = errorOf(() => decodeImage(bytes));
  expect(code).toBe("version");
  expect(message).toContain(`${major + 1}.${minor}`);
  expect(message).toContain(`expected ${major}.${minor}`);
  bytes[4] = major;
  bytes[5] = minor + 1;
  expect(decodeImage(Uint8Array.of(...bytes, 1, 2, 3))).toEqual(image);
});

test("a word of a later minor version is a version error, in our own it is damage", () => {
  const bytes = encodeImage({ ...image, features: [] });
  const text = new TextDecoder("latin1").decode(bytes);
  bytes.set(new TextEncoder().encode("none"), text.indexOf("read"));
  bytes.set(new TextEncoder().encode("xx"), text.indexOf("none"));
  expect(errorOf(() => decodeImage(bytes)).code).toBe("corrupt");
  bytes[5] = FORMAT_VERSION.minor + 1;
  expect(errorOf(() => decodeImage(bytes)).code).toBe("version");
});

test("what is cut off or follows is damage", () => {
  const bytes = encodeImage(image);
  expect(errorOf(() => decodeImage(bytes.subarray(0, bytes.length - 1))).code).toBe("corrupt");
  expect(errorOf(() => decodeImage(Uint8Array.of(...bytes, 0))).code).toBe("corrupt");
});

test("damaged images are a FormatError or an image", () => {
  const bytes = encodeImage(image);
  const edits = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 3 });
  fc.assert(
    fc.property(edits, (changes) => {
      const damaged = bytes.slice();
      for (const [where, value] of changes) damaged[where] = value;
      try {
        expect(["ir", "wasm"]).toContain(decodeImage(damaged).format);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['module "a" fn', 1, 14, "expected # and a number, found the end"],
  ['module "a"\n fn #0.x kernel "s" (%0.a: i33)', 2, 28, "there is no type i33"],
  ['module "a" ~', 1, 12, 'unexpected "~"'],
  ['module "a"\nfn #1.x internal "s" () @1:1 {}', 2, 4, "expected #0 here, found #1"],
  ['module "a" fn #0.x internal "s" (%0.a: i32) @1:1 { set %0.b = i32(1) }', 1, 56, 'number 0 is called "a" here'],
  ['module "a" fn #0.x internal "s" () @1:1 { call #0.y() @1:1 }', 1, 48, 'number 0 is called "x" here'],
  ['module "a" fn #0.x internal "s" () @1:1 { set %0 = add(i32(1), f32(1)) }', 1, 52, "add takes operands of one type"],
  ['module "a" fn #0.x internal "s" () @1:1 { set %0 = sinus(f32(1)) }', 1, 52, "there is no operation sinus"],
])("text error in %s", (text, line, column, message) => {
  try {
    parseModule(text);
  } catch (error) {
    expect(error).toBeInstanceOf(IrSyntaxError);
    expect(error).toMatchObject({ line, column, message: expect.stringContaining(message) });
    return;
  }
  throw new Error("expected an IrSyntaxError");
});

test("text that nests without end is an error", () => {
  const text = `module "a" fn #0 internal "s" () @1:1 { set %0 = ${"neg(".repeat(100_000)}`;
  expect(() => parseModule(text)).toThrow(IrSyntaxError);
});
