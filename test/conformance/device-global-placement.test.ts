// Conformance: where device globals may stand, their ids, how the emitted modules name them, and what hides them. Titles begin with the
// ids of the requirements they show, and with the case they port.

import { decodeModule } from "@lanewise/ir";
import { afterAll, describe, expect, test } from "vitest";
import { compileSource, type Sources } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";

const head = 'import { type DeviceGlobal, deviceGlobal, type FixedArray, type i32, Queue } from "lanewise";\n';

function compile(text: string, others: Sources = {}) {
  const { compilation, typeErrors, pathOf } = compileSource({ "main.ts": head + text, ...others });
  const file = compilation.files.get(pathOf("main.ts"));
  return {
    codes: compilation.diagnostics.map(({ code }) => code),
    typeCodes: typeErrors.map(({ code }) => code),
    diagnostics: compilation.diagnostics.map((one) => ({
      ...one,
      text: (head + text).slice(one.start, one.start + one.length),
    })),
    inserted: file?.edits.map((edit) => edit.text) ?? [],
    modules: file?.images.map(({ code }) => decodeModule(code)) ?? [],
  };
}

/** The footer's entries: `id: expression`, or the id alone where a shim hands the global over. */
function registrations(text: string): string[] {
  const footer = compile(text).inserted.at(-1) ?? "";
  const entries = footer.matchAll(/"app@1\.0\.0\/main\.ts:([^"]+)": \{ (?:object: \(\) => ([\w.]+), )?type/g);
  return [...entries].map(([, id, expression]) => (expression ? `${id}: ${expression}` : `${id}`));
}

const shims = (text: string): string[] =>
  compile(text)
    .inserted.flatMap((one) => [
      ...one.matchAll(/__lanewise\.shim\("app@1\.0\.0\/main\.ts:([^"]+)", \(\) => ([\w.]+)\);/g),
    ])
    .map(([, id, expression]) => `${id}: ${expression}`);

describe("the placement matrix", () => {
  test.each([
    ["const g = deviceGlobal<i32>();", ["g: g"]],
    ["export const g = deviceGlobal<i32>();", ["g: g"]],
    ["const g = deviceGlobal<i32>(); export { g as h };", ["g: g"]],
    ["class C { static readonly g = deviceGlobal<i32>(); }", ["C.g: C.g"]],
    ["class C { public static readonly g = deviceGlobal<i32>(); }", ["C.g: C.g"]],
    ["export default class C { static readonly g = deviceGlobal<i32>(); }", ["C.g: C.g"]],
    ["namespace N { export const g = deviceGlobal<i32>(); }", ["N.g: N.g"]],
    ["namespace N { export class C { static readonly g = deviceGlobal<i32>(); } }", ["N.C.g: N.C.g"]],
    ["namespace N { const g = deviceGlobal<i32>(); }", ["N.g"]],
    ["namespace A.B { export const g = deviceGlobal<i32>(); }", ["A.B.g: A.B.g"]],
    ["const g = deviceGlobal<FixedArray<FixedArray<i32, 4>, 2>>();", ["g: g"]],
    ["const g = (deviceGlobal<i32>() as DeviceGlobal<i32>)!;", ["g: g"]],
    ["const g = deviceGlobal<i32>() satisfies DeviceGlobal<i32>;", ["g: g"]],
  ])("D1, F1, F2, case 1: legal: %s", (text, expected) => {
    const { codes, typeCodes } = compile(text);
    expect({ codes, typeCodes }).toEqual({ codes: [], typeCodes: [] });
    expect(registrations(text)).toEqual(expected);
  });

  test.each([
    ["an instance member", "LW1409", "class C { «readonly g = deviceGlobal<i32>()»; }"],
    ["a private static member", "LW1410", "class C { «private static readonly g = deviceGlobal<i32>()»; }"],
    ["a protected static member", "LW1410", "class C { «protected static readonly g = deviceGlobal<i32>()»; }"],
    ["a # static member", "LW1410", "class C { «static readonly #g = deviceGlobal<i32>()»; }"],
    ["a static member that can be assigned", "LW1414", "class C { «static g = deviceGlobal<i32>()»; }"],
    ["a local variable", "LW1407", "function f() { const «g = deviceGlobal<i32>()»; }"],
    ["a variable of a block", "LW1407", "{ const «g = deviceGlobal<i32>()»; }"],
    ["a parameter", "LW1407", "function f(«g = deviceGlobal<i32>()») {}"],
    ["a class expression", "LW1412", "const C = class { «static readonly g = deviceGlobal<i32>()»; };"],
    ["a class without a name", "LW1412", "export default class { «static readonly g = deviceGlobal<i32>()»; }"],
    [
      "a class inside of a function",
      "LW1412",
      "function f() { class C { «static readonly g = deviceGlobal<i32>()»; } }",
    ],
    ["let", "LW1408", "let «g = deviceGlobal<i32>()»;"],
    ["var", "LW1408", "var «g = deviceGlobal<i32>()»;"],
    ["let of a namespace", "LW1408", "namespace N { export let «g = deviceGlobal<i32>()»; }"],
    ["an array of device globals", "LW1411", "const «g = [deviceGlobal<i32>()]»;"],
    ["an object of device globals", "LW1411", "const «g = { h: deviceGlobal<i32>() }»;"],
    ["a pattern", "LW1411", "const «{ value } = deviceGlobal<i32>()»;"],
    ["a default export without a name", "LW1413", "«export default deviceGlobal<i32>();»"],
    ["a choice", "LW1401", "const «g = Math.random() > 1 ? deviceGlobal<i32>() : undefined»;"],
  ])("D1, D2, D3, D8, case 1: %s is an error of its own (%s)", (_, code, marked) => {
    const [before = "", place = "", after = ""] = marked.split(/[«»]/);
    const { diagnostics } = compile(before + place + after);
    expect(diagnostics.map((one) => [one.code, one.text.replace(/;$/, "")])).toEqual([[code, place.replace(/;$/, "")]]);
    expect(diagnostics[0]?.help).not.toBe("");
  });

  test("D12: by the type's brand: a function of that name makes none, the library's under another name does", () => {
    expect(
      compile("function own() { const deviceGlobal = <T,>(x?: T) => [x]; return deviceGlobal<i32>(); }").codes,
    ).toEqual([]);
    const renamed = 'import { deviceGlobal as make } from "lanewise"; function f() { return make<i32>(); }';
    expect(compile(renamed).codes).toEqual(["LW1407"]);
  });

  test("D2: what is erased declares nothing, JavaScript neither", () => {
    const erased =
      "declare const a: DeviceGlobal<i32>; declare namespace N { const b: DeviceGlobal<i32>; } declare global { var c: DeviceGlobal<i32>; }";
    expect(compile(erased)).toMatchObject({ codes: [], inserted: [] });
    const script = 'import { deviceGlobal } from "lanewise"; let g = deviceGlobal(); export { g };';
    expect(compile("", { "script.js": script }).codes).toEqual([]);
  });
});

