// Each kind of fix: the program, what is fixed in it, and what it is then. `main.ts` unless another file is named.

import type { Sources } from "../../support/compile-source.js";

export interface FixCase {
  readonly code: number;
  readonly fix: string;
  readonly before: Sources;
  /** Of the files that change. */
  readonly after: Sources;
  /** What is still there after the fix of one place: it stands in another, or has a cause of its own. */
  readonly left?: readonly number[];
}

const head = `const q = new Queue();
const out = q.mallocShared(Float32Array, 8);
const ints = q.mallocShared(Int32Array, 8);
const words = q.mallocShared(Uint32Array, 8);
`;

/** A kernel, with what its module begins with. */
function kernel(body: string, names = "Queue", top = ""): string {
  return `import { ${names} } from "lanewise";\n${head}${top}q.parallelFor(8, (i) => {\n  ${body}\n});\nvoid [ints, words];\n`;
}

function inKernel(code: number, fix: string, before: string, after: string, top = "", topAfter = top): FixCase {
  return {
    code,
    fix,
    before: { "main.ts": kernel(before, "Queue, type i32, type u32", top) },
    after: { "main.ts": kernel(after, "Queue, type i32, type u32", topAfter) },
  };
}

function module(code: number, fix: string, before: string, after: string): FixCase {
  return { code, fix, before: { "main.ts": before }, after: { "main.ts": after } };
}

const longs = "const longs = q.mallocShared(BigInt64Array, 8);\nconst ulongs = q.mallocShared(BigUint64Array, 8);\n";

/** Two numbers whose flavours do not fit together. */
const pinned = "const a: i32 = ints[i]!;\n  const b: u32 = words[i]!;\n  ";

