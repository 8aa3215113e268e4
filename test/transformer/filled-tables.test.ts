// Arrays that a package's module fills at once, `var t = new Array(4); (function (a) { … })(t);`: which become what the function fills, and which stay,
// because something else could tell.

import ts from "typescript-6";
import { expect, test } from "vitest";
import { parseJavaScript } from "../../transformer/dist/package-bodies/parse-javascript.js";

function parsed(text: string): string {
  const file = parseJavaScript(ts, "module.js", text, ts.ScriptTarget.ESNext);
  const printed = ts.createPrinter({ removeComments: true }).printList(ts.ListFormat.MultiLine, file.statements, file);
  return printed.replace(/\s+/g, " ").trim();
}

test.each([
  [
    "var t = new Array(4);\n;(function (a) { for (var i = 0; i < 4; i++) a[i] = i; })(t);",
    "var t = (function (a) { for (var i = 0; i < 4; i++) a[i] = i; return a; })(new Array(4)); ; ;",
  ],
  ["const t = []; (function (a) { a[0] = 5; }(t));", "const t = function (a) { a[0] = 5; return a; }([]); ;"],
])("%s", (text, expected) => {
  expect(parsed(text)).toBe(expected);
});

test.each([
  // What the function does depends on more than the array.
  "var t = new Array(4); (function (a) { t = a; })(t);",
  "var t = new Array(4); (function (a) { a[0] = this.x; })(t);",
  "var t = new Array(4); (function (a) { a[0] = arguments.length; })(t);",
  "var t = new Array(4); (function (a) { later = () => a; })(t);",
  "var t = new Array(4); (function (a, b) { a[0] = b; })(t);",
  "var t = new Array(4); (function (a = []) { a[0] = 1; })(t);",
  "var t = new Array(4); (function (a) { if (a[0]) return; a[0] = 1; })(t);",
  // Code between them may see the array.
  "var t = new Array(4); f(t); (function (a) { a[0] = 1; })(t);",
  "var t = new Array(4), u = t; (function (a) { a[0] = 1; })(t);",
  "var t = make(); (function (a) { a[0] = 1; })(t);",
  "var t = new Array(4); (function (a) { a[0] = 1; })(u);",
])("%s stays", (text) => {
  expect(parsed(text)).toBe(parsed(`${text}\n"";`).replace(/ "";$/, ""));
  expect(parsed(text)).not.toContain("return a;");
});
