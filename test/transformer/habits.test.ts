// Habits that kernels refuse: the message shows what to write, and what it shows compiles and computes what plain JavaScript does.

import type { Queue } from "lanewise";
import { describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";

interface Habit {
  readonly declarations?: string;
  readonly body: string;
  readonly code: string;
  /** A part of the help, and what it makes of the body. */
  readonly help: string;
  readonly fixed: string;
}

const habits: Readonly<Record<string, Habit>> = {
  "a variable that is given arrays later": {
    body: "let row; for (let k = 0; k < 2; k++) { row = [k, x[i]!]; out[i]! += row[0]! + row[1]!; }",
    code: "LW1125",
    help: "`let row = [0, 0]`",
    fixed: "let row = [0, 0]; for (let k = 0; k < 2; k++) { row = [k, x[i]!]; out[i]! += row[0]! + row[1]!; }",
  },
  "a stack": {
    body: "const todo: number[] = []; todo.push(i); while (todo.length > 0) { const n = todo.pop()!; out[i]! += n; if (n > 1) { todo.push(n - 1); todo.push(n - 2); } }",
    code: "LW1266",
    help: "`const todo = fixedArray(64, 0); let count = 0;`. Then `todo[count++] = x` does what `push` does, and `todo[--count]!` what `pop` does.",
    fixed:
      "const todo = fixedArray(64, 0); let count = 0; todo[count++] = i; while (count > 0) { const n = todo[--count]!; out[i]! += n; if (n > 1) { todo[count++] = n - 1; todo[count++] = n - 2; } }",
  },
  "a field by a literal": {
    body: 'const p = { near: x[i]!, far: 2 }; out[i] = p["near"] + p.far;',
    code: "LW1265",
    help: "Write `p.near`.",
    fixed: "const p = { near: x[i]!, far: 2 }; out[i] = p.near + p.far;",
  },
  "a field by one of two names": {
    declarations: "const table = { red: 1, blue: 3 } as const;",
    body: 'const name: keyof typeof table = i % 2 ? "red" : "blue"; out[i] = table[name];',
    code: "LW1265",
    help: '`name === "red" ? table.red : table.blue`',
    fixed: 'const name: keyof typeof table = i % 2 ? "red" : "blue"; out[i] = name === "red" ? table.red : table.blue;',
  },
  "a pair or an object": {
    declarations:
      "type P = { lat: number } | [number, number];\nfunction lat(p: P): number { return Array.isArray(p) ? p[0] : p.lat; }",
    body: "out[i] = lat({ lat: x[i]! }) + lat([i, 3]);",
    code: "LW1131",
    help: "Write a function for each",
    fixed:
      "const latOf = (p: { lat: number }) => p.lat; const first = (p: [number, number]) => p[0]; out[i] = latOf({ lat: x[i]! }) + first([i, 3]);",
  },
  "functions in an array": {
    declarations:
      "const twice = (v: number) => v * 2; const next = (v: number) => v + 1;\nconst steps: ((v: number) => number)[] = [twice, next];",
    body: "let v = x[i]!; for (const step of steps) v = step(v); out[i] = v;",
    code: "LW1268",
    help: "`v = twice(v); v = next(v);`",
    fixed: "let v = x[i]!; v = twice(v); v = next(v); out[i] = v;",
  },
  "one of several functions in an array": {
    declarations:
      "const twice = (v: number) => v * 2; const next = (v: number) => v + 1;\nconst steps: ((v: number) => number)[] = [twice, next];",
    body: "const k = i % 2; const v = x[i]!; out[i] = steps[k]!(v);",
    code: "LW1268",
    help: "`k === 0 ? twice(v) : next(v)`",
    fixed: "const k = i % 2; const v = x[i]!; out[i] = k === 0 ? twice(v) : next(v);",
  },
  "an object with a method of its own variables": {
    declarations:
      "const counter = (from: number) => { let at = from; return { next() { return at++; } }; };\nclass Counter { constructor(public at: number) {} next() { return this.at++; } }",
    body: "const own = counter(i); own.next(); out[i] = x[i]! + own.next();",
    code: "LW1272",
    help: "`const reader = new Reader(start);`",
    fixed: "const own = new Counter(i); own.next(); out[i] = x[i]! + own.next();",
  },
  "an object with a function of its own variables": {
    declarations:
      "const counter = (from: number) => { let at = from; return { next: () => at++ }; };\nclass Counter { constructor(public at: number) {} next() { return this.at++; } }",
    body: "const own = counter(i); own.next(); out[i] = x[i]! + own.next();",
    code: "LW1272",
    help: "`const reader = new Reader(start);`",
    fixed: "const own = new Counter(i); own.next(); out[i] = x[i]! + own.next();",
  },
  "a rest parameter without arguments": {
    declarations: "const total = (...v: number[]) => v.reduce((sum, one) => sum + one, 0);",
    body: "out[i] = total() + x[i]!;",
    code: "LW1267",
    help: "Pass an argument for it",
    fixed: "out[i] = total(0) + x[i]!;",
  },
  "a power of a bigint": {
    body: "const n = BigInt(i) - 3n; out[i] = Number(n ** 2n);",
    code: "LW1117",
    help: "`x * x`",
    fixed: "const n = BigInt(i) - 3n; out[i] = Number(n * n);",
  },
  "whether an object has a field": {
    declarations:
      'interface Disc { radius: number }\ninterface Box { side: number }\nconst area = (s: Disc | Box) => "radius" in s ? 3 * s.radius : s.side * s.side;',
    body: "out[i] = i % 2 ? area({ radius: x[i]! }) : area({ side: x[i]! });",
    code: "LW1117",
    help: '`kind: "circle"`',
    fixed:
      'const shape: { kind: "circle"; radius: number } | { kind: "square"; side: number } = i % 2 ? { kind: "circle", radius: x[i]! } : { kind: "square", side: x[i]! }; out[i] = shape.kind === "circle" ? 3 * shape.radius : shape.side * shape.side;',
  },
  "a tuple that is spread": {
    body: "const t: [number, number] = [x[i]!, 2]; const all = [...t, 4]; out[i] = all[0]! + all[2]!;",
    code: "LW1263",
    help: "Write its members: `[t[0], t[1], 4]`.",
    fixed: "const t: [number, number] = [x[i]!, 2]; const all = [t[0], t[1], 4]; out[i] = all[0]! + all[2]!;",
  },
  "a default for an optional field": {
    declarations:
      "interface P { by?: number; x: number }\nfunction area(p: P): number { const { x, by = 2 } = p; return x * by; }",
    body: "out[i] = area({ x: x[i]! }) + area({ x: x[i]!, by: 3 });",
    code: "LW1264",
    help: "`const by = p.by ?? 2;`",
    fixed:
      "const times = (p: P) => { const { x } = p; const by = p.by ?? 2; return x * by; }; out[i] = times({ x: x[i]! }) + times({ x: x[i]!, by: 3 });",
  },
  "Object.is": {
    body: "const [a, b] = [x[i]! > 1 ? -0 : 0 / x[i]!, -0]; out[i] = Object.is(a, b) ? 1 : 2;",
    code: "LW1262",
    help: "`a === b ? a !== 0 || 1 / a === 1 / b : a !== a && b !== b`",
    fixed:
      "const [a, b] = [x[i]! > 1 ? -0 : 0 / x[i]!, -0]; out[i] = (a === b ? a !== 0 || 1 / a === 1 / b : a !== a && b !== b) ? 1 : 2;",
  },
  "the negative of a boolean": {
    body: "const flag = x[i]! > 0.5; out[i] = -flag;",
    code: "LW1311",
    help: "A boolean becomes a number by `Number(x)`.",
    fixed: "const flag = x[i]! > 0.5; out[i] = -Number(flag);",
  },
};

const kernel = (declarations: string, body: string) => `import { fixedArray, type Kernel1, type Queue } from "lanewise";
void fixedArray;
${declarations}
export const kernel = (x: Float64Array, out: Float64Array): Kernel1 => (i) => {
  ${body}
};
export const launch = (q: Queue, x: Float64Array, out: Float64Array) => q.parallelFor(out.length, kernel(x, out));
`;

const files = Object.entries(habits).map(([name, habit], index) => ({ name, habit, file: `habit${index}.ts` }));
const refused = compileSource(
  Object.fromEntries(files.map(({ file, habit: { declarations = "", body } }) => [file, kernel(declarations, body)])),
);
const fixed = await loadProgram(
  Object.fromEntries(files.map(({ file, habit: { declarations = "", fixed } }) => [file, kernel(declarations, fixed)])),
);

describe.each(files)("$name", ({ habit, file }) => {
  test("the message shows what to write", () => {
    const errors = refused.compilation.faults.get(refused.pathOf(file))?.errors ?? [];
    expect(errors.filter(({ code, help }) => code === habit.code && help.includes(habit.help))).not.toEqual([]);
  });

  test.each(["cpu", "host"] as const)("what it shows computes the same on %s", async (device) => {
    const { kernel, launch } = (await fixed.load(file)) as unknown as {
      readonly kernel: (x: Float64Array, out: Float64Array) => (i: number) => void;
      readonly launch: (q: Queue, x: Float64Array, out: Float64Array) => PromiseLike<unknown>;
    }; // as `kernel` writes it
    using q = new fixed.lanewise.Queue({ device });
    const x = Float64Array.of(0, -0, 0.25, 1, -2.5, 1e300, 7);
    const [found, expected] = [new Float64Array(x.length), new Float64Array(x.length)];
    await launch(q, x, found);
    for (const i of x.keys()) kernel(x, expected)(i);
    expect(found).toEqual(expected);
    expect(expected.some((value) => value !== 0)).toBe(true);
  });
});