describe("ids and shims", () => {
  test("F2, F3, case 3: one header, which calls the footer; shims where the variable is visible", () => {
    const text =
      "namespace N {\n  const hidden = deviceGlobal<i32>();\n  class C { static readonly g = deviceGlobal<i32>(); }\n}";
    const [header = "", ...others] = compile(text).inserted;
    expect(header).toMatch(
      /^import \* as __lanewise from "lanewise\/internal"; __lanewise\.register\(__lanewise_footer\(\)\); $/,
    );
    expect(others.at(-1)).toMatch(/^\n;function __lanewise_footer\(\) \{/);
    expect(shims(text)).toEqual(["N.hidden: hidden", "N.C.g: C.g"]);
    expect(registrations(text)).toEqual(["N.hidden", "N.C.g"]);
  });

  test("D6, F1, F3, case 4: one name over nested namespaces, exported and not: distinct ids, a shim for each that needs one", () => {
    const text = `const g = deviceGlobal<i32>();
      namespace A { export const g = deviceGlobal<i32>(); }
      namespace A { const g = deviceGlobal<i32>(); namespace B { export const g = deviceGlobal<i32>(); } }
      namespace A { const g = deviceGlobal<i32>(); namespace B { const g = deviceGlobal<i32>(); namespace B { export const g = deviceGlobal<i32>(); } } }
      namespace A { export namespace A { export const g = deviceGlobal<i32>(); } }`;
    const ids = ["g: g", "A.g: A.g", "A#2.g", "A.B.g", "A#3.g", "A.B#2.g", "A.B.B.g", "A.A.g: A.A.g"];
    expect(registrations(text)).toEqual(ids);
    expect(shims(text)).toEqual(["A#2.g: g", "A.B.g: g", "A#3.g: g", "A.B#2.g: g", "A.B.B.g: g"]);
  });

  test("F1: the exported one has the plain name, wherever it stands", () => {
    const text = "namespace N { const g = deviceGlobal<i32>(); } namespace N { export const g = deviceGlobal<i32>(); }";
    expect(registrations(text)).toEqual(["N#2.g", "N.g: N.g"]);
  });
});

describe("hiding", () => {
  const globals = `${head}export const g = deviceGlobal<i32>(); export namespace N { export const h = deviceGlobal<i32>(); }
    export class C { static readonly k = deviceGlobal<i32>(); }`;
  test.each([
    ["D4: a local export", "export * from './globals.js'; export const g = 1;", ["LW1415"], []],
    [
      "D5: a local namespace",
      "export * from './globals.js'; export namespace N { export const x = 1; }",
      ["LW1415"],
      [],
    ],
    ["D5: a local name of the class", "export * from './globals.js'; export const C = 1;", ["LW1415"], []],
    ["D4: two export * of one name", "export * from './globals.js'; export * from './others.js';", [], [2308]],
    ["D4: the same binding twice is none", "export * from './globals.js'; export { g } from './globals.js';", [], []],
    ["D4: a local name that is not exported is none", "export * from './globals.js'; const g = 1;", [], []],
    [
      "D4: a local shadow in a function is none",
      "import { g } from './globals.js'; new Queue().singleTask(() => { g.value = 1; }); function f(g: number) { return g; }",
      [],
      [],
    ],
  ])("%s", (_, text, codes, typeCodes) => {
    const others = { "globals.ts": globals, "others.ts": `${head}export const g = deviceGlobal<i32>();` };
    const found = compile(text, others);
    expect({ codes: found.codes, typeCodes: found.typeCodes }).toEqual({ codes, typeCodes });
    for (const { notes } of found.diagnostics) expect(notes).toHaveLength(2);
  });
});

describe("device globals of other packages", () => {
  const declarations = `import type { DeviceGlobal, i32 } from "lanewise";
    export declare const g: DeviceGlobal<i32>;
    export declare class C { static readonly h: DeviceGlobal<i32>; }
    export declare const scoped: DeviceGlobal<i32, { deviceImageScope: true }>;`;
  const launch = (use: string) => `new Queue().singleTask(() => { ${use}.value = 1; });`;

  test("D11: recorded as it is imported, without a version, with a thunk of the binding", () => {
    const text = `import { g as renamed } from "./counters.js"; import * as all from "./counters.js"; ${launch("renamed")} ${launch("all.C.h")}`;
    const { codes, inserted, modules } = compile(text, { "counters.d.ts": declarations });
    expect(codes).toEqual([]);
    expect(inserted.at(-1)).toContain(
      'imports: { "app/counters.js:g": () => renamed, "app/counters.js:C.h": () => all.C.h }',
    );
    expect(modules[0]?.globals.map(({ id, storage }) => [id, storage])).toEqual([
      ["app/counters.js:g", "imported"],
      ["app/counters.js:C.h", "imported"],
    ]);
  });

  test.each([
    ["a re-export", 'import { again } from "./barrel.js";', "again", "app/barrel.js:again", "again"],
    ["a module in a module", 'import * as b from "./barrel.js";', "b.all.g", "app/barrel.js:again", "b.again"],
    [
      "a class of an exported module",
      'import { all } from "./barrel.js";',
      "all.C.h",
      "app/barrel.js:all.C.h",
      "all.C.h",
    ],
    ["a class that extends another", 'import { D } from "./counters.js";', "D.h", "app/counters.js:D.h", "D.h"],
    [
      "a const of the program",
      'import * as c from "./counters.js"; const mine = c.N.k;',
      "mine",
      "app/counters.js:N.k",
      "c.N.k",
    ],
    ["a default export", 'import C from "./default.js";', "C.h", "app/default.js:default.h", "C.h"],
  ])("D11: by %s", (_, imports, use, id, expression) => {
    const { codes, typeCodes, inserted } = compile(imports + launch(use), {
      "counters.d.ts": `${declarations} export declare class D extends C {} export declare namespace N { const k: DeviceGlobal<i32>; }`,
      "default.d.ts": 'import { C } from "./counters.js"; export default C;',
      "barrel.ts": 'export * as all from "./counters.js"; export { g as again } from "./counters.js";',
    });
    expect({ codes, typeCodes }).toEqual({ codes: [], typeCodes: [] });
    expect(inserted.at(-1)).toContain(`imports: { "${id}": () => ${expression} }`);
  });

  test.each([
    [
      "the kernel's module does not import it",
      "LW1405",
      'import { use } from "./use.js";',
      "new Queue().singleTask(() => { use(); });",
    ],
    ["it has deviceImageScope", "LW1416", 'import { scoped } from "./counters.js";', launch("scoped")],
  ])("D11, case 2: an error where %s", (_, code, imports, text) => {
    const use = 'import { g } from "./counters.js"; export function use(): void { g.value += 1; }';
    expect(compile(imports + text, { "counters.d.ts": declarations, "use.ts": use }).codes).toEqual([code]);
  });
});

test("D6, case 19: variables of the same name have values of their own", async () => {
  const text = `${head}import { g as theirs } from "./other.js";
    const g = deviceGlobal<i32>(1);
    class C { static readonly g = deviceGlobal<i32>(2); }
    namespace N { export const g = deviceGlobal<i32>(3); }
    namespace N { const g = deviceGlobal<i32>(4); export const add = (q: Queue) => q.singleTask(() => { g.value += 40; }); export const read = (q: Queue) => q.read(g); }
    export const run = async (q: Queue) => {
      await q.singleTask(() => { g.value += 10; C.g.value += 20; N.g.value += 30; theirs.value += 50; });
      await N.add(q);
      return [await q.read(g), await q.read(C.g), await q.read(N.g), await N.read(q), await q.read(theirs)];
    };`;
  const program = await loadProgram({ "main.ts": text, "other.ts": `${head}export const g = deviceGlobal<i32>(5);` });
  afterAll(program.dispose);
  const { run } = await program.load("main.ts");
  expect(await (run as (q: unknown) => Promise<unknown>)(new program.lanewise.Queue())).toEqual([11, 22, 33, 44, 55]); // as written above
});
