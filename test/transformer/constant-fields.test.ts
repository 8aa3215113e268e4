// Which fields of a class have a value that only a statement of its constructor gives: each other row has one more assignment, or one that may not run.

import ts from "typescript-6";
import { expect, test } from "vitest";
import { onlyValueOf } from "../../transformer/dist/infer/constant-fields.js";

const once = "this.size = n << 1;";

const rows: readonly (readonly [body: string, method: string, value: string | undefined])[] = [
  [once, "return this.size + 1;", "n << 1"],
  [once, "this.other = this.size;", "n << 1"],
  [once, "const { size } = this; return [this.size, size];", "n << 1"],
  [once, "this.others = [this.size]; this.place = { size: this.size };", "n << 1"],
  ["(this.size) = n << 1;", "", undefined],
  ["", "", undefined],
  ["", once, undefined],
  ["if (n > 1) this.size = n;", "", undefined],
  ["{ this.size = n; }", "", undefined],
  ["const f = () => { this.size = n; };", "", undefined],
  ["this.size += n;", "", undefined],
  ["this.size ??= n;", "", undefined],
  ["this.other = this.size = n;", "", undefined],
  ["[this.size] = [n];", "", undefined],
  ["[this.size] = n;", "", undefined],
  [`${once} this.size = n;`, "", undefined],
  ...[
    "this.size = 3;",
    "this.size -= 3;",
    "this.size &&= 3;",
    "this.size++;",
    "--this.size;",
    "(this.size)++;",
    "(this.size) = 3;",
    "((this.size)) *= 3;",
    "[this.size] = [3];",
    "[this.size, this.other] = [this.other, this.size];",
    "[this.size = 2] = [];",
    "[...this.size] = [3];",
    "[[this.size]] = [[3]];",
    "({ a: this.size } = { a: 3 });",
    "({ a: this.size = 2 } = {});",
    "({ a: [this.size] } = { a: [3] });",
    "({ ...this.size } = { a: 3 });",
    "for (this.size of [3]);",
    "for ([this.size] of [[3]]);",
    "for (this.size in { a: 3 });",
    "delete this.size;",
    "delete (this.size);",
  ].map((method) => [once, method, undefined] as const),
];

test.each(rows)("constructor { %s } method { %s }", (body, method, value) => {
  const text = `class C { constructor(n) { ${body} } method() { ${method} } }`;
  const file = ts.createSourceFile("class.js", text, ts.ScriptTarget.ESNext, true);
  const made = file.statements.find((one) => ts.isClassDeclaration(one));
  const written = made?.members.find((one) => ts.isConstructorDeclaration(one));
  if (!made || !written?.body) throw new Error("the text has a constructor");
  expect(onlyValueOf({ ts }, made, written.body, "size")?.getText()).toBe(value);
});
