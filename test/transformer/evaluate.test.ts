// Compile-time evaluation against the program as it runs: each expression of a table, and random pure functions, have at
// compile time the value that they have in plain JavaScript; what hangs on the run has none, and nothing makes it throw.

import * as library from "lanewise";
import ts from "typescript-6";
import { describe, expect, test } from "vitest";
import { createReporter } from "../../transformer/dist/diagnostics/reporter.js";
import { withoutBodies } from "../../transformer/dist/package-bodies/package-bodies.js";
import type { PassContext } from "../../transformer/dist/pass-context.js";
import { constantFiles, evaluate, evaluateDeep, evaluationFault } from "../../transformer/dist/recognise/evaluate.js";
import { compileSource, type Sources } from "../support/compile-source.js";
import { expressions, other, prelude, variablePrelude, variables } from "./constant-expressions.js";
import { randomFunction } from "./random-function.js";

interface Evaluated {
  readonly context: PassContext;
  readonly errors: readonly string[];
  /** The initializers of a file's variables, by name. */
  readonly expressionOf: (name: string, file?: string) => ts.Expression;
}

function evaluated(sources: Sources): Evaluated {
  const { program, typeErrors, pathOf } = compileSource(sources);
  const own = { ts, program, checker: program.getTypeChecker(), reporter: createReporter() };
  const context = {
    ...own,
    userProgram: program,
    progress: { node: undefined },
    visibleSources: new Set<ts.SourceFile>(),
    typeErrors: new Map(),
    pause: () => undefined,
    bodies: { ...withoutBodies(() => undefined), asked: new Map(), misses: { count: 0 } },
  };
  const expressionOf = (name: string, file = "main.ts"): ts.Expression => {
    const find = (node: ts.Node): ts.Expression | undefined =>
      ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name
        ? node.initializer
        : ts.forEachChild(node, find);
    const found = find(program.getSourceFile(pathOf(file)) as ts.Node);
    if (!found) throw new Error(`no variable ${name}`);
    return found;
  };
  const errors = typeErrors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
  return { context, errors, expressionOf };
}

