// Arrays of a package's function that grow to a length that the text says, and those that may be something else.

import ts from "typescript-6";
import { expect, test } from "vitest";
import { parseJavaScript } from "../../transformer/dist/package-bodies/parse-javascript.js";

/** The elements of the first array literal of a function with this body. */
function firstArray(body: string): string {
  const file = parseJavaScript(ts, "module.js", `function f(a) { ${body} }`, ts.ScriptTarget.ESNext);
  const find = (node: ts.Node): ts.ArrayLiteralExpression | undefined =>
    ts.isArrayLiteralExpression(node) ? node : ts.forEachChild(node, find);
  const elements = find(file)?.elements;
  if (!elements) throw new Error("no array");
  return elements.map((one) => (ts.isNumericLiteral(one) ? one.text : "something else")).join();
}

test.each([
  ["var p = [], r = [1]; p[0] = a; p[1] = p[0] + r[0]; return p[1];", "0,0"],
  ["const p = []; p[1] = a; p[0] = 2; if (a > 1) p[1] += a; return p[0] * p[1] + a.p;", "0,0"],
])("%s", (body, expected) => {
  expect(firstArray(body)).toBe(expected);
});

test.each([
  "const p = []; p[0] = p[1]; p[1] = 2; return p[0];", // it reads what is not there yet
  "const p = []; if (a > 1) p[0] = a; return p[0];",
  "const p = []; p[0] += a; return p[0];",
  "const p = []; p[1] = a; return p[1];", // it has a hole
  "const p = []; p[0] = a; return p[1];",
  "const p = []; p[0] = a; return p;", // others get it
  "const p = []; p[0] = a; return p.length;",
  "const p = []; p[0] = a; return p[a];",
  "const p = []; p[0] = a; return () => p[0];",
  "const g = () => p[0]; const p = []; p[0] = a; return g();",
  "let p = []; p[0] = a; p = [3]; return p[0];",
  "if (a > 1) { var p = []; p[0] = a; } return p[0];",
  "const p = []; p[0] = a; { const p = [5]; return p[0]; }",
])("stays: %s", (body) => {
  expect(firstArray(body)).toBe("");
});
