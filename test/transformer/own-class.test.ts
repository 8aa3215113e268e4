// `new this.constructor()` in methods of a package's class, where it gets the class's name, and where it stays, because the name or `this` may mean
// something else.

import ts from "typescript-6";
import { expect, test } from "vitest";
import { parseJavaScript } from "../../transformer/dist/package-bodies/parse-javascript.js";

/** What the first `new` of a module makes. */
function firstMade(text: string): string {
  const file = parseJavaScript(ts, "module.js", text, ts.ScriptTarget.ESNext);
  const find = (node: ts.Node): ts.NewExpression | undefined =>
    ts.isNewExpression(node) ? node : ts.forEachChild(node, find);
  const found = find(file);
  if (!found) throw new Error("nothing is made");
  return ts.isIdentifier(found.expression) ? found.expression.text : found.expression.getText();
}

test.each([
  "class Scale { clone() { return new this.constructor(this.by); } }",
  "class Scale { clone() { const copy = new this.constructor().copy(this); return copy; } }",
  "var Scale = class { clone() { return new this.constructor(this.by); } }",
  "function Scale(by) {} Scale.prototype.clone = function () { return new this.constructor(this.by); };",
])("%s", (text) => {
  expect(firstMade(text)).toBe("Scale");
});

test.each([
  "class Scale { static of() { return new this.constructor(2); } }",
  "class Scale { clone() { function make() { return new this.constructor(2); } return make.call(3); } }",
  "class Scale { clone(Scale) { return new this.constructor(2); } }",
  "class Scale { clone() { const Scale = 3; return new this.constructor(Scale); } }",
])("stays: %s", (text) => {
  expect(firstMade(text)).toBe("this.constructor");
});
