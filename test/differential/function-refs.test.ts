// Random calls by reference, from their TypeScript text to every target: uniform, linear and varying references to functions that loop,
// return early, store and fail; some are null. What is left is the same on the interpreter, as generated JavaScript, as WebAssembly and in gangs
// of every size, failures included, and what plain JavaScript leaves. LANEWISE_FUZZ_PROGRAMS sets how many programs.

import { decodeModule, functionType, type Module, resolveReferences, verify } from "@lanewise/ir";
import ts from "typescript-6";
import { expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";
import { createRandom, type Random } from "../support/random.js";
import { executors, gangExecutors, type KernelResult, runKernel } from "../support/run-kernel.js";

const programs = Math.ceil(Number(process.env.LANEWISE_FUZZ_PROGRAMS ?? 240) / 12);
const lengths = [1, 7, 16, 37];

const bodies: readonly ((random: Random) => string)[] = [
  (random) => `return (x * ${random.below(9)} + ${random.below(99)}) | 0;`,
  (random) =>
    `let sum = 0; for (let k = 0; k < (x & ${random.pick([3, 7])}); k++) sum = (sum + b[k]! * k) | 0; return sum;`,
  (random) => `if (x > ${random.below(40)}) return (x - ${random.below(9)}) | 0; return b[x & 7]!;`,
  (random) => `a[i] = (a[i]! ^ ${random.below(255)}) | 0; return (x + 1) | 0;`,
  () => "let y = x; while (y > 9) y = (y >> 1) - 1; return y | 0;",
];

function functionText(random: Random, name: string): string {
  const body = random.pick(bodies)(random);
  return `export const ${name} = deviceFn((x: i32, i: i32, a: Int32Array, b: Int32Array): i32 => { ${body} });`;
}

/** A work-item writes its own element of `a` alone, so that their order makes no difference. */
function programText(random: Random, hasNull: boolean): string {
  const count = 1 + random.below(9);
  const names = Array.from({ length: count }, (_, index) => `f${index}`);
  const rest = hasNull ? ["nullFunctionRef()"] : [];
  const table = [...names.map((name) => `functionRef(${name})`), ...rest];
  const index = random.pick(["kinds[i]!", "i", "7", "(i >> 2)", "(kinds[i >> 3]! + 1)"]);
  const call = `f(${random.pick(["a[i]!", "i", "x"])}, i, a, kinds)`;
  const uses = [
    `x = ${call};`,
    `if (x % 3 !== 0) x = (x + ${call}) | 0;`,
    `for (let k = 0; k < (kinds[i]! & 3); k++) { x = (x ^ ${call}) | 0; f = table[(k + kinds[i]!) % ${count}]!; }`,
  ];
  return `import { deviceFn, type FixedArray, type FunctionRef, functionRef, type i32, type Kernel1, nullFunctionRef } from "lanewise";
export const used = nullFunctionRef;
${names.map((name) => functionText(random, name)).join("\n")}
type Step = (x: i32, i: i32, a: Int32Array, b: Int32Array) => i32;
export function make(a: Int32Array, kinds: Int32Array): Kernel1 {
  return (i) => {
    const table: FixedArray<FunctionRef<Step>, ${table.length}> = [${table.join(", ")}];
    let x: i32 = i;
    let f = table[${index} % ${table.length}]!;
    ${Array.from({ length: 1 + random.below(2) }, () => random.pick(uses)).join("\n    ")}
    a[i] = (a[i]! + x) | 0;
  };
}
`;
}

const arrays = (length: number) => [
  Int32Array.from({ length: Math.max(8, length) }, (_, i) => (i * 37) % 101),
  Int32Array.from({ length: Math.max(8, length) }, (_, i) => (i * i + (i >> 2)) % 11),
];

/** As the program manager links it: ids in another order than the functions'. */
function resolved(module: Module): Module {
  const exported = module.functions.filter(({ linkage }) => linkage === "exported");
  const symbols = exported.map(({ symbol }) => symbol).reverse();
  const linked = resolveReferences(module, {
    idOf: (symbol) => 1 + symbols.indexOf(symbol) * 3,
    targetsOf: (type) => exported.filter((fn) => functionType(fn) === type).map(({ symbol }) => symbol),
  });
  expect(verify(linked)).toEqual([]);
  return linked;
}

type Make = (...given: readonly Int32Array[]) => (i: number) => void;

function plainly(text: string, length: number): KernelResult["arrays"] {
  const script = ts.transpileModule(text.replace(/^import.*$/m, "").replaceAll("export ", ""), {
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  }).outputText;
  const library = ["deviceFn", "functionRef", "nullFunctionRef"];
  const itself = (value: unknown) => value;
  // The text declares the function of that name.
  const make = new Function(...library, `${script}; return make;`)(...library.map(() => itself)) as Make;
  const given = arrays(length);
  const kernel = make(...given);
  for (let i = 0; i < length; i++) kernel(i);
  return given;
}

test.each([
  ["that are never null", false],
  ["that may be null", true],
])(`${programs} programs with references %s`, (_, hasNull) => {
  const texts = Array.from({ length: programs }, (_one, seed) => programText(createRandom(seed + 1), hasNull));
  const { compilation, typeErrors, pathOf } = compileSource(
    Object.fromEntries(texts.map((text, at) => [`program-${at}.ts`, text])),
  );
  expect([...typeErrors.map(({ messageText }) => messageText), ...compilation.diagnostics]).toEqual([]);
  let failures = 0;
  for (const [at, text] of texts.entries()) {
    const [image] = compilation.files.get(pathOf(`program-${at}.ts`))?.images ?? [];
    if (!image) throw new Error(`program ${at} has an image`);
    const module = resolved(decodeModule(image.code));
    const kernel = module.functions.findIndex(({ linkage }) => linkage === "kernel");
    const names = module.functions[kernel]?.locals.map(({ name }) => name) ?? [];
    for (const length of lengths) {
      const launch = () => ({
        module,
        kernel,
        range: [length] as const,
        args: names
          .slice(0, module.functions[kernel]?.parameters)
          .map((name) => arrays(length)[name === "a" ? 0 : 1] ?? 0),
      });
      const expected = runKernel(executors.interpreter, launch());
      if (expected.failure) failures++;
      else expect(expected.arrays[names.indexOf("a")], text).toEqual(plainly(text, length)[0]);
      for (const name of ["javascript", "wasm"] as const) {
        expect(runKernel(executors[name], launch()), `${name}, ${length}:\n${text}`).toEqual(expected);
      }
      for (const gang of gangExecutors.filter(({ shape, bounds }) => shape === "rows" && bounds === "checked")) {
        const found = runKernel(gang, launch());
        // A gang may have done more, or less, when one of its work-items fails.
        if (expected.failure) expect(found.failure, `${gang.name}, ${length}:\n${text}`).toBeDefined();
        else expect(found, `${gang.name}, ${length}:\n${text}`).toEqual(expected);
      }
    }
  }
  expect(failures > 0).toBe(hasNull);
});
