// Every function of gl-matrix in a kernel, as its declarations say what it takes: what the kernel leaves in its arguments and gives must be what
// the package does on the host; or the compiler says why not. Numbers go into its arrays from outside, so nothing is known before the kernel runs.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Queue } from "lanewise";
import ts from "typescript-6";
import { describe, expect, test } from "vitest";
import { compileSource, programFolder } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";

const declarations = new URL("../../node_modules/gl-matrix/index.d.ts", import.meta.url);
const lengths: Readonly<Record<string, number>> = {
  vec2: 2,
  vec3: 3,
  vec4: 4,
  mat2: 4,
  mat2d: 6,
  mat3: 9,
  mat4: 16,
  quat: 4,
  quat2: 8,
};

/** What functions take that are declared to take anything. */
const untyped: Readonly<Record<string, readonly number[]>> = {
  "quat.rotationTo": [4, 3, 3],
  "quat.sqlerp": [4, 4, 4, 4, 4, 0],
  "quat.setAxes": [4, 3, 3, 3],
};

/** By name, `vec3.add`: how long its arguments are, 0 for a number; undefined for a function that takes other things. */
function declared(): Map<string, readonly number[] | undefined> {
  const file = ts.createSourceFile("index.d.ts", readFileSync(declarations, "utf8"), ts.ScriptTarget.Latest, true);
  const found = new Map<string, readonly number[] | undefined>();
  const lengthOf = ({ type, questionToken }: ts.ParameterDeclaration): number[] => {
    if (questionToken) return [];
    const name = type?.getText().replace(/^Readonly/, "") ?? "";
    return [name === "number" ? 0 : (lengths[name.toLowerCase()] ?? Number.NaN)];
  };
  const visit = (node: ts.Node, module: string): void => {
    if (ts.isModuleDeclaration(node) && node.body) {
      const { text } = node.name;
      ts.forEachChild(node.body, (child) => visit(child, text));
    }
    if (!ts.isFunctionDeclaration(node) || !node.name) return;
    const taken = node.parameters.flatMap(lengthOf);
    const name = `${module}.${node.name.text}`;
    found.set(name, untyped[name] ?? (taken.some(Number.isNaN) ? undefined : taken));
  };
  ts.forEachChild(file, (child) => visit(child, ""));
  return found;
}

const WIDTH = 64;

function source(name: string, taken: readonly number[]): string {
  let at = 0;
  const args = taken.map((length, index) => {
    const values = Array.from({ length: Math.max(length, 1) }, () => `x[i * ${WIDTH} + ${at++}]!`);
    const type = `[${values.map(() => "number").join()}]`;
    return `const a${index}${length > 0 ? `: ${type} = [${values.join()}]` : ` = ${values.join()}`};`;
  });
  const names = taken.map((_, index) => `a${index}`).join();
  const results = taken.flatMap((length, index) => Array.from({ length }, (_, k) => `a${index}[${k}]`));
  const stores = results.map((value, index) => `out[i * ${WIDTH} + ${index}] = ${value}!;`);
  const result = `out[i * ${WIDTH} + ${WIDTH - 1}] = typeof r === "number" ? r : 0;`;
  return `import type { Kernel1, Queue } from "lanewise";
import { ${name.split(".")[0]} } from "gl-matrix";
export const kernel = (x: Float64Array, out: Float64Array): Kernel1 => (i) => {
  ${args.join("\n  ")}
  RESULT${name}(${names});
  ${stores.join("\n  ")}
  ${result}
};
export const launch = (q: Queue, n: number, x: Float64Array, out: Float64Array) => q.parallelFor(n, kernel(x, out));
`;
}

type ResultKind = "number" | "boolean" | "presence" | "other" | { readonly length: number };

