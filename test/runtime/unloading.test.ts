// Hot reload and unloading leave nothing behind: modules that are registered a thousand times, and libraries that are opened and closed, with
// other code and other device globals each time, launched each time, on every device. And what is in use while it is unloaded stays.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type DeviceImage, decodeModule, encodeImage, encodeModule, type Global, type Module } from "@lanewise/ir";
import { Context, deviceDlopen, Queue, type QueueOptions } from "lanewise";
import { kernel, register, unregister } from "lanewise/internal";
import { expect, test } from "vitest";
import { devicesOf } from "../../runtime/dist/context/context-devices.js";
import { registry } from "../../runtime/dist/images/registry/registry.js";
import { allParts } from "../support/all-parts.js";
import { compileSource } from "../support/compile-source.js";
import { toBase64 } from "./emitted.js";

setFlagsFromString("--expose-gc");
// The flag gives new realms the function.
const collectGarbage = runInNewContext("gc") as () => void;

const head =
  'import { deviceFn, deviceGlobal, type FixedArray, type i32, type Queue, specConstant } from "lanewise";\n';
const { compilation, pathOf, typeErrors } = compileSource({
  "unloading/main.ts": `${head}
import { f } from "./lib.js";
export const used = [deviceGlobal, specConstant] as const; export type Used = FixedArray<i32, 2>;
export const run = (q: Queue, out: Int32Array) => q.parallelFor(4096, (i) => { out[i] = f(i & 7); });`,
  "unloading/lib.ts": `${head}
export const total = deviceGlobal<i32>(1);
export const scoped = deviceGlobal<FixedArray<i32, 256>, { deviceImageScope: true }>();
export const radius = specConstant<i32>(1);
const table = [${Array.from({ length: 64 }, (_, k) => k + 1).join()}] as const;
export const f = deviceFn((x: i32): i32 => { let sum = total.value; for (let k = 0; k <= x; k++) sum += table[k]!; return sum; });
export const own = (q: Queue, out: Int32Array) => q.parallelFor(4096, (i) => { scoped[i & 255] = 1; out[i] = f(i & 7) + scoped[i & 255]! + radius.value; });`,
});
if (typeErrors.length + compilation.diagnostics.length > 0) throw new Error("the modules compile");

function imageOfFile(name: string): DeviceImage {
  const [image] = compilation.files.get(pathOf(`unloading/${name}.ts`))?.images ?? [];
  if (!image) throw new Error("it has an image");
  return image;
}
const [mainImage, libImage] = [imageOfFile("main"), imageOfFile("lib")];
const libModule = decodeModule(libImage.code);

/** The version of the library: its device global begins with another value, its table has other numbers. */
function libOf(version: number) {
  const changed = (global: Global): Global => {
    if (!global.initial || global.storage === "specialization") return global;
    // Zeros at its end are not written.
    const initial = new Uint8Array(Math.max(4, global.initial.length));
    initial.set(global.initial);
    new DataView(initial.buffer).setInt32(0, version, true);
    return { ...global, initial };
  };
  const module: Module = { ...libModule, globals: libModule.globals.map(changed) };
  return { module, bytes: encodeImage({ ...libImage, code: encodeModule(module) }) };
}

function loadLib(name: string, version: number): void {
  const { module, bytes } = libOf(version);
  const globals = module.globals.filter(({ storage }) => storage === "device" || storage === "image");
  const registered = globals.map(({ id, type, initial, storage }) => {
    const object = {};
    const properties = storage === "image" ? { deviceImageScope: true as const } : {};
    const rest = initial ? { initial: toBase64(initial) } : {};
    return [id, { object: () => object, type, properties, ...rest }] as const;
  });
  register({
    protocol: 2,
    parts: allParts,
    module: name,
    images: [toBase64(bytes)],
    globals: Object.fromEntries(registered),
  });
}

const [mainName, libName] = ["main", "lib"].map((name) => `app@1.0.0/unloading/${name}.ts`);
if (mainName === undefined || libName === undefined) throw new Error("there are two");
register({ protocol: 2, parts: allParts, module: mainName, images: [toBase64(encodeImage(mainImage))], globals: {} });