export const cases: readonly FixCase[] = [
  module(
    91203,
    "reduction",
    `import { Queue } from "lanewise";
${head}let total = 1;
await q.parallelFor(8, (i) => {
  total += out[i]!;
  if (ints[i]! > 3) total++;
});
total = total + 1;
void [total, ints, words];
`,
    `import { Queue, reduction } from "lanewise";
${head}const total = Float64Array.of(1);
await q.parallelFor(8, reduction(total, "add"), (i, total) => {
  total.combine(out[i]!);
  if (ints[i]! > 3) total.combine(1);
});
total[0] = total[0]! + 1;
void [total[0]!, ints, words];
`,
  ),
  module(
    91203,
    "reduction",
    `import { Queue } from "lanewise";
${head}let most: number = 0;
q.parallelFor(8, i => { most = Math.max(out[i]!, most); });
void [ints, words];
`,
    `import { Queue, reduction } from "lanewise";
${head}const most = Float64Array.of(0);
q.parallelFor(8, reduction(most, "max"), (i, most) => { most.combine(out[i]!); });
void [ints, words];
`,
  ),
  {
    code: 91102,
    fix: "assert",
    before: { "main.ts": kernel('if (out[i]! > 3) throw new Error("too large");') },
    after: { "main.ts": kernel('assert(!(out[i]! > 3), "too large");', "Queue, assert") },
  },
  {
    code: 91102,
    fix: "assert",
    before: { "main.ts": kernel("if (!(out[i]! > 3)) { throw i; }") },
    after: { "main.ts": kernel("assert((out[i]! > 3));", "Queue, assert") },
  },
  {
    code: 91237,
    fix: "fixed-array",
    before: { "main.ts": kernel("const a = new Array(4);\n  a[0] = i;\n  out[i] = a[0];") },
    after: { "main.ts": kernel("const a = fixedArray(4, 0);\n  a[0] = i;\n  out[i] = a[0];", "Queue, fixedArray") },
  },
  {
    code: 91307,
    fix: "random",
    before: { "main.ts": kernel("out[i] = Math.random() - 0.5;") },
    after: {
      "main.ts": kernel("out[i] = randomUniform(1, i, 0) - 0.5;").replace(
        '"lanewise";',
        '"lanewise";\nimport { randomUniform } from "lanewise/random";',
      ),
    },
  },
  inKernel(91301, "floor", "out[i / 2] = 1;", "out[Math.floor(i / 2)] = 1;"),
  inKernel(91301, "trunc", "out[i / 2] = 1;", "out[Math.trunc(i / 2)] = 1;"),
  inKernel(91301, "round", "out[i * 0.5] = 1;", "out[Math.round(i * 0.5)] = 1;"),
  inKernel(91301, "bits", "out[i / 2] = 1;", "out[(i / 2) | 0] = 1;"),
  inKernel(91301, "bits", "out[1 + i / 2] = 1;", "out[(1 + i / 2) | 0] = 1;"),
  inKernel(
    91301,
    "bits",
    "const k: i32 = Math.sqrt(i);\n  out[k] = 1;",
    "const k: i32 = Math.sqrt(i) | 0;\n  out[k] = 1;",
  ),
  inKernel(
    91301,
    "floor",
    "const half = i / 2;\n  out[half] = half;",
    "const half = i / 2;\n  out[Math.floor(half)] = half;",
  ),
  {
    ...inKernel(91302, "as-double", `${pinned}out[i] = a + b;`, `${pinned}out[i] = f64(a) + b;`),
    after: { "main.ts": kernel(`${pinned}out[i] = f64(a) + b;`, "Queue, type i32, type u32, f64") },
  },
  inKernel(91302, "signed", `${pinned}out[i] = a + b;`, `${pinned}out[i] = a + (b | 0);`),
  inKernel(91302, "unsigned", `${pinned}out[i] = a + b;`, `${pinned}out[i] = (a >>> 0) + b;`),
  inKernel(91302, "unsigned", `${pinned}out[i] = Math.max(a, b);`, `${pinned}out[i] = Math.max(a >>> 0, b);`),
  inKernel(
    91302,
    "unsigned",
    `${pinned}const n: u32 = a + 1;\n  out[n] = b;`,
    `${pinned}const n: u32 = (a + 1) >>> 0;\n  out[n] = b;`,
  ),
  inKernel(
    91302,
    "signed",
    "longs[i] = longs[i]! + ulongs[i]!;",
    "longs[i] = longs[i]! + BigInt.asIntN(64, ulongs[i]!);",
    longs,
  ),
  inKernel(91303, "signed-shift", `${pinned}out[i] = b >> a;`, `${pinned}out[i] = (b | 0) >> a;`),
  inKernel(91303, "unsigned-shift", `${pinned}out[i] = b >> a;`, `${pinned}out[i] = b >>> a;`),
  inKernel(91310, "bits-of-number", "const n: u32 = -1;\n  out[i] = n;", "const n: u32 = -1 >>> 0;\n  out[i] = n;"),
  inKernel(
    91310,
    "bits-of-number",
    "const n: i32 = 0xffffffff;\n  out[i] = n;",
    "const n: i32 = 0xffffffff | 0;\n  out[i] = n;",
  ),
  inKernel(
    91119,
    "no-optional-chain",
    "const f = (x: number) => x;\n  out[i] = f?.(i);",
    "const f = (x: number) => x;\n  out[i] = f(i);",
  ),
  inKernel(
    91110,
    "count-index",
    "let sum = i;\n  for (const k in out) sum += out[k]!;\n  words[i] = Math.floor(sum);",
    "let sum = i;\n  for (let k = 0; k < out.length; k++) sum += out[k]!;\n  words[i] = Math.floor(sum);",
  ),
  inKernel(
    91131,
    "for-of",
    "const list = [{ x: 1 }, { x: 2 }];\n  list.forEach((p) => { out[i]! += p.x; });",
    "const list = [{ x: 1 }, { x: 2 }];\n  for (const p of list) { out[i]! += p.x; }",
  ),
  inKernel(91125, "definite", "let t!: i32;\n  out[i] = t;", "let t: i32 = 0;\n  out[i] = t;"),
  inKernel(
    91208,
    "const-function",
    "let f = (x: number) => x * 2;\n  out[i] = f(1);",
    "const f = (x: number) => x * 2;\n  out[i] = f(1);",
  ),
  inKernel(
    91220,
    "constant-array",
    "out[i] = table[1]!;",
    "out[i] = table[1]!;",
    "const table = [1, 2, 3];\n",
    "const table = [1, 2, 3] as const;\n",
  ),
  inKernel(
    91220,
    "constant-array",
    "out[i] = table[1]!;",
    "out[i] = table[1]!;",
    "const table: number[] = [1, 2, 3];\n",
    "const table: readonly number[] = [1, 2, 3];\n",
  ),
  inKernel(
    91220,
    "constant-array",
    "out[i] = tables.gauss[1]!;",
    "out[i] = tables.gauss[1]!;",
    "const tables = { gauss: [1, 2, 1], sum: 4 };\n",
    "const tables = { gauss: [1, 2, 1], sum: 4 } as const;\n",
  ),
  {
    code: 91505,
    fix: "atomic",
    before: { "main.ts": kernel("out[0]! += words[i]!;") },
    after: { "main.ts": kernel("atomicRef(out, 0).fetchAdd(words[i]!);", "Queue, atomicRef") },
  },
  module(
    91103,
    "no-async",
    'import { Queue } from "lanewise";\nconst q = new Queue();\nconst out = new Float32Array(8);\nq.parallelFor(8, async (i) => { out[i] = i; });\n',
    'import { Queue } from "lanewise";\nconst q = new Queue();\nconst out = new Float32Array(8);\nq.parallelFor(8, (i) => { out[i] = i; });\n',
  ),
  module(
    91402,
    "type-argument",
    'import { deviceGlobal } from "lanewise";\nexport const five = deviceGlobal([1, 2.5]);\n',
    'import { deviceGlobal, type FixedArray, type f32 } from "lanewise";\nexport const five = deviceGlobal<FixedArray<f32, 2>>([1, 2.5]);\n',
  ),
  module(
    91441,
    "type-argument",
    'import { specConstant } from "lanewise";\nexport const taps = specConstant<number>(5);\n',
    'import { specConstant, type i32 } from "lanewise";\nexport const taps = specConstant<i32>(5);\n',
  ),
  module(
    91404,
    "flavour-f64",
    'import { deviceGlobal, type FixedArray } from "lanewise";\nexport const sums = deviceGlobal<FixedArray<number, 2>>();\n',
    'import { deviceGlobal, type FixedArray, type f64 } from "lanewise";\nexport const sums = deviceGlobal<FixedArray<f64, 2>>();\n',
  ),
  module(
    91432,
    "flavour-f32",
    'import { deviceFn, type f32 } from "lanewise";\nexport const twice = deviceFn((x: number): f32 => x * 2);\n',
    'import { deviceFn, type f32 } from "lanewise";\nexport const twice = deviceFn((x: f32): f32 => x * 2);\n',
  ),
  module(
    91432,
    "flavour-i32",
    'import type { f32 } from "lanewise";\nimport { deviceFn } from "lanewise";\nexport const twice = deviceFn((x: f32) => Math.floor(x));\n',
    'import type { f32, i32 } from "lanewise";\nimport { deviceFn } from "lanewise";\nexport const twice = deviceFn((x: f32): i32 => Math.floor(x));\n',
  ),
  module(
    91408,
    "const",
    'import { deviceGlobal, type i32 } from "lanewise";\nexport let total = deviceGlobal<i32>();\n',
    'import { deviceGlobal, type i32 } from "lanewise";\nexport const total = deviceGlobal<i32>();\n',
  ),
  module(
    91407,
    "move-to-module",
    'import { deviceGlobal, type i32 } from "lanewise";\nexport function make() {\n  const total = deviceGlobal<i32>();\n  return total;\n}\n',
    'import { deviceGlobal, type i32 } from "lanewise";\nconst total = deviceGlobal<i32>();\nexport function make() {\n  return total;\n}\n',
  ),
  module(
    91409,
    "static-readonly",
    'import { type DeviceGlobal, deviceGlobal, type i32 } from "lanewise";\nexport class Totals {\n  readonly hits = deviceGlobal<i32>();\n  own(): DeviceGlobal<i32> { return this.hits; }\n}\n',
    'import { type DeviceGlobal, deviceGlobal, type i32 } from "lanewise";\nexport class Totals {\n  static readonly hits = deviceGlobal<i32>();\n  own(): DeviceGlobal<i32> { return Totals.hits; }\n}\n',
  ),
  module(
    91410,
    "static-readonly",
    'import { deviceGlobal, type i32 } from "lanewise";\nexport class Totals {\n  private static hits = deviceGlobal<i32>();\n}\nvoid Totals;\n',
    'import { deviceGlobal, type i32 } from "lanewise";\nexport class Totals {\n  static readonly hits = deviceGlobal<i32>();\n}\nvoid Totals;\n',
  ),
  module(
    91414,
    "static-readonly",
    'import { deviceGlobal, type i32 } from "lanewise";\nexport class Totals {\n  public static hits = deviceGlobal<i32>();\n}\n',
    'import { deviceGlobal, type i32 } from "lanewise";\nexport class Totals {\n  public static readonly hits = deviceGlobal<i32>();\n}\n',
  ),
  module(
    91413,
    "name-default-export",
    'import { deviceGlobal, type i32 } from "lanewise";\nexport default deviceGlobal<i32>();\n',
    'import { deviceGlobal, type i32 } from "lanewise";\nconst total = deviceGlobal<i32>();\nexport default total;\n',
  ),
  module(
    91417,
    "read-device-global",
    'import { deviceGlobal, type i32, Queue } from "lanewise";\nconst q = new Queue();\nconst total = deviceGlobal<i32>();\nconsole.log(total.value);\nvoid q;\n',
    'import { deviceGlobal, type i32, Queue } from "lanewise";\nconst q = new Queue();\nconst total = deviceGlobal<i32>();\nconsole.log(await q.read(total));\nvoid q;\n',
  ),
  module(
    91510,
    "await-launch",
    'import { Queue } from "lanewise";\nconst q = new Queue();\nconst out = q.mallocShared(Float32Array, 8);\nvoid q.parallelFor(8, (i) => { out[i] = i; });\nconsole.log(out[0]);\n',
    'import { Queue } from "lanewise";\nconst q = new Queue();\nconst out = q.mallocShared(Float32Array, 8);\nawait q.parallelFor(8, (i) => { out[i] = i; });\nconsole.log(out[0]);\n',
  ),
  module(
    91603,
    "required-field",
    'import { type f32, structOf } from "lanewise";\ninterface P { x: f32; y?: f32 }\nexport const p = structOf<P>();\n',
    'import { type f32, structOf } from "lanewise";\ninterface P { x: f32; y: f32 }\nexport const p = structOf<P>();\n',
  ),
  {
    code: 91201,
    fix: "export-and-import",
    before: {
      "main.ts": `import { Queue } from "lanewise";\nimport { scaled } from "./scale.js";\n${head}q.parallelFor(8, (i) => { out[i] = scaled(i); });\nvoid [ints, words];\n`,
      "scale.ts":
        "let gain = 2;\nexport const scaled = (x: number): number => x * gain;\nexport const louder = () => { gain *= 2; };\n",
    },
    after: {
      "main.ts": `import { Queue } from "lanewise";\nimport { scaled, gain } from "./scale.js";\n${head}q.parallelFor(8, (i) => { out[i] = scaled(i); });\nvoid [ints, words];\n`,
      "scale.ts":
        "export let gain = 2;\nexport const scaled = (x: number): number => x * gain;\nexport const louder = () => { gain *= 2; };\n",
    },
  },
  {
    code: 91445,
    fix: "device-function",
    before: {
      "main.ts": `import { functionRef, Queue } from "lanewise";\nimport { twice } from "./twice.js";\n${head}q.parallelFor(8, (i) => { const f = functionRef(twice); out[i] = f(out[i]!); });\nvoid [ints, words];\n`,
      "twice.ts": 'import type { f32 } from "lanewise";\nexport function twice(x: f32): f32 {\n  return x * 2;\n}\n',
    },
    after: {
      "twice.ts":
        'import type { f32 } from "lanewise";\nimport { deviceFn } from "lanewise";\nexport const twice = deviceFn(function twice(x: f32): f32 {\n  return x * 2;\n});\n',
    },
  },
  {
    code: 91405,
    fix: "import-where-kernel-stands",
    before: {
      "main.ts": `import { Queue } from "lanewise";\nimport { add } from "./add.js";\n${head}q.parallelFor(8, (i) => { out[i] = add(i); });\nvoid [ints, words];\n`,
      "add.ts": 'import { total } from "./package.js";\nexport const add = (x: number): number => x + total.value;\n',
      "package.d.ts":
        'import type { DeviceGlobal, i32 } from "lanewise";\nexport declare const total: DeviceGlobal<i32>;\n',
    },
    after: {
      "main.ts": `import { Queue } from "lanewise";\nimport { add } from "./add.js";\nimport { total } from "./package.js";\n${head}q.parallelFor(8, (i) => { out[i] = add(i); });\nvoid [ints, words];\n`,
    },
  },
];
