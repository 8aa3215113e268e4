// JavaScript of packages in kernels: which file is read, what is said where it cannot be followed or is not what its declarations say, and that a
// compiler that stays sees its edits as a new one does. What real packages compute: test/filetests/run/packages.ts.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type CompilerMemory, compileProgram, createMemory } from "@lanewise/transformer";
import ts from "typescript-6";
import { afterAll, describe, expect, test, vi } from "vitest";
import { type Outcome, removeTemporaryFolders, root, runNode } from "../examples/programs.js";
import { command, type Files, project, run, smallNode, write } from "./projects.js";

afterAll(removeTemporaryFolders);

interface Installed {
  readonly files: Files;
  readonly manifest?: Readonly<Record<string, unknown>>;
}

const main = (body: string, imported: string) => `import { Queue } from "lanewise";
import { ${imported} } from "pack";
const q = new Queue();
const out = q.mallocShared(Float64Array, [1, 2, 3]);
await q.parallelFor(3, (i) => {
  ${body}
});
console.log(out.join());
`;

const quick = { plugins: undefined, declaration: false, declarationMap: false, sourceMap: false, types: smallNode };

/** A program with a package that declares what it ships as JavaScript. */
function app(source: string, { files, manifest = { type: "module", exports: "./index.js" } }: Installed): string {
  const folder = project(
    { "src/main.ts": source },
    // Output lies beside src/node_modules.
    { ...quick, outDir: undefined },
  );
  mkdirSync(join(folder, "src/node_modules"));
  const installed = Object.entries(files).map(([name, text]) => [`src/node_modules/pack/${name}`, text] as const);
  write(folder, {
    "src/node_modules/pack/package.json": JSON.stringify({ name: "pack", version: "1.0.0", ...manifest }),
    ...Object.fromEntries(installed),
  });
  return folder;
}

/** Compiles and, without errors, runs; `lanewise run` would load the compiler for each program. */
function runMain(folder: string): Outcome {
  const { code, stdout, stderr } = command(folder, "build");
  return code === 0 ? runNode(["src/main.js"], folder) : { code, stdout: "", stderr: stdout + stderr };
}

const declared = "export function scale(x: number, by?: number): number;\n";

function compileIn(folder: string, memory?: CompilerMemory) {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(folder, "tsconfig.json"),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  );
  const program = ts.createProgram([join(folder, "src/main.ts")], config?.options ?? {});
  const { diagnostics, files } = compileProgram(ts, program, {}, memory);
  const [file] = [...files.values()];
  const behind = (file?.dependencies ?? []).map((name) => name.replace(/^.*node_modules\//, ""));
  return { codes: diagnostics.map(({ code }) => code), edits: file?.edits, behind };
}

test("a chain of methods takes no more compilations than one method", () => {
  const folder = app(main("const v = new V(i); out[i] = v.one().two().three().four().x;", "V"), {
    files: {
      "index.d.ts":
        "export declare class V { constructor(x: number); x: number; one(): V; two(): V; three(): V; four(): V }\n",
      "index.js": `export class V {
  constructor(x) { this.x = x; }
  one() { this.x += 1; return this; }
  two() { this.x *= 2; return this; }
  three() { this.x += 3; return this; }
  four() { this.x *= 4; return this; }
}
`,
    },
  });
  const program = ts.createProgram([join(folder, "src/main.ts")], { module: ts.ModuleKind.NodeNext, strict: true });
  const pause = vi.fn();
  expect(compileProgram(ts, program, {}, undefined, pause).diagnostics).toEqual([]);
  // One finds the class, one the methods; the last has all bodies. Each asks before it recognises the file, and before it compiles it.
  expect(pause.mock.calls.length).toBeLessThanOrEqual(6);
  expect(runMain(folder)).toEqual({ code: 0, stdout: "20,28,36\n", stderr: "" });
});

describe("declared types", () => {
  const generic = "type Fn2<A, B> = (a: A, b: A) => B;\ntype Fn<T> = Fn2<T, T>;\n";

  test("are what the type parameters of an alias stand for", () => {
    const folder = app(main("out[i] = times(out[i]!, 4);", "times"), {
      files: {
        "index.d.ts": `${generic}export declare const times: Fn<number>;\n`,
        "index.js": "export const times = (a, b) => a * b;\n",
      },
    });
    expect(runMain(folder)).toEqual({ code: 0, stdout: "4,8,12\n", stderr: "" });
  });

  test("of results, too; a const that is a function is named in the message", () => {
    const folder = app(main("out[i] = times(out[i]!, 4) ? 1 : 0;", "times"), {
      files: {
        "index.d.ts": `${generic}export declare const times: Fn2<number, boolean>;\n`,
        "index.js": "export const times = (a, b) => a * b;\n",
      },
    });
    const { code, stderr } = runMain(folder);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "LW1903: `times` of pack/index.js returns `number`, but the package's declarations say `boolean`",
    );
  });
});