/** What the modules export when they run. */
function execute(sources: Sources): Record<string, unknown> {
  const modules = new Map<string, Record<string, unknown>>();
  const load = (name: string): Record<string, unknown> => {
    if (name === "lanewise") return library as unknown as Record<string, unknown>;
    const file = name.replace("./", "").replace(/\.js$/, ".ts");
    const known = modules.get(file);
    if (known) return known;
    const { outputText } = ts.transpileModule(sources[file] ?? "", {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const exports = {};
    modules.set(file, exports);
    new Function("exports", "require", outputText)(exports, load);
    return exports;
  };
  return load("./main.js");
}

const declared = (texts: readonly string[]) =>
  texts.map((text, index) => `export const t${index} = ${text};`).join("\n");

describe("constants", () => {
  const sources = { "other.ts": other, "main.ts": `// @ts-nocheck\n${prelude}\n${declared(expressions)}` };
  const { context, expressionOf } = evaluated(sources);
  const results = execute(sources);

  test("the table is long", () => expect(expressions.length).toBeGreaterThan(150));

  test.each(expressions.map((text, index) => [text, `t${index}`] as const))("%s", (_, name) => {
    expect(results[name]).toBeDefined();
    const value = evaluateDeep(context, expressionOf(name));
    expect(value).toStrictEqual(results[name]);
    const isScalar = typeof value === "number" || typeof value === "boolean";
    expect(evaluate(context, expressionOf(name))).toBe(isScalar ? value : undefined);
    expect(evaluationFault(context, expressionOf(name))).toBeUndefined();
  });

  test("the declarations type-check", () => {
    expect(evaluated({ "other.ts": other, "main.ts": `${prelude}\nexport {};` }).errors).toEqual([]);
  });
});

describe("no constants", () => {
  const main = `// @ts-nocheck\n${variablePrelude}\n${declared(variables.map((text) => `(${text})`))}`;
  const { context, expressionOf } = evaluated({ "main.ts": main });

  test.each(variables.map((text, index) => [text, `t${index}`] as const))("%s", (_, name) => {
    expect(evaluateDeep(context, expressionOf(name))).toBeUndefined();
    expect(evaluationFault(context, expressionOf(name))).toBeUndefined();
  });
});

test("random pure functions have the value that they have when they run", () => {
  const texts = Array.from({ length: 120 }, (_, seed) => randomFunction(seed));
  const sources = { "main.ts": `// @ts-nocheck\n${declared(texts)}` };
  const { context, expressionOf } = evaluated(sources);
  const results = execute(sources);
  for (const [index, text] of texts.entries()) {
    const value = evaluateDeep(context, expressionOf(`t${index}`));
    expect(value, text).toStrictEqual(results[`t${index}`]);
    expect(value, text).toBeDefined();
  }
});

describe("limits", () => {
  const texts = {
    "while (true) ends": ["(() => { while (true); })()", "steps"],
    "so do empty loops": ["(() => { for (;;) {} })()", "steps"],
    "text that doubles": ['(() => { let s = "ab"; for (;;) s += s; })()', "steps"],
    "bigints that grow": ["(() => { let n = 3n; for (;;) n *= n; })()", "steps"],
    "a large shift": ["1n << 10000000000n", "steps"],
    "a large power": ["3n ** 100000000n", "steps"],
    "a large wrap": ["BigInt.asUintN(1e9, -1n)", "steps"],
    "repeated text": ['"x".repeat(1e8)', "steps"],
    "a large array": ["new Array(1e8).fill(0)", "steps"],
    "Array.from": ["Array.from({ length: 1e9 })", "steps"],
    "an array that doubles": ["(() => { let a = [1]; for (;;) a = [...a, ...a]; })()", "steps"],
    "a far index": ["(() => { const a: number[] = []; a[4e9] = 1; return a; })()", "steps"],
    recursion: ["(function f(n: number): number { return f(n + 1) + 1; })(0)", "depth"],
    "recursion through map": ["(function f(n: number): number { return [n].map(f)[0]!; })(0)", "depth"],
    "a long sum": [Array(3000).fill("1").join(" + "), "depth"],
  } as const;
  const lists = Object.entries(texts).map(
    ([title, [text, reason]], index) => [title, `t${index}`, text, reason] as const,
  );
  const main = `${declared(lists.map(([, , text]) => text))}
    export const used = 2 * t0;
    export const some = { a: 1, b: t0 } as const;
    export const known = some.a;
    export const lost = some.b;
    export const enough = ((n: number) => { let sum = 0; for (let i = 0; i < n; i++) sum += i; return sum; })(90000);
    export const deep = (function f(n: number): number { return n === 0 ? 0 : 1 + f(n - 1); })(200);`;
  const { context, expressionOf } = evaluated({ "main.ts": `// @ts-nocheck\n${main}` });

  test.each(lists)("%s", (_, name, __, reason) => {
    expect(evaluateDeep(context, expressionOf(name))).toBeUndefined();
    expect(evaluationFault(context, expressionOf(name))).toMatchObject({ reason });
  });

  test("what hangs on it has the same fault, and the rest of a literal has none", () => {
    const fault = evaluationFault(context, expressionOf("t0"))?.node;
    expect(fault).toBeDefined();
    expect(evaluationFault(context, expressionOf("used"))?.node).toBe(fault);
    expect(evaluate(context, expressionOf("known"))).toBe(1);
    expect(evaluationFault(context, expressionOf("known"))).toBeUndefined();
    expect(evaluationFault(context, expressionOf("lost"))?.node).toBe(fault);
  });

  test("tables of usual sizes are within them", () => {
    expect(evaluate(context, expressionOf("enough"))).toBe((90000 * 89999) / 2);
    expect(evaluate(context, expressionOf("deep"))).toBe(200);
  });
});

test("the files that decide a constant are those of its names and of the functions it calls", () => {
  const sources = {
    "base.ts": "export const BASE = 3; export const UNUSED = 4;",
    "functions.ts": `import { BASE } from "./base.js"; export function scaled(x: number): number { return x * BASE; }`,
    "kinds.ts": `import { BASE } from "./base.js"; export enum Kind { first = BASE, second = first + 1 }`,
    "tables.ts": `import { scaled } from "./functions.js"; export const TABLE: readonly number[] = [1, 2].map(scaled);`,
    "again.ts": `export { TABLE as LIST } from "./tables.js";`,
    "main.ts": `import { scaled } from "./functions.js"; import { Kind } from "./kinds.js"; import * as again from "./again.js";
      export const own = 5, called = scaled(2), kind = Kind.second, item = again.LIST[1], twice = item! + own;`,
  };
  const { context, errors, expressionOf } = evaluated(sources);
  expect(errors).toEqual([]);
  const filesOf = (name: string) => {
    const files = [...constantFiles(context, expressionOf(name))];
    return files.map(({ fileName }) => fileName.replace(/.*\//, "")).sort();
  };
  expect(filesOf("own")).toEqual([]);
  expect(filesOf("called")).toEqual(["base.ts", "functions.ts"]);
  expect(filesOf("kind")).toEqual(["base.ts", "kinds.ts"]);
  expect(filesOf("item")).toEqual(["base.ts", "functions.ts", "tables.ts"]);
  expect(filesOf("twice")).toEqual(["base.ts", "functions.ts", "main.ts", "tables.ts"]);
  expect(evaluate(context, expressionOf("twice"))).toBe(11);
});

test("constants of modules in a circle have no value where they hang on themselves", () => {
  const { context, expressionOf } = evaluated({
    "a.ts": `import { b } from "./b.js"; export const a: number = b + 1; export const own = 2;`,
    "b.ts": `import { a, own } from "./a.js"; export const b: number = a + 1; export const fine = own + 1;`,
    "main.ts": `import { a } from "./a.js"; import { b, fine } from "./b.js"; export const t0 = a, t1 = b, t2 = fine;`,
  });
  const values = ["t0", "t1", "t2"].map((name) => evaluate(context, expressionOf(name)));
  expect(values).toEqual([undefined, undefined, 3]);
});

test("in a function, whose arithmetic may be a kernel's, no function of the program is called", () => {
  const { context, expressionOf } = evaluated({
    "main.ts": `const wrap = (x: number) => x * 1664525;
      const TABLE: readonly number[] = [3].map(wrap);
      export function kernel(n: number): number {
        const called = wrap(3), mapped = [3].map((x) => x)[0], table = TABLE[0]!, local = 2 * 3, sum = local + n, count = [1, 2].length;
        return called + mapped! + table + sum + count;
      }`,
  });
  const values = ["called", "mapped", "table", "local", "sum", "count"].map((name) =>
    evaluate(context, expressionOf(name)),
  );
  expect(values).toEqual([undefined, undefined, 3 * 1664525, 6, undefined, 2]);
});

test("a constant is frozen, with all in it", () => {
  const { context, expressionOf } = evaluated({ "main.ts": "export const t0 = [[1], { a: [2] }];" });
  const value = evaluateDeep(context, expressionOf("t0"));
  expect(() => Object.assign((value as unknown[][])[0] ?? [], [5])).toThrow(TypeError);
  expect(Object.isFrozen(value)).toBe(true);
  expect(evaluateDeep(context, expressionOf("t0"))).toBe(value);
});
