// Which constructors of packages the host may run in a kernel's place: those that only compute, and fill the object and what they make themselves. Each
// row that is refused breaks one condition.

import ts from "typescript-6";
import { expect, test } from "vitest";
import { onlyFills } from "../../transformer/dist/infer/made-by-host.js";
import type { PassContext } from "../../transformer/dist/pass-context.js";

const before = `let count = 0;
const shared = [1, 2];
function tick() { return ++count; }
`;

const rows: readonly (readonly [body: string, isAllowed: boolean])[] = [
  ["this.size = n | 0; if (this.size <= 1) throw new Error('too small');", true],
  ["const table = new Array(n); for (let k = 0; k < n; k++) table[k] = Math.cos(k); this.table = table;", true],
  ["this.words = new Float64Array(n); this.words[0] = Math.PI;", true],
  ["let power = 0; for (let t = 1; t < n; t <<= 1) power++; this.power = power;", true],
  ["this.id = Math.random();", false],
  ["this.id = tick();", false],
  ["this.id = count;", false],
  ["this.table = shared;", false],
  ["shared[0] = n;", false],
  ["count = n;", false],
  ["this.now = new Date();", false],
  ["this.f = () => n;", false],
  ["globalThis.last = this;", false],
  ["n.x = 1;", false],
  ["delete this.size;", false],
];

test.each(rows)("%s", (body, isAllowed) => {
  const name = "class.js";
  const text = `${before}class C { constructor(n) { ${body} } }`;
  const options: ts.CompilerOptions = {
    allowJs: true,
    target: ts.ScriptTarget.ESNext,
    types: [],
    lib: ["lib.es5.d.ts"],
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  host.getSourceFile = (asked, ...others) =>
    asked === name ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true) : read.call(host, asked, ...others);
  const program = ts.createProgram([name], options, host);
  const made = program.getSourceFile(name)?.statements.find((one) => ts.isClassDeclaration(one));
  const written = made?.members.find((one) => ts.isConstructorDeclaration(one));
  if (!written) throw new Error("the text has a constructor");
  // What the function uses of it.
  const context = { ts, program, checker: program.getTypeChecker() } as unknown as PassContext;
  expect(onlyFills(context, written)).toBe(isAllowed);
});
