// Functions that a package's module makes when it is loaded: which become functions of their own, and which stay calls, because the maker might do
// something else in a kernel than when the module was loaded.

import ts from "typescript-6";
import { expect, test } from "vitest";
import { parseJavaScript } from "../../transformer/dist/package-bodies/parse-javascript.js";

/** What the last const of a module is. */
function lastOf(text: string): string {
  const file = parseJavaScript(ts, "module.js", text, ts.ScriptTarget.ESNext);
  const last = file.statements.at(-1);
  const value = last && ts.isVariableStatement(last) ? last.declarationList.declarations[0]?.initializer : undefined;
  if (!value) throw new Error("no const");
  const printed = ts.createPrinter({ removeComments: true }).printNode(ts.EmitHint.Unspecified, value, file);
  return printed.replace(/\s+/g, " ");
}

test.each([
  ["const make = (k) => (t) => t ** k; const f = make(3);", "(t) => { const k = 3; return t ** k; }"],
  [
    "const make = (k) => { const half = k / 2; return (t) => { return t * half; }; }; const f = make(3);",
    "(t) => { const k = 3; const half = k / 2; return t * half; }",
  ],
])("%s", (text, expected) => {
  expect(lastOf(text)).toBe(expected);
});

test.each([
  // It counts, or reads what may change.
  ["const make = (k) => { const n = ++count; return (t) => t * n * k; }; const f = make(3);", "make(3)"],
  ["const make = (k) => { const r = Math.random(); return (t) => t * r * k; }; const f = make(3);", "make(3)"],
  ["let by = 2; const make = (k) => { const n = by * k; return (t) => t * n; }; const f = make(3);", "make(3)"],
  // It keeps state.
  ["const make = (k) => { let n = k; return (t) => t * n++; }; const f = make(3);", "make(3)"],
  // A name would mean something else.
  ["const make = (k) => (k) => k * 2; const f = make(3);", "make(3)"],
  ["const make = (k) => (t) => { const k = t; return k; }; const f = make(3);", "make(3)"],
  // Other makers and arguments.
  ["let make = (k) => (t) => t * k; const f = make(3);", "make(3)"],
  ["const make = (k = 2) => (t) => t * k; const f = make(3);", "make(3)"],
  ["const make = (k, n) => (t) => t * k * n; const f = make(3);", "make(3)"],
  ["const make = (k) => (t) => t * k; const f = make(g);", "make(g)"],
])("stays a call: %s", (text, expected) => {
  expect(lastOf(text)).toBe(expected);
});