/** A kernel cannot ask what a result is: it stores numbers, booleans and the elements of arrays. */
function withResult(text: string, kind: ResultKind): string {
  const call = kind === "other" ? "" : "const r = ";
  if (typeof kind === "object") {
    const elements = Array.from({ length: kind.length }, (_, k) => `out[i * ${WIDTH} + ${WIDTH - 1 - k}] = r[${k}]!;`);
    return text.replace("RESULT", call).replace(/\n {2}out\[[^\n]*typeof r === .*;/, `\n  ${elements.join("\n  ")}`);
  }
  const value = { number: "r", boolean: "r ? 1 : 0", presence: "", other: "0" }[kind];
  if (kind === "presence")
    return text
      .replace(/RESULT([^;]*);/, `out[i * ${WIDTH} + ${WIDTH - 1}] = $1 ? 1 : 0;`)
      .replace(/\n[^\n]*typeof r === .*;/, "");
  return text.replace("RESULT", call).replace('typeof r === "number" ? r : 0', value);
}

/** Functions that may return null, which the declarations do not say. */
const mayBeNull = new Set(["mat3.normalFromMat4", "mat4.fromRotation", "mat4.rotate"]);

const resultOf = (name: string): ResultKind => {
  const [module = "", fn = ""] = name.split(".");
  const text = readFileSync(declarations, "utf8");
  const inside = text.slice(text.indexOf(`module ${module} {`));
  const found = new RegExp(`function ${fn}\\([^;]*\\): (\\w+(?: \\| null)?);`).exec(inside)?.[1] ?? "";
  if (found === "number" || found === "boolean") return found;
  if (found.endsWith("| null") || mayBeNull.has(name)) return "presence";
  const length = lengths[found];
  return length === undefined ? "other" : { length };
};

const all = [...declared()].flatMap(([name, taken]) => (taken ? [{ name, taken }] : []));
const sources = Object.fromEntries(
  all.map(({ name, taken }) => [`${name}.ts`, withResult(source(name, taken), resultOf(name))]),
);
const { compilation } = compileSource(sources);
const refused = new Map(
  [...compilation.faults].map(([file, { errors }]) => [
    file.slice(join(programFolder, "/").length).replace(/\.ts$/, ""),
    new Set(errors.map(({ code }) => code)),
  ]),
);

test("what is refused", () => {
  const lines = [...refused].map(([name, codes]) => `${name} ${[...codes].sort().join(" ")}`);
  expect(lines.sort().join("\n")).toMatchSnapshot();
});

const good = all.filter(({ name }) => !refused.has(name));
const program = await loadProgram(
  Object.fromEntries(good.map(({ name }) => [`${name}.ts`, sources[`${name}.ts`] ?? ""])),
);
const n = 6;
const x = Float64Array.from({ length: n * WIDTH }, (_, k) => ((k * 7919) % 1009) / 257 - 1.75);
x.fill(0, (n - 1) * WIDTH); // matrices without an inverse

interface Loaded {
  readonly kernel: (x: Float64Array, out: Float64Array) => (i: number) => void;
  readonly launch: (q: Queue, n: number, x: Float64Array, out: Float64Array) => PromiseLike<unknown>;
}

describe.each(["cpu", "host"] as const)("on %s", (device) => {
  test.each(good.map(({ name }) => name))("%s", async (name) => {
    const { kernel, launch } = (await program.load(`${name}.ts`)) as unknown as Loaded; // as `source` writes it
    using q = new program.lanewise.Queue({ device });
    const [found, expected] = [new Float64Array(n * WIDTH), new Float64Array(n * WIDTH)];
    await launch(q, n, x, found);
    for (let i = 0; i < n; i++) kernel(x, expected)(i);
    for (const [index, value] of expected.entries()) {
      // Sines, cosines and the like of kernels are not those of the host to the last bit.
      if (!Object.is(found[index], value)) expect(found[index]).toBeCloseTo(value, 12);
    }
  });
});

test("a program that replaces the class of the arrays", async () => {
  const replaced = await loadProgram({
    "replaced.ts": `import { Queue } from "lanewise";
import { glMatrix, vec3 } from "gl-matrix";
export const launch = async (q: Queue, out: Float64Array): Promise<void> => {
  await q.parallelFor(1, (i) => { out[i] = vec3.fromValues(0.1, 2, 3)[0]!; });
};
export const replace = (): void => glMatrix.setMatrixArrayType(Array);
export const restore = (): void => glMatrix.setMatrixArrayType(Float32Array);
`,
  });
  const { launch, replace, restore } = (await replaced.load("replaced.ts")) as unknown as Replacing; // as written above
  using q = new replaced.lanewise.Queue();
  const out = new Float64Array(1);
  await launch(q, out);
  expect(out[0]).toBe(Math.fround(0.1));
  replace();
  try {
    await expect(launch(q, out)).rejects.toThrow(
      "glMatrix.ARRAY_TYPE is Array, and a kernel was compiled for Float32Array, which the package gives it",
    );
  } finally {
    restore();
  }
  await launch(q, out);
});

interface Replacing {
  readonly launch: (q: Queue, out: Float64Array) => Promise<void>;
  readonly replace: () => void;
  readonly restore: () => void;
}
