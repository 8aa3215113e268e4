// Conformance of what device code may not do (requirement X3), in functions that a kernel calls through another one: an error each, at the
// place, with the calls that lead there. Titles begin with the ids of the requirements they show, or with the case they port.

import { describe, expect, test } from "vitest";
import { compileSource, type Sources } from "../support/compile-source.js";

const head = `import { Queue, type f32, type i32 } from "lanewise";
const q = new Queue();
export const out = q.mallocShared(Int32Array, 8);
export type Used = f32;
`;
const launch = `export const middle = (k: i32): i32 => {
  return inner(k) + 1;
};
q.parallelFor(8, (i) => {
  out[i] = middle(i);
});
`;

/** The faults of a program: code, the text that is at fault, and the lines of its notes. */
function faultsOf(text: string, others: Sources = {}) {
  const whole = head + text;
  const { compilation, typeErrors } = compileSource({ "main.ts": whole, ...others });
  const lineOf = (start: number) => whole.slice(0, start).split("\n").length;
  return {
    typeErrors: typeErrors.map(({ messageText }) => messageText),
    faults: compilation.diagnostics.map(({ code, start, length, notes }) => ({
      code,
      text: whole.slice(start, start + length),
      notes: notes.map(({ message, start }) => `${whole.split("\n")[lineOf(start) - 1]?.trim()}: ${message}`),
    })),
  };
}

const calledFrom = ["return inner(k) + 1;: called from `middle`", "out[i] = middle(i);: called from the kernel"];

describe("X3, case 40 (sycl-restrict): an error for each, with `called from` notes", () => {
  test.each([
    ["recursion", "LW1205", "inner", "const inner = (k: i32): i32 => (k > 0 ? inner(k - 1) : 0);"],
    [
      "recursion through another",
      "LW1205",
      "other",
      "const other = (k: i32): i32 => other(k - 1);\nconst inner = (k: i32): i32 => (k > 0 ? other(k) : 0);",
    ],
    ["throw", "LW1102", "throw k;", "function inner(k: i32): i32 { throw k; }"],
    ["try", "LW1102", "try { return k; } finally { }", "function inner(k: i32): i32 { try { return k; } finally { } }"],
    [
      "dynamic dispatch",
      "LW1219",
      "k > 2 ? new A() : new B()",
      "abstract class Base { n: i32 = 0; abstract f(): i32 }\nclass A extends Base { f(): i32 { return 1; } }\nclass B extends Base { f(): i32 { return 2; } }\nconst inner = (k: i32): i32 => { const object: Base = k > 2 ? new A() : new B(); return object.f(); };",
    ],
    [
      "a function that is chosen when the kernel runs",
      "LW1268",
      "list[k & 1]!",
      "const list = [() => 1, () => 2];\nconst inner = (k: i32): i32 => list[k & 1]!();",
    ],
    [
      "an array of a length that is not known",
      "LW1127",
      "k",
      "const inner = (k: i32): i32 => new Int32Array(k).length;",
    ],
    [
      "an array that grows",
      "LW1131",
      "list.push",
      "const inner = (k: i32): i32 => { const list: i32[] = [1]; list.push(k); return list.length; };",
    ],
    ["a map", "LW1135", "new Map([[k, k]])", "const inner = (k: i32): i32 => new Map([[k, k]]).size;"],
    [
      "a variable of the host",
      "LW1203",
      "count",
      "let count = 0;\nconst inner = (k: i32): i32 => { count += k; return count; };",
    ],
    ["the clock", "LW1202", "Date.now", "const inner = (k: i32): i32 => k + Date.now();"],
    [
      "a global object of the host",
      "LW1202",
      "globalThis",
      "const inner = (k: i32): i32 => (globalThis === undefined ? k : 0);",
    ],
    [
      "a promise",
      "LW1117",
      "void (async () => k)()",
      "const inner = (k: i32): i32 => { void (async () => k)(); return k; };",
    ],
  ])("%s", (_, code, text, source) => {
    const { faults, typeErrors } = faultsOf(`${source}\n${launch}`);
    expect(typeErrors).toEqual([]);
    expect(faults).toEqual([{ code, text, notes: expect.arrayContaining(calledFrom) }]);
  });

  test("what no kernel reaches is not restricted", () => {
    const text =
      "const inner = (k: i32): i32 => k;\nexport const host = (k: number): number => { try { return host(k - 1); } catch { return Date.now(); } };\n";
    expect(faultsOf(text + launch)).toEqual({ typeErrors: [], faults: [] });
  });
});

describe("X3, D11, case 41 (call-to-undefined-function)", () => {
  test("what has no visible body needs deviceFn", () => {
    const { faults } = faultsOf(`declare function inner(k: i32): i32;\n${launch}`);
    expect(faults).toEqual([{ code: "LW1206", text: "inner", notes: [calledFrom[1]] }]);
  });

  test("a DeviceFn without one is fine: it is found when the kernel is launched", () => {
    const text = `import { inner } from "./inner.js";\n${launch}`;
    const declaration =
      'import type { DeviceFn, i32 } from "lanewise";\nexport declare const inner: DeviceFn<(k: i32) => i32>;\n';
    expect(faultsOf(text, { "inner.d.ts": declaration })).toEqual({ typeErrors: [], faults: [] });
  });

  test("functions may be declared behind their use, overloaded and called by each other's names", () => {
    const text = `export const first = (k: i32): i32 => inner(k);
${launch}
function inner(k: i32): i32;
function inner(k: i32, by: i32): i32;
function inner(k: i32, by: i32 = 2): i32 {
  return late(k) * by;
}
function late(k: i32): i32 {
  return k + 1;
}
`;
    expect(faultsOf(text)).toEqual({ typeErrors: [], faults: [] });
  });
});
