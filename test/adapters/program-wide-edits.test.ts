// What a kernel calls may be replaced in a file that its own imports nothing of: a compiler that stays sees such an edit as a new one does.

import type { Compilation } from "@lanewise/transformer";
import { describe, expect, test } from "vitest";
import { compileSource, watchSources } from "../support/compile-source.js";

const shape = `export class Shape {
  r = 1;
  area(): number { return this.r * 2; }
}
export class Other { r = 1; area(): number { return this.r * 5; } }
`;
const main = `import { Queue } from "lanewise";
import type { Shape } from "./shape.js";
const q = new Queue();
const out = new Float64Array(4);
export function launch(shape: Shape) { return q.parallelFor(4, (i) => { out[i] = shape.area(); }); }
`;
const unchanged = "export const one = 1;\n";
const imports = 'import { Other, Shape } from "./shape.js";\n';

const edits: Readonly<Record<string, string>> = {
  "an object of another class": `${imports}export const shape: Shape = new Other();\n`,
  "an argument of another class": `${imports}const take = (shape: Shape) => shape.r;\nexport const r = take(new Other());\n`,
  "a literal": `${imports}export const shape: Shape = { r: 2, area: () => 3 };\n`,
  "an assignment": `${imports}export const shape = new Shape();\nshape.area = () => 3;\n`,
  "Object.assign": `${imports}export const shape = Object.assign(new Shape(), { area: () => 3 });\n`,
  "a class that extends it": `${imports}export class Round extends Shape { override area(): number { return 3; } }\n`,
};

const codesOf = ({ diagnostics }: Compilation) => diagnostics.map(({ code }) => code);

describe.each(Object.entries(edits))("%s", (_, edited) => {
  const before = { "shape.ts": shape, "main.ts": main, "edited.ts": unchanged };
  const after = { ...before, "edited.ts": edited };

  test("that comes is told of, and one that goes is not", () => {
    const whole = compileSource(after).compilation;
    expect(codesOf(whole)).not.toEqual([]);
    const compile = watchSources();
    expect(codesOf(compile(before))).toEqual([]);
    expect(codesOf(compile(after))).toEqual(codesOf(whole));
    expect(codesOf(compile(before))).toEqual([]);
  });
});

test("the type of an object that an unedited file gives away is among what an edit may change", () => {
  const given =
    'import { made } from "./edited.js";\nimport type { Shape } from "./shape.js";\nexport const shape: Shape = made;\n';
  const sources = (name: string) => ({
    ...{ "shape.ts": shape, "main.ts": main, "given.ts": given },
    "edited.ts": `${imports}export const made = new ${name}();\n`,
  });
  const compile = watchSources();
  expect(codesOf(compile(sources("Shape")))).toEqual([]);
  expect(codesOf(compile(sources("Other")))).toEqual(["LW1236"]);
});

test("an edit that says nothing of members concerns nobody else", () => {
  const compile = watchSources();
  const fileIn = ({ files }: Compilation) => [...files.values()].find(({ fileName }) => fileName.endsWith("main.ts"));
  const before = fileIn(compile({ "shape.ts": shape, "main.ts": main, "edited.ts": unchanged }));
  const edited = `${imports}export const r = new Shape().area() + new Other().r;\nMath.max(r, 1);\n`;
  expect(fileIn(compile({ "shape.ts": shape, "main.ts": main, "edited.ts": edited }))).toBe(before);
});
