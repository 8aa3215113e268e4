// Random valid modules: the verifier has nothing to say, text and bytes give the same module back, damaged bytes give a
// FormatError or a module that the verifier can judge.

import { decodeModule, encodeModule, FormatError, parseModule, printModule, verify } from "@lanewise/ir";
import fc from "fast-check";
import { expect, test } from "vitest";
import { programArbitrary, randomProgram } from "../support/ir-arbitrary.js";

const programs = programArbitrary({ canFail: true });

test("random modules are valid", () => {
  fc.assert(
    fc.property(programs, ({ module }) => {
      expect(verify(module)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("text gives the same module back", () => {
  fc.assert(
    fc.property(programs, ({ module }) => {
      const text = printModule(module);
      expect(parseModule(text)).toEqual(module);
      expect(printModule(parseModule(text))).toBe(text);
    }),
    { numRuns: 150 },
  );
});

test("bytes give the same module back", () => {
  fc.assert(
    fc.property(programs, ({ module }) => {
      const bytes = encodeModule(module);
      expect(decodeModule(bytes)).toEqual(module);
      expect(encodeModule(decodeModule(bytes))).toEqual(bytes);
    }),
    { numRuns: 150 },
  );
});

test("damaged bytes are a FormatError or a module that can be verified and printed", () => {
  const edits = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 2 });
  let decoded = 0;
  fc.assert(
    fc.property(fc.integer(), edits, fc.option(fc.nat()), (seed, changes, cut) => {
      const bytes = encodeModule(randomProgram(seed, { size: 6 }).module);
      for (const [where, value] of changes) bytes[where % bytes.length] = value;
      const damaged = cut === null || cut % 4 > 0 ? bytes : bytes.subarray(0, cut % bytes.length);
      try {
        const module = decodeModule(damaged);
        decoded++;
        expect(Array.isArray(verify(module))).toBe(true);
        expect(typeof printModule(module)).toBe("string");
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
      }
    }),
    { numRuns: 2000 },
  );
  expect(decoded).toBeGreaterThan(20);
});

test("arbitrary bytes behind a good head are a FormatError or a module", () => {
  const head = [...encodeModule({ name: "", files: [], structs: [], globals: [], sites: [], functions: [] })].slice(
    0,
    6,
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (tail) => {
      try {
        verify(decodeModule(Uint8Array.of(...head, ...tail)));
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
      }
    }),
    { numRuns: 2000 },
  );
});