describe("which JavaScript", () => {
  test("is that of the export conditions, not what lies beside the declarations", () => {
    const folder = app(main("out[i] = scale(out[i]!);", "scale"), {
      manifest: {
        type: "module",
        exports: { types: "./types/index.d.ts", node: "./node.js", default: "./other.js" },
      },
      files: {
        "types/index.d.ts": declared,
        "types/index.js": "export function scale(x) {\n  return x * 5;\n}\n",
        "node.js": 'export { scale } from "./scale.js";\n',
        "scale.js": "const two = 2;\nexport const scale = (x) => x * two;\n",
        "scale.d.ts": declared,
        "other.js": "export function scale(x) {\n  return x * 3;\n}\n",
      },
    });
    expect(runMain(folder)).toEqual({ code: 0, stdout: "2,4,6\n", stderr: "" });
    expect(compileIn(folder).behind).toContain("pack/scale.js");
  });

  test("is CommonJS where Node loads that", () => {
    const folder = app(main("out[i] = scale(out[i]!, 3);", "scale"), {
      manifest: { main: "cjs.js", module: "esm.js", types: "index.d.ts" },
      files: {
        "index.d.ts": declared,
        "cjs.js":
          'var other = require("./other.js");\nexports.scale = scale;\nfunction scale(x, by) {\n  return other.times(x, by);\n}\n',
        "other.js":
          "exports.times = void 0;\nvar one = (exports.one = 1);\nconst times = (x, by) => (x > -one ? x * by * one : 0);\nexports.times = times;\n",
        "esm.js": "export function scale(x) {\n  return x * 7;\n}\n",
      },
    });
    expect(runMain(folder)).toEqual({ code: 0, stdout: "3,6,9\n", stderr: "" });
  });

  test("may leave out arguments, and asks for them", () => {
    const text = "export function scale(x, by = 1) {\n  let y;\n  y = x * by;\n  return y;\n}\n";
    const folder = app(main("out[i] = scale(out[i]!) + scale(out[i]!, 10);", "scale"), {
      files: { "index.d.ts": declared, "index.js": text },
    });
    expect(runMain(folder)).toEqual({ code: 0, stdout: "11,22,33\n", stderr: "" });
  });
});

test("a parameter that a call leaves out and the function assigns", () => {
  const text =
    "export function scale(x, by) {\n  by = by === undefined ? 10 : by;\n  return x * by;\n}\nexport function plus(x, y) {\n  y ??= 5;\n  return scale(x) + y;\n}\n";
  const folder = app(main("out[i] = scale(out[i]!) + scale(1, 3) + plus(1) + plus(0, 100);", "scale, plus"), {
    files: { "index.d.ts": `${declared}export function plus(x: number, y?: number): number;\n`, "index.js": text },
  });
  expect(runMain(folder)).toEqual({ code: 0, stdout: "128,138,148\n", stderr: "" });
});

