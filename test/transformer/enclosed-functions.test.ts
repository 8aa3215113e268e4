// Functions that a package's module encloses with variables of their own, `var f = function () { var t = …; return function …; }();`: which become plain
// functions behind variables of the module, and which stay calls, because a name or `this` would mean something else.

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
    "export var f = function () { var t = make(3); return function (x) { t[0] = x; return t[0]; }; }();",
    "var t = make(3); export var f = function (x) { t[0] = x; return t[0]; };",
  ],
  [
    "const f = (() => { const t = make(3), u = 2; return (x) => t[0] * u * x; })();",
    "const t = make(3), u = 2; const f = (x) => t[0] * u * x;",
  ],
  [
    "const f = (() => { function twice(x) { return 2 * x; } return (x) => twice(x); })();",
    "function twice(x) { return 2 * x; } const f = (x) => twice(x);",
  ],
  [
    "var f = exports.f = function () { var t = make(3); return function (x) { return t[0] + x; }; }();",
    "var t = make(3); var f = function (x) { return t[0] + x; }; exports.f = f;",
  ],
  ["const f = (() => (x) => x + 1)();", "const f = (x) => x + 1;"],
])("%s", (text, expected) => {
  expect(parsed(text)).toBe(expected);
});

test.each([
  // A name would mean something else, there or in the module.
  "const t = 1; const f = (() => { const t = 2; return (x) => x * t; })();",
  "const g = () => t; const f = (() => { const t = 2; return (x) => x * t; })();",
  "const f = (() => { const t = 2; return (x) => x * t; })(); const g = (() => { const t = 3; return (x) => x * t; })();",
  "const f = (() => { const f = 2; return (x) => x * f; })();",
  // The function around it has something of its own.
  "const f = (function () { const t = this; return (x) => x * t; })();",
  "const f = (function () { return (x) => x * arguments.length; })();",
  "const f = (function g() { return (x) => x * g.length; })();",
  "const f = ((k) => { const t = k; return (x) => x * t; })(2);",
  "const f = ((k = 2) => (x) => x * k)();",
  "const f = (async () => (x) => x)();",
  "const f = (function* () { return (x) => x; })();",
  // It does more than make a function.
  "const f = (() => { count(); return (x) => x; })();",
  "const f = (() => { if (fast) return (x) => x; return (x) => x + 1; })();",
  "const f = (() => { const { t } = made; return (x) => x * t; })();",
  "const f = (() => { const t = 2; return t; })();",
  "const f = (() => { const t = 2; return (x) => x * t; })(), g = 1;",
])("stays a call: %s", (text) => {
  expect(parsed(text)).toBe(text);
});
