// What the compiler emits for programs of tests is kept for other processes (test/support/compiled-programs.ts).

import { expect, test } from "vitest";
import { keptProgram } from "../support/compiled-programs.js";

let made = 0;
const make = () => ({ "main.ts": `text ${++made}` });

test("a program of the same input is not compiled again, one of another input is", () => {
  const input = { sources: { "main.ts": String(Math.random()) } };
  expect(keptProgram(input, make)).toEqual({ "main.ts": "text 1" });
  expect(keptProgram({ ...input }, make)).toEqual({ "main.ts": "text 1" });
  expect(keptProgram({ ...input, asked: { fp: "strict" } }, make)).toEqual({ "main.ts": "text 2" });
});

test("of a program that does not compile nothing is kept", () => {
  const input = { sources: { "main.ts": String(Math.random()) } };
  const fail = () => {
    throw new Error("it does not compile");
  };
  expect(() => keptProgram(input, fail)).toThrow("it does not compile");
  expect(() => keptProgram(input, fail)).toThrow("it does not compile");
});

test("mutants of the compiler neither use nor leave programs", () => {
  const input = { sources: { "main.ts": String(Math.random()) } };
  const before = made;
  Reflect.set(globalThis, "__lanewiseSwitches", { on: 1 });
  try {
    keptProgram(input, make);
    keptProgram(input, make);
  } finally {
    Reflect.deleteProperty(globalThis, "__lanewiseSwitches");
  }
  keptProgram(input, make);
  expect(made).toBe(before + 3);
});
