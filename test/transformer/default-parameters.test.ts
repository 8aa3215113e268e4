// Defaults that compilers write with `arguments`, and flags of prototypes: which become parameters and getters, and which stay as they are.

import ts from "typescript-6";
import { expect, test } from "vitest";
import { parseJavaScript } from "../../transformer/dist/package-bodies/parse-javascript.js";

function printed(text: string): string {
  const file = parseJavaScript(ts, "module.js", text, ts.ScriptTarget.ESNext);
  return ts.createPrinter({ removeComments: true }).printFile(file).replace(/\s+/g, " ").trim();
}

const asked = (index: number, value: string) =>
  `arguments.length > ${index} && arguments[${index}] !== undefined ? arguments[${index}] : ${value}`;

test.each([
  [`function f(a) { var b = ${asked(1, "2")}; return a * b; }`, "function f(a, b = 2) { ; return a * b; }"],
  [
    `function f() { var a = ${asked(0, "k.a")}; var b = ${asked(1, "k")}; return a * b; }`,
    "function f(a = k.a, b = k) { ; ; return a * b; }",
  ],
])("%s", (text, expected) => {
  expect(printed(text)).toBe(expected);
});

test.each([
  // Another argument, not at the beginning, another one asked.
  `function f(a) { var b = ${asked(2, "2")}; return a * b; }`,
  `function f(a) { a++; var b = ${asked(1, "2")}; return a * b; }`,
  "function f(a) { var b = arguments.length > 1 && arguments[0] !== undefined ? arguments[1] : 2; return a * b; }",
  // Its default means something else outside of the body, or is computed.
  `function f(a) { var b = ${asked(1, "k")}; var k = 3; return a * b; }`,
  `function f(a) { var b = ${asked(1, "k()")}; return a * b; }`,
])("stays: %s", (text) => {
  expect(printed(text)).toContain("arguments");
});

const getter = "get isV() { return true; }";

test.each(["class V { static { this.prototype.isV = true; } }", "class V { } V.prototype.isV = true;"])(
  "%s",
  (text) => {
    expect(printed(text)).toContain(getter);
  },
);

test.each([
  "class V { static { this.prototype.isV = true; this.prototype.isV = false; } }",
  "class V { isV() { } static { this.prototype.isV = true; } }",
  "class V { } if (x) V.prototype.isV = true;",
  "class V { static { this.prototype.isV = x; } }",
])("is no flag: %s", (text) => {
  expect(printed(text)).not.toContain("get isV");
});
