// Conformance of what kernel bundles find in each other's images, and tell of it: functions that are declared by a bare name alone, and
// specialization constants that linked functions read. Titles begin with the ids of the requirements that they show.

import { compileSource as compileText } from "@lanewise/transformer/source";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { programFolder } from "../support/compile-source.js";
import { type LoadedProgram, loadProgram } from "../support/load-program.js";
import { errorOf } from "../support/thrown-error.js";

const sources = {
  "main.ts": `import { externalDeviceFn, type f32, type i32, Queue, thisModule } from "lanewise";
export const q = new Queue({ device: "cpu", threads: 1 });
export const shade = externalDeviceFn<(x: f32) => f32>("shade");
export const paint = (out: Float32Array) => q.parallelFor(out.length, (i) => { out[i] = shade(i); });
export const input = () => thisModule.get(q.context, "input");
export type Used = i32;
`,
  "scaling.ts": `import { type i32, Queue, thisModule } from "lanewise";
import { scaled } from "./functions.js";
export const scale = (q: Queue, out: Int32Array) => q.parallelFor(4, (i) => { out[i] = scaled(i); });
export const own = (q: Queue) => thisModule.get(q.context, "input");
export type Used = i32;
`,
  "chain.ts": `import { type Queue, thisModule } from "lanewise";
import { through } from "./through.js";
export const run = (q: Queue, out: Int32Array) => q.parallelFor(4, (i) => { out[i] = through(i); });
export const own = (q: Queue) => thisModule.get(q.context, "input");
`,
  "through.ts": `import { deviceFn, type i32 } from "lanewise";
import { scaled } from "./functions.js";
export const through = deviceFn((x: i32): i32 => scaled(x) + 1);
`,
  "plain.ts": `import { type Queue, thisModule } from "lanewise";
import { plain } from "./functions.js";
export const run = (q: Queue, out: Int32Array) => q.parallelFor(4, (i) => { out[i] = plain(i); });
export const own = (q: Queue) => thisModule.get(q.context, "input");
`,
  "functions.ts": `import { deviceFn, type i32, specConstant } from "lanewise";
export const factor = specConstant<i32>(3);
export const scaled = deviceFn((x: i32): i32 => x * factor.value);
export const plain = deviceFn((x: i32): i32 => x + 1);
`,
};

type Lanewise = LoadedProgram["lanewise"];
type Q = InstanceType<Lanewise["Queue"]>;
type Input = ReturnType<Lanewise["createKernelBundle"]>;

let program: LoadedProgram;
let lanewise: Lanewise;
let q: Q;
let main: { readonly q: Q; readonly paint: (out: Float32Array) => Promise<void>; readonly input: () => Input };

beforeAll(async () => {
  program = await loadProgram(sources);
  lanewise = program.lanewise;
  main = (await program.load("main.ts")) as unknown as typeof main; // what the text exports
  q = main.q;
});
afterAll(() => program.dispose());

const text = (body: string, fileName = "shades.ts") =>
  compileText(`import { deviceFn, externalDeviceFn, type f32, type Kernel1 } from "lanewise";\n${body}\n`, {
    fileName,
    folder: programFolder,
  });
const input = (body: string, fileName?: string): Input => lanewise.createKernelBundle(q.context, text(body, fileName));
const shade = (body: string) => `export const shade = deviceFn((x: f32): f32 => ${body});`;

describe("Y1, M4: a function that is declared by its bare name is found in the images of the bundles", () => {
  const launch = async (executable: ReturnType<Lanewise["build"]>, name: string): Promise<number[]> => {
    const out = q.mallocShared(Float32Array, 3);
    await q.submit((h) => {
      h.useModule(executable);
      h.setArgs({ out });
      h.parallelFor(3, executable.getKernel(name));
    });
    return [...out];
  };
  const caller = `const shade = externalDeviceFn<(x: f32) => f32>("shade");
declare const out: Float32Array;
export const paint: Kernel1 = (i) => { out[i] = shade(i); };`;

  test("of another text", async () => {
    const [one, two] = [input(caller, "caller.ts"), input(shade("x * 10"))].map((bundle) => lanewise.compile(bundle));
    expect(await launch(lanewise.link([one, two].filter((bundle) => bundle !== undefined)), "paint")).toEqual([
      0, 10, 20,
    ]);
  });

  test("of a joined bundle, by a kernel of the program; without the bundle nobody has it", async () => {
    const joined = lanewise.join([main.input(), input(shade("x - 1"))]);
    expect(await launch(lanewise.build(joined), "paint")).toEqual([-1, 0, 1]);
    expect(errorOf(() => main.paint(new Float32Array(3))).message).toContain(
      "No device image found for external symbol shade",
    );
  });

  test("before that of a library", async () => {
    using library = lanewise.deviceDlopen(text(shade("x + 100"), "library.ts"), { name: "library" });
    expect(library.exports).toHaveLength(1);
    const joined = lanewise.join([main.input(), input(shade("x * 7"))]);
    expect(await launch(lanewise.build(joined), "paint")).toEqual([0, 7, 14]);
    const out = new Float32Array(3);
    await main.paint(out);
    expect([...out]).toEqual([100, 101, 102]);
  });

  test("Y2: of two it is an error that names both", () => {
    const joined = lanewise.join([main.input(), input(shade("x"), "one.ts"), input(shade("-x"), "two.ts")]);
    const { code, message } = errorOf(() => lanewise.build(joined));
    expect(code).toBe("link_program_error");
    expect(message).toContain(
      "The device function shade, which app@1.0.0/main.ts calls, is defined by several images of the bundle: app@1.0.0/one.ts:shade, app@1.0.0/two.ts:shade.",
    );
  });
});

describe("S1, M2: hasSpecializationConstants looks through the functions that kernels are linked with", () => {
  const tells = async (file: string) => {
    const { own } = (await program.load(file)) as unknown as { readonly own: (q: Q) => Input };
    const bundle = own(q);
    const object = lanewise.compile(bundle);
    return [bundle, object, lanewise.link(object)].map((one) => one.hasSpecializationConstants);
  };

  test.each([
    ["of another module", "scaling.ts", true],
    ["of one behind another", "chain.ts", true],
    ["not at functions beside them", "plain.ts", false],
  ])("%s", async (_, file, expected) => {
    await program.load("functions.ts");
    expect(await tells(file)).toEqual([expected, expected, expected]);
  });

  test("of an image that is joined, by a bare name", () => {
    const constant = `import { type i32, specConstant } from "lanewise";
export const strength = specConstant<i32>(2);
${shade("x * strength.value")}`;
    expect(main.input().hasSpecializationConstants).toBe(false);
    const own = input(
      "declare const out: Float32Array;\nexport const none: Kernel1 = (i) => { out[i] = i; };",
      "none.ts",
    );
    expect(own.hasSpecializationConstants).toBe(false);
    const executable = lanewise.build(lanewise.join([main.input(), input(constant)]));
    expect(executable.hasSpecializationConstants).toBe(true);
  });
});
