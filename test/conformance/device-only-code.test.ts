// Conformance of device-only code: what kernels ask of their target is answered before they are linked, and branches for other targets
// are not there. Titles begin with the id of the requirement that they show.

import { forTarget } from "@lanewise/codegen";
import { decodeModule, encodeImage, printModule, targetAnswers, verify } from "@lanewise/ir";
import { type Aspect, type Device, getDevices, type Queue } from "lanewise";
import { kernel, register } from "lanewise/internal";
import { afterAll, describe, expect, test } from "vitest";
import { toBase64 } from "../runtime/emitted.js";
import { allParts } from "../support/all-parts.js";
import { compileSource, programFolder } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";
import { errorOf } from "../support/thrown-error.js";

const sources = {
  "main.ts": `import { type Context, deviceFn, deviceGlobal, getKernelBundle, hasAspect, type i32, ndRange, type NdItem, Queue, targetIs, thisModule } from "lanewise";
import { level } from "./level.js";
export const where = (q: Queue, out: Int32Array) => q.parallelFor(out.length, (i) => {
  let found = targetIs("cpu") ? 1 : 0;
  if (targetIs("host")) found += 2;
  const wide = hasAspect("simd128") && targetIs("cpu");
  if (wide) found += 4;
  if (hasAspect("fp64") && out[i] === 0) found += 8;
  out[i] = found + 100 * level(i);
});
export const counted = deviceGlobal<i32>(0);
export const early = (q: Queue, x: Int32Array, y: Int32Array) => q.parallelFor(4, (i) => {
  if (!targetIs("cpu")) { counted.value = i; y[i] = 1; return; }
  const big = [0, 0, 0, 0];
  for (let k = 0; k < 4; k++) big[(i + k) % 4]! += k;
  x[i] = big[0]!;
});
export const inGroups = (q: Queue, out: Int32Array) => q.parallelFor(ndRange(4, 2), (item: NdItem<1>) => {
  if (targetIs("cpu")) item.barrier();
  out[item.globalId()] = targetIs("host") ? 2 : 1;
});
export const onHost = () => [targetIs("cpu"), targetIs("host"), hasAspect("fp64"), hasAspect("simd128"), hasAspect("gpu")];
export const bundled = (q: Queue, context: Context, out: Int32Array) => q.submit((h) => { h.useModule(thisModule.get(context, "executable")); h.parallelFor(4, (i) => { out[i] = level(i); }); });
`,
  "level.ts": `import { deviceFn, type i32, targetIs } from "lanewise";
export const level = deviceFn((x: i32): i32 => { if (targetIs("host")) return 1; return 2; });
`,
};
const program = await loadProgram(sources);
const plain = await loadProgram(sources, { isCompiled: false });
afterAll(() => {
  program.dispose();
  plain.dispose();
});

type Launch = (q: Queue, ...arrays: Int32Array[]) => Promise<void>;
interface Main {
  readonly where: Launch;
  readonly early: Launch;
  readonly inGroups: Launch;
  readonly onHost: () => boolean[];
  readonly bundled: (q: Queue, context: object, out: Int32Array) => Promise<void>;
}
// What the sources above export.
const main = (await program.load("main.ts")) as unknown as Main;
const plainMain = (await plain.load("main.ts")) as unknown as Main;
const { Queue: LoadedQueue } = program.lanewise;
const hasSimd =
  getDevices()
    .find(({ kind }) => kind === "cpu")
    ?.has("simd128") === true;
const codes = { cpu: hasSimd ? 213 : 209, host: 110 } as const;

describe.each(["cpu", "host"] as const)("on %s", (device) => {
  const q = new LoadedQueue({ device });
  test("X13: a kernel, and what it calls, knows its target and the aspects of its device", async () => {
    const out = q.mallocShared(Int32Array, 4);
    await main.where(q, out);
    expect([...out]).toEqual(Array.from({ length: 4 }, () => codes[device]));
  });
  test("X13: code behind the end of a branch for the target is not there either", async () => {
    const [x, y] = [q.mallocShared(Int32Array, 4).fill(7), q.mallocShared(Int32Array, 4)];
    await main.early(q, x, y);
    expect([[...x], [...y]]).toEqual(
      device === "cpu"
        ? [
            [0, 3, 2, 1],
            [0, 0, 0, 0],
          ]
        : [
            [7, 7, 7, 7],
            [1, 1, 1, 1],
          ],
    );
  });
  test("X13: kernels of work-groups wait where their target does", async () => {
    const out = q.mallocShared(Int32Array, 4);
    await main.inGroups(q, out);
    expect([...out]).toEqual(Array.from({ length: 4 }, () => (device === "cpu" ? 1 : 2)));
  });
});