/** With a timeout, workers do it. */
const launch = (q: Queue, symbol: string, out: Int32Array, isOfWorkers = false) => {
  const original = () => {
    throw new Error("the original of a compiled kernel is not called");
  };
  const options = isOfWorkers && q.device.kind === "cpu" ? { timeout: 30_000 } : {};
  return q.parallelFor(
    4096,
    kernel(`app@1.0.0/unloading/${symbol}`, () => [out], original),
    options,
  );
};

/** What version `version` of the library gives for item 1 of "main.ts:run#0": its global, and the first two numbers of its table. */
const expectedOf = (version: number) => version + (version + 2);

const devices: readonly (readonly [string, QueueOptions])[] = [
  ["cpu, two threads", { device: "cpu", threads: 2 }],
  ["cpu, one thread", { device: "cpu", threads: 1 }],
  ["host", { device: "host" }],
];
const RELOADS = 1000;
/** A thousand programs are compiled. */
const PATIENCE_MS = 300_000;
/** Lists of the engine's own, and code that it has optimised: some 3 MB for the first in a process. What 800 programs would leave is more. */
const MOST_GROWTH = 4 * 2 ** 20;

/** Numbers of entries in everything that loading fills. */
function countsOf({ context, device }: Queue) {
  const { modules, libraries, definitions, constantDefinitions, unresolved } = registry();
  const { workerPrograms, ...counts } = devicesOf(context).on(device.kind).keptCounts();
  const sizes = [modules, libraries, definitions, constantDefinitions].map(({ size }) => size);
  return { workerPrograms, counts: { ...counts, sizes, unresolved: unresolved.length } };
}

async function measure(q: Queue) {
  for (let turn = 0; turn < 4; turn++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { ...countsOf(q), memory: q.memoryUsage(), heap: process.memoryUsage().heapUsed };
}

async function compareAfter(q: Queue, version: (number: number) => Promise<void>): Promise<void> {
  for (let number = 0; number < RELOADS / 5; number++) await version(number);
  const before = await measure(q);
  for (let number = RELOADS / 5; number < RELOADS; number++) await version(number);
  const after = await measure(q);
  expect(after.counts).toEqual(before.counts);
  expect(after.memory).toEqual(before.memory);
  expect(after.workerPrograms).toBeLessThanOrEqual(Math.max(8, before.workerPrograms));
  expect(after.heap - before.heap).toBeLessThan(MOST_GROWTH);
}

test.each(devices)(
  "X7: a module that is loaded a thousand times, on %s",
  { timeout: PATIENCE_MS },
  async (_, options) => {
    await using context = new Context();
    const q = new Queue({ ...options, context });
    const out = q.mallocShared(Int32Array, 4096);
    await compareAfter(q, async (version) => {
      loadLib(libName, version);
      await launch(q, "main.ts:run#0", out, version % 4 === 0);
      expect(out[1]).toBe(expectedOf(version));
      await launch(q, "lib.ts:own#0", out);
      expect(out[1]).toBe(expectedOf(version) + 2);
    });
    expect(countsOf(q).counts).toEqual({
      foundKernels: 2,
      programs: 2,
      globalPlaces: 3,
      sizes: [2, 0, 2, 0],
      unresolved: 2,
    });
  },
);

test.each(devices)(
  "X7: a library that is opened and closed a thousand times, on %s",
  { timeout: PATIENCE_MS },
  async (_, options) => {
    await using context = new Context();
    const q = new Queue({ ...options, context });
    const out = q.mallocShared(Int32Array, 4096);
    unregister(libName);
    await compareAfter(q, async (version) => {
      using _library = deviceDlopen(libOf(version).bytes);
      await launch(q, "main.ts:run#0", out, version % 4 === 0);
      expect(out[1]).toBe(expectedOf(version));
    });
    expect(countsOf(q).counts).toEqual({
      foundKernels: 0,
      programs: 0,
      globalPlaces: 0,
      sizes: [1, 0, 0, 0],
      unresolved: 0,
    });
  },
);