describe("what is said", () => {
  const said = (javascript: string, declarations = declared, body = "out[i] = scale(out[i]!);", name = "scale") => {
    const folder = app(main(body, name), { files: { "index.d.ts": declarations, "index.js": javascript } });
    const { stderr, code } = runMain(folder);
    expect(code).toBe(2);
    return stderr;
  };

  test("a result that is not the declared one names both files", () => {
    const text = said("export function scale(x) {\n  return [x, x];\n}\n");
    expect(text).toContain(
      "error LW1903: `scale` of pack/index.js returns `number[]`, but the package's declarations say `number`.",
    );
    expect(text).toMatch(/pack\/index\.js\(1,1\): note: this runs/);
    expect(text).toMatch(/pack\/index\.d\.ts\(1,1\): note: this is declared/);
  });

  test("a result that may be null, where it is used and the declarations do not say it", () => {
    const javascript =
      "export function turn(out) {\n  if (out[0] > 2) return null;\n  out[0] *= 5;\n  return out;\n}\n";
    const types = "export declare function turn(out: number[]): number[];\n";
    const body = (use: string) => `const a = [i + 1, 2];\n  ${use}\n  out[i] = a[0]!;`;
    const text = said(javascript, types, body("out[i] = turn(a)[0]!;"), "turn");
    expect(text).toContain("error LW1903: `turn` of pack/index.js returns `number[] | null`");
    const folder = app(main(body("turn(a);\n  if (!turn(a)) a[0]! += 100;"), "turn"), {
      files: { "index.d.ts": types, "index.js": javascript },
    });
    expect(runMain(folder)).toEqual({ code: 0, stdout: "105,110,103\n", stderr: "" });
  });

  test("state of a module, which it assigns", () => {
    const text = said("let calls = 0;\nexport function scale(x) {\n  calls++;\n  return x * calls;\n}\n");
    expect(text).toContain("error LW1241: `calls` is state of a package's module");
    expect(text).toMatch(/pack\/index\.js\(3,3\): note/);
  });

  test("arrays of a module that functions read first, that others have, or that get another name", () => {
    const arrays = ["count", "shared", "kept", "left", "before"]
      .map((name) => `const ${name} = new Float64Array(2);\n`)
      .join("");
    const functions = [
      "export const next = (x) => count[0]++ + x;\n",
      "export { shared };\nexport function share(x) {\n  shared[0] = x;\n  return shared[0];\n}\n",
      "function total(a) {\n  return a[0] + a[1];\n}\nexport function rest(x) {\n  return total(left) + x;\n}\nexport function fill(x) {\n  left[0] = left[1] = x;\n}\n",
      "function older() {\n  return before[0];\n}\nexport function delay(x) {\n  const y = older();\n  before[0] = x;\n  return y;\n}\n",
      "class Point {\n  constructor() {\n    this.x = 0;\n  }\n  at(x) {\n    this.x = x;\n    return this;\n  }\n}\nconst given = new Point();\nexport function give(x) {\n  return given.at(x);\n}\n",
      "let last = kept;\nexport function keep(x) {\n  kept[0] = x;\n  last = kept;\n  return kept[0];\n}\n",
    ];
    // Where they change places, one has another name.
    const swapping =
      "let near = new Float64Array(2);\nlet far = new Float64Array(2);\nfunction flip() {\n  near[1] = 0;\n  far[1] = 0;\n  const t = near; near = far; far = t;\n}\nfunction both(a) {\n  a[0] = 1;\n  flip();\n  return a[0];\n}\nexport function turn(x) {\n  near[0] = x;\n  return both(near);\n}\n";
    const names = ["next", "share", "rest", "delay", "keep", "turn"];
    const types = [
      ...names.map((name) => `export function ${name}(x: number): number;`),
      "export function give(x: number): { x: number };",
    ];
    const body = [...names.map((name) => `out[i] = ${name}(1);`), "out[i] = give(1).x;"].join("\n  ");
    const text = said(arrays + functions.join("") + swapping, types.join("\n"), body, [...names, "give"].join(", "));
    for (const name of ["count", "shared", "left", "before", "given", "kept", "near"])
      expect(text).toContain(`error LW1241: \`${name}\` is state`);
  });

  test("`new this.constructor()` of an object of a derived class", () => {
    const base =
      "class Point {\n  constructor(x) {\n    this.x = x;\n  }\n  clone() {\n    return new this.constructor(this.x);\n  }\n}\n";
    const text = `${base}class Far extends Point {}\nexport function scale(x) {\n  return new Point(x).clone().x + new Far(x).clone().x;\n}\n`;
    const found = said(text);
    expect(found).toContain("error LW1112: Kernels cannot create objects of `this.constructor`");
    expect(found).toMatch(/pack\/index\.js\(6,/);
    expect(found.match(/error LW/g)).toHaveLength(1);
  });

  test("a `var` that may have no value", () => {
    const text = said("export function scale(x) {\n  var y;\n  if (x > 1) y = x * 2;\n  return y + 1;\n}\n");
    expect(text).toContain("error LW1904: The JavaScript of `scale`");
    expect(text).toMatch(/pack\/index\.js\(4,10\): note: it is here/);
  });

  test("a variable that may have no value, and gets one that may be none", () => {
    const text = said(
      "export function scale(x, by) {\n  var y;\n  if (x > 1) y = by;\n  return y;\n}\n",
      declared,
      "out[i] = scale(out[i]!, 2);",
    );
    expect(text).toContain("error LW1904: The JavaScript of `scale`");
  });

  test("a parameter that is passed on and stored, and that the call leaves out", () => {
    const text =
      "export class Box {\n  constructor(x, y) {\n    this.x = 0;\n    this.y = 0;\n    if (x !== undefined) this.set(x, y);\n  }\n  set(x, y) {\n    this.x = x;\n    this.y = y;\n  }\n}\n";
    const types =
      "export class Box {\n  constructor(x?: number, y?: number);\n  x: number;\n  y: number;\n  set(x: number, y: number): void;\n}\n";
    const stored = said(text, types, "out[i] = new Box(1).x;", "Box");
    expect(stored).toMatch(/error LW1124: `this.y = y` is or may be null or undefined/);
    expect(stored).toMatch(/pack\/index\.js\(9,5\): note/);
    const folder = app(main("out[i] = new Box().x + new Box(i, 1).y;", "Box"), {
      files: { "index.d.ts": types, "index.js": text },
    });
    expect(runMain(folder)).toEqual({ code: 0, stdout: "1,1,1\n", stderr: "" });
  });

  test("a parameter of several types, where one has no such property or does not fit", () => {
    const text = `export class Tint {
  constructor(r) {
    this.isTint = true;
    this.r = r;
  }
  copy(t) {
    this.r = t.r;
    return this;
  }
}
export function copied(v) {
  const t = new Tint(2);
  if (t.r > 1) t.copy(v);
  return t.r;
}
export function stored(v) {
  const t = new Tint(2);
  if (t.r > 1) t.r = v;
  return t.r;
}
export const added = (v) => v.r + 1;
export const formatted = (v) => (v.toFixed ? 1 : 0);
export const inherited = (v) => (v.__proto__ ? 1 : 0);
`;
    const ofNumbers = ["copied", "added", "formatted", "inherited"];
    const names = [...ofNumbers, "stored"];
    const types = [
      "export declare class Tint { constructor(r: number); r: number; readonly isTint: true; copy(t: Tint): this }",
      ...names.map((name) => `export declare function ${name}(v: Tint | number): number;`),
    ];
    const calls = [...ofNumbers.map((name) => `${name}(i)`), "stored(new Tint(i))", "new Tint(1).copy(new Tint(2)).r"];
    const found = said(text, types.join("\n"), `out[i] = ${calls.join(" + ")};`, ["Tint", ...names].join(", "));
    const codes = [...found.matchAll(/error (LW\d+)[\s\S]*?pack\/index\.js\((\d+),(\d+)\)/g)].map((one) =>
      one.slice(1).join(),
    );
    expect(codes).toEqual(["LW1311,13,23", "LW1311,21,29", "LW1306,22,34", "LW1306,23,34", "LW1311,18,16"]);
  });

  test("a property of what a call gives, which may be a number", () => {
    const text = said(
      "const pick = (v) => v;\nexport const made = (v) => (pick(v).isTint ? 1 : 0);\n",
      "export declare function made(v: number | { isTint: boolean }): number;\n",
      "out[i] = made(i);",
      "made",
    );
    expect(text).toContain("error LW1904: The JavaScript of `made`");
    expect(text).toMatch(/pack\/index\.js\(2,37\): note: it is here/);
  });

  test("an export that another module assigns", () => {
    const folder = app(main("out[i] = scale(out[i]!);", "scale"), {
      manifest: { main: "index.js", types: "index.d.ts" },
      files: {
        "index.d.ts": declared,
        "index.js":
          'const state = require("./state.js");\nrequire("./other.js");\nexports.scale = (x) => x * state.factor;\n',
        "state.js": "exports.factor = 2;\n",
        "other.js": 'const state = require("./state.js");\nstate.factor = 3;\n',
      },
    });
    expect(runMain(folder).stderr).toMatch(/error LW1(240|241)/);
  });

  test("a field that a constructor may leave out", () => {
    const text =
      "export class Box {\n  constructor(x) {\n    this.x = x;\n    if (x > 1) this.y = x;\n  }\n  fill() {\n    this.z = 1;\n  }\n}\n";
    const types = "export class Box {\n  constructor(x: number);\n  x: number;\n  y: number;\n}\n";
    expect(said(text, types, "out[i] = new Box(i).x;", "Box")).toMatch(
      /error LW1112: Kernels cannot create objects of `Box \(its field [yz]\)`/,
    );
  });

  test("a method that the program replaces", () => {
    const text =
      "export class Box {\n  constructor(x) {\n    this.x = x;\n  }\n  twice() {\n    return this.x * 2;\n  }\n  four() {\n    return this.twice() * 2;\n  }\n}\n";
    const types =
      "export class Box {\n  constructor(x: number);\n  x: number;\n  twice(): number;\n  four(): number;\n}\n";
    const body = "out[i] = new Box(i).four();\n});\nBox.prototype.twice = () => 1;\nawait q.parallelFor(3, (i) => {";
    expect(said(text, types, body, "Box")).toContain("error LW1236");
  });

  test("a function that is made by another one", () => {
    const text = said("const two = 2;\nconst make = (by) => (x) => x * by;\nexport const scale = make(two);\n");
    expect(text).toContain("error LW1240: The compiler cannot follow `scale` to a function in `pack/index.js`");
  });

  test("a constructor that is a function, and has no methods of its own", () => {
    const text = said(
      "export function Scale(by) {\n  this.by = by;\n}\n",
      "export declare class Scale {\n  constructor(by: number);\n  by: number;\n}\n",
      "out[i] = new Scale(2).by;",
      "Scale",
    );
    expect(text).toContain("error LW1257: `Scale` of a package is a constructor written with `function`");
    expect(text).toMatch(/pack\/index\.js\(1,1\): note: this runs/);
  });

  test("a body that ends without a value", () => {
    expect(said("export function scale(x) {\n  if (x > 1) return x;\n}\n")).toMatch(/error LW1(211|903|904)/);
  });
});

test("a call decides which of its types a parameter has, and so which properties", () => {
  const folder = app(
    main(
      "const t = new Tint(i + 0.5);\n  out[i] = new Tint(t).r + new Tint().r + t.set(3, i).r * 10 + t.set(new Tint(8)).r * 100;\n  out[i]! += (told(i) + told(t) * 1000) * 1000 + (told(i > 1) === told(1) ? 0 : 0.25);",
      "Tint, told",
    ),
    {
      files: {
        "index.d.ts": `export declare class Tint {
  constructor(r?: Tint | number | string, g?: number);
  readonly isTint: true;
  r: number;
  set(...args: [r: Tint | number | string] | [r: number, g: number]): this;
}
export declare function told(v: number | boolean | Tint): number;
`,
        "index.js": `export class Tint {
  constructor(r, g) {
    this.isTint = true;
    this.r = 1;
    this.set(r, g);
  }
  set(r, g) {
    if (g === undefined) {
      const value = r;
      if (value && value.isTint) this.copy(value);
      else if (typeof value === "number") this.r = value;
      else if (typeof value === "string") this.r = value.length;
    } else this.r = r + g;
    return this;
  }
  copy(t) {
    this.r = t.r;
    return this;
  }
}
export function told(v) {
  let n = 0;
  if (v.isTint === undefined) n += 1;
  if (v.isTint == null) n += 2;
  if (!v.isTint) n += 4;
  n += v.isTint ? 8 : 16;
  if (v.isTint || n > 1000) n += 32;
  if (v.isTint === true) n += v.r * 0;
  if (v.isTint !== true) n += 64;
  const w = v.isTint;
  if (w) n += 128;
  if (typeof v.isTint === "undefined") n += 256;
  if (v.isTint && v.r > 1) n += 512;
  return n;
}
`,
      },
    },
  );
  const sums = [0, 1, 2].map((i) => i + 0.5 + 1 + (3 + i) * 10 + 800 + (343 + 680 * 1000) * 1000);
  expect(runMain(folder)).toEqual({ code: 0, stdout: `${sums.join()}\n`, stderr: "" });
});

describe("what a call fills before it reads it", () => {
  const filling = `const make = (n) => new Float64Array(n);
const work = make(2);
let front = new Float64Array(3);
let back = new Float64Array(3);
// Reads one more than it uses: behind the end, or what an earlier call has left.
function total(n, e) {
  let next = e[0];
  let sum = 0;
  for (let k = 0; k < n; ) {
    sum += next;
    next = e[++k];
  }
  return sum;
}
function double(n, from, to) {
  for (let k = 0; k < n; k++) to[k] = from[k] * 2;
}
function turn(n) {
  double(n, front, back);
  const swapped = front; front = back; back = swapped;
}
export function scale(x) {
  work[0] = x;
  work[1] = 1;
  const both = total(2, work);
  let early;
  if (x > 0) early = both;
  front[0] = x;
  front[1] = 0;
  if (x > 0) front[1] += early;
  turn(2);
  turn(2);
  return total(2, front) + total(2, work);
}
`;

  test("is an array of a module, two that change places, and a variable that has a value where it is used", () => {
    const folder = app(main("out[i] = scale(out[i]!);", "scale"), {
      files: { "index.d.ts": declared, "index.js": filling },
    });
    expect(runMain(folder)).toEqual({ code: 0, stdout: "14,23,32\n", stderr: "" });
  });

  test.each([
    ["an element", "work[0] = x;\n  return work[0] + work[1];", "`work[1]` has no value that this call has given it"],
    ["a variable", "let y;\n  if (x > 1) y = x;\n  return y;", "`y` has no value that this call has given it"],
  ])("%s that no call has written fails", (_, body, message) => {
    const text = `const work = new Float64Array(2);\nexport function scale(x) {\n  ${body}\n}\n`;
    const folder = app(main("out[i] = scale(out[i]!);", "scale"), {
      files: { "index.d.ts": declared, "index.js": text },
    });
    const { code, stderr } = runMain(folder);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});

describe("constructors that are functions", () => {
  const declaredMeter =
    "export declare class Meter {\n  constructor(by: number);\n  by: number;\n  of(x: number): number;\n  twice(x: number): number;\n}\n";
  const made =
    "export function Meter(by) {\n  this.by = by;\n  this.table = [1, 2, by];\n  this._x = 0;\n  this._k = 0;\n}\n";
  const methods = `Meter.prototype.of = function (x) {
  if (x > 100) throw new RangeError("too big");
  return x * this.by;
};
Meter.prototype.twice = function twice(x) {
  this._x = x;
  this._k = 2;
  const y = this._sum();
  this._x = 0;
  return y;
};
Meter.prototype._sum = function () {
  return this.of(this._x) + this.table[this._k];
};
`;
  const meter = (more: string, body: string) =>
    app(main(`${body}`, "Meter").replace("await q", "const m = new Meter(4);\nawait q"), {
      files: { "index.d.ts": declaredMeter, "index.js": `${made}${methods}${more}` },
    });

  test("have methods, arrays and fields of a call", () => {
    const { stdout, stderr } = runMain(meter("", "out[i] = m.twice(out[i]!);"));
    expect(stderr).toBe("");
    expect(stdout).toBe("8,12,16\n");
  });

  test("throw", () => {
    const { stderr } = runMain(meter("", "out[i] = m.of(99 * (i + 1));"));
    expect(stderr).toMatch(/LW4013.*RangeError: too big \(pack\/index\.js:8:16, work-item 1\)/);
  });

  test.each([
    [
      "a method that a program can call reads first",
      "Meter.prototype.of = function (x) {\n  return x + this._k;\n};\n",
      "LW1203",
    ],
    ["the module reads it elsewhere", "export const last = (m) => m._k;\n", "LW1203"],
  ])("a field that %s is no field of a call", (_, more, code) => {
    expect(runMain(meter(more, "out[i] = m.twice(out[i]!);")).stderr).toContain(`error ${code}`);
  });

  test("a field that a call reads before it assigns it", () => {
    const late =
      "Meter.prototype.twice = function (x) {\n  const y = this._late();\n  this._x = x;\n  return y;\n};\nMeter.prototype._late = function () {\n  return this._x;\n};\n";
    expect(runMain(meter(late, "out[i] = m.twice(out[i]!);")).stderr).toMatch(/error LW1259: .*`this\._x`/);
  });
});

test("Object.assign of values without types does not change exports, unless the module is CommonJS", () => {
  const types = "export declare const scale: (x: number, by: number) => number;\n";
  const folder = (manifest: Readonly<Record<string, unknown>>, exported: string) => {
    const javascript = `const merge = (one, two) => Object.assign(Object.assign({}, one), two);\nconst scale = (x, by) => x * by;\n${exported}\n`;

    return app(kernelOf, { manifest, files: { "index.d.ts": types, "index.js": javascript } });
  };
  const kernelOf = main("out[i] = scale(out[i]!, 3);", "scale");
  expect(runMain(folder({ type: "module", exports: "./index.js" }, "export { scale };")).stdout).toBe("3,6,9\n");
  const { stderr } = runMain(folder({ main: "index.js" }, "exports.scale = scale;"));
  expect(stderr).toContain("error LW1240: The compiler cannot follow `scale`");
});

describe("arrays of numbers that a module makes and only reads", () => {
  const javascript = (more = "") => `const primes = [2, 3, 5, 7];
var squares = new Array(4);
(function (list) {
  for (var k = 0; k < 4; k++) list[k] = k * k + k / 4;
})(squares);
const last = (list) => list[3];
export function scale(x) {
  return primes[x & 3] * squares[x] + last(primes) + squares.length;
}
${more}`;
  const run = (more?: string) =>
    runMain(
      app(main("out[i] = scale(i + 1);", "scale"), { files: { "index.d.ts": declared, "index.js": javascript(more) } }),
    );

  test("are constants", () => {
    expect(run()).toEqual({ code: 0, stdout: "14.75,33.5,79.25\n", stderr: "" });
  });

  test.each([
    ["a function assigns an element", "primes", "export const set = (x) => (primes[0] = x);"],
    ["a function deletes an element", "primes", "export const set = () => delete primes[0];"],
    ["a function adds an element", "primes", "export const add = (x) => primes.push(x);"],
    ["a function passes it on", "primes", "export const give = (f) => f(primes);"],
    ["it is exported", "primes", "export { primes };"],
    ["an object has it", "primes", "export const all = { primes };"],
    ["it has another name", "primes", "let other = primes;\nexport const set = (x) => (other[1] = x);"],
    ["it is assigned", "squares", "export const set = (x) => (squares = x);"],
  ])("are state if %s", (_, name, more) => {
    expect(run(more).stderr).toContain(`error LW1241: \`${name}\` is state`);
  });
});

test("a rest parameter of a function of a package has no type of one argument", () => {
  const javascript =
    "function warn(...parts) {\n  throw new RangeError(parts[0]);\n}\nexport function scale(x, by) {\n  if (x > 9) warn(x, by);\n  return x * by;\n}\n";
  const folder = app(main("out[i] = scale(out[i]!, 3);", "scale"), {
    files: { "index.d.ts": declared, "index.js": javascript },
  });
  expect(runMain(folder).stderr).not.toContain("LW1904");
});

test("a namespace of a module that is used as an object", () => {
  const folder = app(main("out[i] = ways.near.at(out[i]!);", "ways"), {
    files: {
      "index.d.ts": 'export * as ways from "./ways.js";\n',
      "ways.d.ts": "export declare const near: { at: (x: number) => number };\n",
      "index.js":
        'import * as own from "./ways.js";\nconst ways = Object.freeze({ __proto__: null, near: own.near });\nexport { ways };\n',
      "ways.js": "export const near = { at: (x) => x };\n",
    },
  });
  expect(runMain(folder).stderr).toContain("error LW1235: `ways.near.at` is a field that holds a function");
});

describe("objects that a module makes when it is loaded", () => {
  const declarations = [
    "export interface Way { offset: number }",
    "export declare const settings: { enabled: boolean; gain: number; way: string; ways: Record<string, Way>; apply(x: number, way?: string): number; more(x: number): number };",
    "export declare function scale(x: number, way?: string): number;",
    "export declare function same(x: number, one: string, other: string): number;",
    "export declare function hidden(x: number): number;",
    "export declare function other(x: number): number;",
    "",
  ].join("\n");
  const javascript = `const FAR = "far";
const shared = [1, 2];
function create(gain) {
  const offsets = [3, 4];
  const made = {
    enabled: true,
    gain,
    way: "near",
    ways: {},
    apply: function (x, way) {
      if (this.enabled === false || !way) return x;
      return this.more(x * this.gain) + this.ways[way].offset;
    },
    more(x) {
      return x + 0.5;
    },
    define: function (ways) {
      Object.assign(this.ways, ways);
    },
  };
  made.define({ near: { offset: 10, list: offsets }, [FAR]: { offset: 20, list: offsets }, off: { offset: 30, list: [3, 4] } });
  return made;
}
export const settings = create(2);
const second = create(5);
export function scale(x, way = settings.way) {
  return settings.apply(x, way);
}
export function same(x, one, other) {
  return settings.ways[one].list === settings.ways[other].list ? x : -x;
}
export function hidden(x) {
  return second.apply(x, FAR);
}
export const others = create(3);
export function other(x) {
  return others.apply(x, FAR) + settings.apply(x, others.way);
}
`;
  const names = "scale, same, hidden, other, settings";
  const pack = { files: { "index.d.ts": declarations, "index.js": javascript } };
  /** A program that runs the kernel, and the same on the host. */
  const both = (value: string, before = "") =>
    app(
      `${main(`out[i] = ${value};`, names).replace("await", `${before}\nawait`)}console.log([1, 2, 3].map((x, i) => { const out = [1, 2, 3]; return ${value}; }).join());\n`,
      pack,
    );
  const twice = (values: string) => ({ code: 0, stdout: `${values}\n${values}\n`, stderr: "" });

  test("properties, functions with `this`, and strings that calls pass", () => {
    expect(runMain(both("scale(out[i]!) + 100 * scale(out[i]!, 'far')"))).toEqual(twice("2262.5,2464.5,2666.5"));
    expect(runMain(both('scale(out[i]!, "") + settings.gain * 0'))).toEqual(twice("1,2,3"));
    expect(runMain(both("other(out[i]!)"))).toEqual(twice("36,41,46"));
    expect(runMain(both("same(out[i]!, 'near', 'far') * 10 + same(1, 'near', 'off')"))).toEqual(twice("9,19,29"));
  });

  test("a launch throws if the program has changed a property that the kernel reads", () => {
    const changed = (before: string, value = "scale(out[i]!)") => runMain(both(value, before)).stderr;
    expect(changed("settings.enabled = false;")).toContain(
      "TypeError: settings.enabled is false, and a kernel was compiled for true, which the package gives it",
    );
    expect(changed('settings.way = "far";')).toContain(
      "TypeError: settings.way is far, and a kernel was compiled for near, which the package gives it",
    );
    expect(changed("delete settings.ways.near;")).toContain("TypeError: settings.ways.near.offset is undefined, and");
    expect(changed("settings.gain += 1;")).toContain("TypeError: settings.gain is 3, and a kernel was compiled for 2,");
    expect(changed("settings.ways.off = settings.ways.near!;", "same(out[i]!, 'near', 'off')")).toContain(
      "TypeError: settings.ways.near.list and settings.ways.off.list are the same objects, and a kernel was compiled for different, which the package gives them",
    );
    expect(changed("settings.ways.unused = { offset: 1 };")).toBe("");
  });

  test.each([
    ["settings.more = (x: number) => x;", "scale(out[i]!)", "LW1236: `settings.more` is replaced"],
    ["Object.assign(settings, { more: (x: number) => x });", "scale(out[i]!)", "LW1236: `settings.more` is replaced"],
    ["const own = settings; own.apply = (x: number) => x;", "scale(out[i]!)", "LW1236: `settings.apply` is replaced"],
    ["", "hidden(out[i]!)", "LW1241: `second` is state"],
    ["", "scale(out[i]!, i > 0 ? 'near' : 'far')", "LW1241: `this.ways[way]` is state"],
  ])("%s %s is refused", (before, value, message) => {
    expect(runMain(both(value, before)).stderr).toContain(message.replace(/ is replaced$/, ""));
  });
});

test("real packages say what they lack, at the line that lacks it", () => {
  const folder = project(
    {
      "src/main.ts": `import { Queue } from "lanewise";
import FFT from "fft.js";
import { Color } from "three";
const q = new Queue();
const out = new Float64Array(4);
await q.parallelFor(4, (i) => {
  out[i] = new FFT(2 << (i & 1)).size;
  out[i] = new Color(i, 1, 2).getStyle().length;
});
`,
    },
    { plugins: undefined },
  );
  const { stderr } = runMain(folder);
  for (const text of [
    /main\.ts\(7,12\): error LW1112: Kernels cannot create objects of `FFT \(its field table\)`/,
    /main\.ts\(8,12\): error LW1105: Strings are not supported.*\n.*node_modules\/three\/build\/three\.core\.js\(14721,10\)/,
  ])
    expect(stderr).toMatch(text);
});

describe("edits of a package's JavaScript", () => {
  const folder = () =>
    app(main("out[i] = scale(out[i]!, 3);", "scale"), {
      files: {
        "index.d.ts": declared,
        "index.js": 'import { times } from "./times.js";\nexport function scale(x, by) {\n  return times(x, by);\n}\n',
        "times.js": "export function times(x, by) {\n  return x * by;\n}\n",
      },
    });
  const pack = (name: string) => `src/node_modules/pack/${name}`;

  test("are seen by a compiler that stays, as by a new one", () => {
    const place = folder();
    const memory = createMemory();
    const variants: Files[] = [
      {},
      { [pack("times.js")]: "export function times(x, by) {\n  return x * by * 2;\n}\n" },
      { [pack("index.js")]: 'import { times } from "./times.js";\nexport const scale = (x) => times(x, true);\n' },
      { [pack("times.js")]: "export function times(x, by) {\n  return by ? x : 0;\n}\n" },
      { [pack("index.d.ts")]: "export function scale(x: number, by: number): boolean;\n" },
      { [pack("index.d.ts")]: declared, "src/main.ts": main("out[i] = i;", "scale") },
      { "src/main.ts": main("out[i] = scale(i);", "scale") },
    ];
    const seen = variants.map((files) => {
      write(place, files);
      const found = compileIn(place, memory);
      expect(found).toEqual(compileIn(place));
      return JSON.stringify(found);
    });
    expect(new Set(seen).size).toBe(variants.length);
  });

  test("are seen by the next start of a program that is kept", () => {
    const place = folder();
    const start = () => run(place, [join(root, "transformer/bin/lanewise.js"), "run", "src/main.ts"]).stdout;
    expect([start(), start()]).toEqual(["3,6,9\n", "3,6,9\n"]);
    write(place, { [pack("times.js")]: "export function times(x, by) {\n  return x + by;\n}\n" });
    expect(start()).toBe("4,5,6\n");
  });
});