test("X13: a bundle has its kernels for the devices that bundles are for", async () => {
  const q = new LoadedQueue({ device: "cpu" });
  const out = q.mallocShared(Int32Array, 4);
  await main.bundled(q, q.context, out);
  expect([...out]).toEqual([2, 2, 2, 2]);
});

test("X13: on the host, and as plain JavaScript, the target is the host", async () => {
  expect(main.onHost()).toEqual([false, true, true, false, false]);
  const out = new Int32Array(2);
  await plainMain.where(new plain.lanewise.Queue(), out);
  expect([...out]).toEqual([110, 110]);
});

test("X13: before anything looks at a kernel, branches for other targets are gone", () => {
  const { compilation, pathOf } = compileSource(sources, programFolder);
  expect(compilation.diagnostics).toEqual([]);
  const [image] = compilation.files.get(pathOf("main.ts"))?.images ?? [];
  if (!image) throw new Error("main.ts has an image");
  expect(image.properties["SYCL/specialization constants"]).toBeUndefined();
  const module = decodeModule(image.code);
  const textFor = (target: "cpu" | "host") => {
    const made = forTarget(module, targetAnswers(target, "simd128"));
    expect(verify(made)).toEqual([]);
    const early = made.functions.filter(({ name }) => name.startsWith("early"));
    return printModule({ ...made, functions: early });
  };
  expect(textFor("cpu")).not.toMatch(/store \$\d+\.counted|%\d+\.y\b.*=/);
  expect(textFor("cpu")).toContain(".big");
  expect(textFor("host")).not.toMatch(/loop/);
  expect(textFor("host")).toMatch(/store \$\d+\.counted/);
});

test("X13: what only other targets call need not be there", async () => {
  const head = 'import { deviceFn, type i32, type Queue, targetIs } from "lanewise";\n';
  const { compilation, pathOf } = compileSource({
    "missing/main.ts": `${head}import { f } from "./lib.js";
export const run = (q: Queue, x: Int32Array) => q.parallelFor(4, (i) => { x[i] = targetIs("host") ? f(i) : 5; });`,
    "missing/lib.ts": `${head}export const f = deviceFn((x: i32): i32 => (targetIs("cpu") ? x : 1));`,
  });
  const images = compilation.files.get(pathOf("missing/main.ts"))?.images ?? [];
  register({
    protocol: 2,
    parts: allParts,
    module: "app@1.0.0/missing/main.ts",
    images: images.map((image) => toBase64(encodeImage(image))),
    globals: {},
  });
  const launch = (device: "cpu" | "host") => {
    const q = new LoadedQueue({ device });
    const x = q.mallocShared(Int32Array, 4);
    return {
      x,
      event: q.parallelFor(
        4,
        kernel(
          "app@1.0.0/missing/main.ts:run#0",
          () => [x],
          () => undefined,
        ),
      ),
    };
  };
  const { x, event } = launch("cpu");
  await event;
  expect([...x]).toEqual([5, 5, 5, 5]);
  expect(errorOf(() => launch("host"))).toMatchObject({ code: "link_program_error" });
});

test("X13: devices say what kernels are told", () => {
  const [cpu, host] = (["cpu", "host"] as const).map((kind) => getDevices().find((one) => one.kind === kind));
  const has = (device: Device | undefined, ...aspects: Aspect[]) => aspects.map((aspect) => device?.has(aspect));
  expect(has(cpu, "cpu", "gpu", "fp64", "hostDebuggable")).toEqual([true, false, true, false]);
  expect(has(host, "cpu", "gpu", "fp64", "hostDebuggable", "simd128")).toEqual([true, false, true, true, false]);
  // What a program without types could say.
  expect(errorOf(() => cpu?.has("double" as Aspect))).toMatchObject({ code: "invalid", help: /fp64/ });
});
