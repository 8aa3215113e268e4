// Every public function, method and option that takes something: what it is called with, and of what kind each of its parameters is
// (misuse-values.ts). Parameters are named as the documentation names them. The test enumerates the exports and says which row is missing.

import * as lanewise from "lanewise";
import { algorithmRows } from "./misuse-algorithms.js";
import type { Kind, ValueName, World } from "./misuse-values.js";

/** Calls, with whatever is passed: TypeScript's types are what this is not about. */
type Loose = Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
const loose = (object: object) => object as unknown as Loose;

/** A bundle of the kernels that tests share: one of all, with those of the algorithms, takes seconds to build. */
export function bundleOf<S extends lanewise.BundleState>(
  context: lanewise.Context,
  kernel: () => void,
  state: S,
): lanewise.KernelBundle<S> {
  return lanewise.getKernelBundle(context, state, { kernels: [kernel] });
}

export interface Parameter {
  readonly kind: Kind;
  /** What is right. */
  readonly good?: (world: World) => unknown;
  /** Besides what the kind allows. */
  readonly allowed?: readonly ValueName[];
}

export interface Row {
  readonly call: (world: World, ...values: readonly unknown[]) => unknown;
  readonly parameters: Readonly<Record<string, Parameter>>;
}

const is = (kind: Kind, good?: (world: World) => unknown, ...allowed: ValueName[]): Parameter => ({
  kind,
  allowed,
  ...(good && { good }),
});
const a = lanewise as unknown as Loose;

const own = { x: is("array", ({ x }) => x), y: is("array", ({ y }) => y) };
const kernel = is("kernel", (world) => world.kernel);
const options = is("options?");
const one = (name: string, call: Row["call"], parameter: Parameter): Readonly<Record<string, Row>> => ({
  [name]: { call, parameters: { [name.split(" ").at(-1) ?? name]: parameter } },
});
/** An option that is an object's property. */
const option = (name: string, call: (world: World, options: object) => unknown, parameter: Parameter) => {
  const key = name.split(" ").at(-1) ?? name;
  return one(name, (world, value) => call(world, { [key]: value }), parameter);
};
const named = (method: string, good: string, ofText: (world: World) => object): Row => ({
  call: (world, name) => loose(ofText(world))[method]?.(name),
  parameters: { name: is("text", () => good) },
});
const queue = (_: World, options: object) => new lanewise.Queue(options);
const launch = ({ q, kernel }: World, options: object) => loose(q).parallelFor?.(8, kernel, options);
const group = (world: World, state: (h: Loose) => unknown) =>
  world.q.submit((h) => {
    state(loose(h));
  });

const bufferOf = (source: unknown, range: unknown, o: unknown) =>
  new (lanewise.DeviceBuffer as never as new (...values: readonly unknown[]) => object)(source, range, o);
const canvas = {
  canvas: { width: 1, height: 1 },
  createImageData: () => ({ data: new Uint8ClampedArray(4) }),
  putImageData: () => undefined,
};
const record = ({ q, x }: World, o: object) => q.record(() => q.fill(x, 1), o);
const access = (w: World, o: object) => group(w, (h) => [h.accessor?.(w.buffer, "write", o), h.fill?.(w.x, 1)]);
const hostTask = (w: World, o: object) => group(w, (h) => h.hostTask?.(() => undefined, o));
/** A device global that a kernel which is not compiled has used: one of the host's. */
function plainGlobal(): unknown {
  const global = lanewise.deviceGlobal<number>(3);
  using host = new lanewise.Queue({ device: "host" });
  host.singleTask(() => void global.value);
  host.waitSync();
  return global;
}
const dispose = (object: unknown) => loose(Object(object) as object).dispose?.();
const withGraph = ({ q, x }: World, use: (graph: Loose) => unknown) => use(loose(q.record(() => q.fill(x, 1))));
const selection = ({ context }: World, o: object) => a.getKernelBundle?.(context, "input", o);
const dlopen = (_: World, o: object) => dispose(a.deviceDlopen?.([], o));
const device = () => lanewise.getDevices()[0] ?? {};
function bundleStep(name: string, state: "input" | "object"): Row {
  return {
    call: (_, bundle, o) => a[name]?.(bundle, o),
    parameters: { bundle: is("bundle", (w) => bundleOf(w.q.context, w.kernel, state)), options },
  };
}
function thisModule(name: string): Row {
  return {
    call: (_, context, state, module) => loose(lanewise.thisModule)[name]?.(context, state, module),
    parameters: {
      context: is("context", ({ context }) => context),
      state: is("choice", () => "input"),
      module: is("text", () => "m"),
    },
  };
}

export const rows: Readonly<Record<string, Row>> = {
  "new Queue": {
    call: (_, o) => new (lanewise.Queue as never as new (o: unknown) => object)(o),
    parameters: { options },
  },
  ...option(
    "new Queue device",
    queue,
    is("choice?", () => "cpu"),
  ),
  ...option(
    "new Queue context",
    queue,
    is("choice?", ({ context }) => context),
  ),
  ...option("new Queue threads", queue, { kind: "threads", good: () => 1, allowed: ["undefined"] }),
  ...option("new Queue workerUrl", queue, is("text?")),
  ...option(
    "new Queue order",
    queue,
    is("choice?", () => "explicit"),
  ),
  ...option("new Queue name", queue, is("text?")),
  ...option("new Queue timeout", queue, is("milliseconds?")),
  ...option("new Queue onError", queue, is("function?")),
  ...option("new Queue onLog", queue, is("function?")),
  ...option("new Queue onProgress", queue, is("function?")),
  ...option(
    "new Queue bounds",
    queue,
    is("choice?", () => "checked"),
  ),
  ...option(
    "new Queue fp",
    queue,
    is("choice?", () => "strict"),
  ),
  ...Object.fromEntries(
    (["mallocShared", "mallocDevice", "mallocHost"] as const).map((method): [string, Row] => [
      `q.${method}`,
      {
        call: ({ q }, type, countOrValues) => loose(q)[method]?.(type, countOrValues),
        parameters: { type: is("type", () => Float32Array), countOrValues: is("elements", () => 8) },
      },
    ]),
  ),
  "q.free": {
    call: ({ q }, array) => loose(q).free?.(array),
    parameters: { array: is("ownArray", ({ q }) => q.mallocShared(Int8Array, 1)) },
  },
  "q.toHost": {
    call: ({ q }, array) => loose(q).toHost?.(array),
    parameters: { array: is("array", ({ x }) => x, "array of another type") },
  },
  "q.singleTask": {
    call: ({ q }, k, o) => loose(q).singleTask?.(k, o),
    parameters: { kernel: is("kernel", () => () => undefined), options },
  },
  "q.parallelFor": {
    call: ({ q }, range, k, o) => loose(q).parallelFor?.(range, k, o),
    parameters: { range: is("range", () => 8), kernel, options },
  },
  ...option(
    "q.parallelFor offset",
    launch,
    is("range?", () => 0),
  ),
  ...option("q.parallelFor name", launch, is("text?")),
  ...option("q.parallelFor timeout", launch, is("milliseconds?")),
  ...option(
    "q.parallelFor bounds",
    launch,
    is("choice?", () => "checked"),
  ),
  ...option(
    "q.parallelFor fp",
    launch,
    is("choice?", () => "strict"),
  ),
  ...option(
    "q.parallelFor after",
    launch,
    is("events?", () => [], "object", "object without prototype"),
  ),
  ...option(
    "q.parallelFor signal",
    launch,
    is("choice?", () => new AbortController().signal, "empty list"),
  ),
  "q.copy": {
    call: ({ q }, source, destination, count) => loose(q).copy?.(source, destination, count),
    parameters: {
      source: own.x,
      destination: own.y,
      count: is("count?", () => 8, "object", "object without prototype"),
    },
  },
  ...option(
    "q.copy count",
    ({ q, x, y }, o) => q.copy(x, y, o),
    is("count?", () => 8),
  ),
  "q.memcpy": {
    call: ({ q }, destination, source, numBytes) => loose(q).memcpy?.(destination, source, numBytes),
    parameters: {
      destination: is("array", ({ x }) => x, "array of another type"),
      source: is("array", ({ y }) => y, "array of another type"),
      numBytes: is("count?", () => 8, "object", "object without prototype"),
    },
  },
  ...option(
    "q.memcpy numBytes",
    ({ q, x, y }, o) => q.memcpy(x, y, o),
    is("count?", () => 8),
  ),
  "q.fill": {
    call: ({ q }, array, value, o) => loose(q).fill?.(array, value, o),
    parameters: {
      array: is("array", ({ x }) => x, "array of another type"),
      value: is("number", () => 1),
      options: is("events?", () => []),
    },
  },
  "q.toCanvas": {
    call: ({ q }, array, context, o) => loose(q).toCanvas?.(array, context, o),
    parameters: {
      array: is("array", () => new Uint8Array(4), "array of another type"),
      context: is("canvas", () => canvas),
      options: is("events?", () => []),
    },
  },
  "q.submit": {
    call: ({ q }, commands, o) => loose(q).submit?.(commands, o),
    parameters: { group: is("function", (w) => (h: lanewise.Handler) => h.fill(w.x, 1)), options },
  },
  "q.record": {
    call: ({ q }, commands, o) => loose(q).record?.(commands, o),
    parameters: { commands: is("function", (w) => () => w.q.fill(w.x, 1)), options },
  },
  ...option("q.record fuse", record, is("flag?")),
  ...option(
    "q.record internal",
    record,
    is("list", () => [], "undefined", "list of null"),
  ),
  "q.read": {
    call: ({ q }, global, o) => loose(q).read?.(global, o),
    parameters: { global: is("global", plainGlobal), options: is("events?", () => []) },
  },
  "q.write": {
    call: ({ q }, global, value, o) => loose(q).write?.(global, value, o),
    parameters: {
      global: is("global", plainGlobal),
      value: is("value", () => 1),
      options: is("events?", () => []),
    },
  },
  ...one(
    "h.dependsOn events",
    (w, events) => group(w, (h) => [h.dependsOn?.(events), h.fill?.(w.x, 1)]),
    is("events?", () => []),
  ),
  "h.localAccessor": {
    call: (w, type, length) => group(w, (h) => [h.localAccessor?.(type, length), h.fill?.(w.x, 1)]),
    parameters: { type: is("type", () => Float32Array), length: is("count", () => 8) },
  },
  "h.accessor": {
    call: (w, buffer, mode, o) => group(w, (h) => [h.accessor?.(buffer, mode, o), h.fill?.(w.x, 1)]),
    parameters: { buffer: is("buffer", ({ buffer }) => buffer), mode: is("choice?", () => "read"), options },
  },
  ...option(
    "h.accessor offset",
    access,
    is("range?", () => 0),
  ),
  ...option(
    "h.accessor range",
    access,
    is("range?", () => 1),
  ),
  ...option("h.accessor noInit", access, is("flag?")),
  "h.setSpecializationConstant": {
    call: (w, constant, value) =>
      group(w, (h) => [h.setSpecializationConstant?.(constant, value), h.singleTask?.(() => undefined)]),
    parameters: { constant: is("global", () => lanewise.specConstant(3)), value: is("number", () => 1) },
  },
  ...one(
    "h.getSpecializationConstant constant",
    (w, constant) => group(w, (h) => [h.getSpecializationConstant?.(constant), h.fill?.(w.x, 1)]),
    is("global", () => lanewise.specConstant(3)),
  ),
  "h.useModule": {
    call: (w, bundle, select) => group(w, (h) => [h.useModule?.(bundle, select), h.fill?.(w.x, 1)]),
    parameters: {
      bundle: is("bundle", (w) => bundleOf(w.q.context, w.kernel, "executable")),
      select: is("function?"),
    },
  },
  ...one(
    "h.setArgs args",
    (w, args) => group(w, (h) => [h.setArgs?.(args), h.fill?.(w.x, 1)]),
    is(
      "options?",
      () => ({}),
      "object with an unknown property",
      "empty list",
      "list of NaN",
      "list of four",
      "list of null",
      "array of another type",
      "detached array",
      "freed array",
      "array of another context",
      "disposed queue",
    ),
  ),
  "h.singleTask": {
    call: (w, k, o) => group(w, (h) => h.singleTask?.(k, o)),
    parameters: { kernel: is("kernel", () => () => undefined), options },
  },
  "h.parallelFor": {
    call: (w, range, k, o) => group(w, (h) => h.parallelFor?.(range, k, o)),
    parameters: { range: is("range", () => 8), kernel, options },
  },
  "h.copy": {
    call: (w, source, destination, count) => group(w, (h) => h.copy?.(source, destination, count)),
    parameters: {
      source: own.x,
      destination: own.y,
      count: is("count?", () => 8, "object", "object without prototype"),
    },
  },
  "h.memcpy": {
    call: (w, destination, source, numBytes) => group(w, (h) => h.memcpy?.(destination, source, numBytes)),
    parameters: {
      destination: is("array", ({ x }) => x, "array of another type"),
      source: is("array", ({ y }) => y, "array of another type"),
      numBytes: is("count?", () => 8, "object", "object without prototype"),
    },
  },
  "h.fill": {
    call: (w, array, value, o) => group(w, (h) => h.fill?.(array, value, o)),
    parameters: { array: is("array", ({ x }) => x, "array of another type"), value: is("number", () => 1), options },
  },
  "h.hostTask": {
    call: (w, task, o) => group(w, (h) => h.hostTask?.(task, o)),
    parameters: { task: is("function", () => () => undefined), options },
  },
  ...option(
    "h.hostTask reads",
    hostTask,
    is("list", () => [], "undefined"),
  ),
  ...option(
    "h.hostTask writes",
    hostTask,
    is("list", () => [], "undefined"),
  ),
  "new Context": {
    call: (_, o) => new (lanewise.Context as never as new (o: unknown) => object)(o),
    parameters: { options },
  },
  ...option("new Context name", (_, o) => new lanewise.Context(o), is("text?")),
  ...one(
    "context.getModules state",
    ({ context }, state) => loose(context).getModules?.(state),
    is("choice", () => "input"),
  ),
  "new DeviceBuffer": {
    call: (_, source, range, o) => bufferOf(source, range, o),
    parameters: {
      source: is("type", () => Float32Array, "array of another context", "array of another type"),
      range: is("range", () => 8),
      options,
    },
  },
  ...option("new DeviceBuffer name", (_, o) => bufferOf(Float32Array, 8, o), is("text?")),
  "buffer.hostAccessor": {
    call: async ({ buffer }, mode, o) => dispose(await loose(buffer).hostAccessor?.(mode, o)),
    parameters: { mode: is("choice?", () => "read"), options },
  },
  "buffer.hostAccessorSync": {
    call: ({ buffer }, mode, o) => dispose(loose(buffer).hostAccessorSync?.(mode, o)),
    parameters: { mode: is("choice?", () => "read"), options },
  },
  "buffer.subBuffer": {
    call: ({ buffer }, offset, range) => loose(buffer).subBuffer?.(offset, range),
    parameters: { offset: is("range?", () => 0), range: is("range?", () => 4) },
  },
  ...one("buffer.setFinalData array", ({ buffer }, array) => loose(buffer).setFinalData?.(array), {
    kind: "array",
    good: () => null,
    allowed: ["null"],
  }),
  ...one(
    "buffer.setWriteBack isWanted",
    ({ buffer }, flag) => loose(buffer).setWriteBack?.(flag),
    is("flag?", () => true),
  ),
  "graph.run": { call: (w, o) => withGraph(w, (graph) => graph.run?.(o)), parameters: { options } },
  ...one(
    "graph.update values",
    (w, o) => withGraph(w, (graph) => graph.update?.(o)),
    is("options?", () => ({})),
  ),
  ndRange: {
    call: (_, ...sizes) => a.ndRange?.(...sizes),
    parameters: { global: is("range", () => 8), local: is("range", () => 4) },
  },
  reduction: {
    call: (_, target, operation, o) => a.reduction?.(target, operation, o),
    parameters: {
      target: is("array", ({ x }) => x),
      operation: is("choice", () => "add"),
      options,
    },
  },
  ...option("reduction initializeToIdentity", ({ x }, o) => a.reduction?.(x, "add", o), is("flag?")),
  ...option(
    "reduction identity",
    ({ x }, o) => a.reduction?.(x, () => 1, o),
    is("number", () => 1, "bigint"),
  ),
  build: bundleStep("build", "input"),
  compile: bundleStep("compile", "input"),
  link: bundleStep("link", "object"),
  buildAsync: bundleStep("buildAsync", "input"),
  compileAsync: bundleStep("compileAsync", "input"),
  linkAsync: bundleStep("linkAsync", "object"),
  join: {
    call: (_, bundles) => a.join?.(bundles),
    parameters: { bundles: is("list", (w) => [lanewise.getKernelBundle(w.q.context, "input")]) },
  },
  createKernelBundle: {
    call: (_, context, source, o) => a.createKernelBundle?.(context, source, o),
    parameters: {
      context: is("context", ({ context }) => context),
      source: is("bytes", () => [], "empty list"),
      options,
    },
  },
  getKernelBundle: {
    call: (_, context, state, o) => a.getKernelBundle?.(context, state, o),
    parameters: { context: is("context", ({ context }) => context), state: is("choice", () => "input"), options },
  },
  ...option(
    "getKernelBundle devices",
    selection,
    is("list", () => lanewise.getDevices(), "undefined"),
  ),
  ...option(
    "getKernelBundle kernels",
    selection,
    is("list", () => [], "undefined"),
  ),
  hasKernelBundle: {
    call: (_, context, state, o) => a.hasKernelBundle?.(context, state, o),
    parameters: { context: is("context", ({ context }) => context), state: is("choice", () => "input"), options },
  },
  getNative: {
    call: (_, bundle) => a.getNative?.(bundle),
    parameters: { object: is("bundle", (w) => lanewise.getKernelBundle(w.q.context, "input")) },
  },
  makeKernelBundle: {
    call: (_, context, native, state, o) => a.makeKernelBundle?.(context, native, state, o),
    parameters: {
      context: is("context", ({ context }) => context),
      native: is("bytes", () => [], "empty list"),
      state: is("choice", () => "input"),
      options,
    },
  },
  "thisModule.get": thisModule("get"),
  "thisModule.hasModuleIn": thisModule("hasModuleIn"),
  "thisModule.hasAnyModule": {
    call: (_, context, module) => loose(lanewise.thisModule).hasAnyModule?.(context, module),
    parameters: { context: is("context", ({ context }) => context), module: is("text", () => "m") },
  },
  deviceDlopen: {
    call: (_, source, o) => a.deviceDlopen?.(source, o),
    parameters: { source: is("bytes", () => [], "empty list"), options },
  },
  ...option("deviceDlopen name", dlopen, is("text?")),
  ...option("deviceDlopen trusted", dlopen, is("flag?")),
  ...option(
    "deviceDlopen stackSize",
    dlopen,
    is("count?", () => 4096),
  ),
  ...one(
    "device.has aspect",
    (_, aspect) => loose(device()).has?.(aspect),
    is("choice", () => "cpu"),
  ),
  ...one(
    "device.partitionEqually threads",
    (_, n) => loose(device()).partitionEqually?.(n),
    is("count", () => 1),
  ),
  ...one(
    "device.partitionByCounts counts",
    (_, n) => loose(device()).partitionByCounts?.(n),
    is("list", () => [1]),
  ),
  addressOf: {
    call: (_, place, index) => a.addressOf?.(place, index),
    parameters: {
      place: is("any", ({ x }) => x, "date", "disposed queue"),
      index: is("count?", () => 0),
    },
  },
  ...one(
    "hasAspect aspect",
    (_, aspect) => a.hasAspect?.(aspect),
    is("choice", () => "cpu"),
  ),
  ...one(
    "range step",
    (_, step) => a.range?.(0, 8, step),
    is("number", () => 1, "undefined", "-1", "2^31", "2^53"),
  ),
  ...one(
    "fixedArray length",
    (_, length) => a.fixedArray?.(length, 0),
    is("count", () => 4),
  ),
  ...one(
    "deviceFn fn",
    (_, fn) => a.deviceFn?.(fn),
    is("function", () => () => 1),
  ),
  ...one(
    "functionRef fn",
    (_, fn) => a.functionRef?.(fn),
    is("function", () => () => 1),
  ),
  ...one(
    "externalDeviceFn name",
    (_, name) => a.externalDeviceFn?.(name),
    is("text", () => "f"),
  ),
  ...one(
    "q.onError onError",
    (w, f) => {
      Object.assign(w.q, { onError: f });
    },
    is("function?"),
  ),
  ...one(
    "codeCache.isOn isOn",
    (_, isOn) => {
      Object.assign(lanewise.codeCache, { isOn });
    },
    is("flag?", () => lanewise.codeCache.isOn),
  ),
  "input.setSpecializationConstant": {
    call: ({ context }, constant, value) =>
      loose(lanewise.getKernelBundle(context, "input")).setSpecializationConstant?.(constant, value),
    parameters: { constant: is("global", () => lanewise.specConstant(3)), value: is("value", () => 1) },
  },
  ...Object.fromEntries(
    (["input", "object", "executable"] as const).map((state): [string, Row] => [
      `${state}.getSpecializationConstant`,
      {
        call: ({ context, kernel }, constant) =>
          loose(bundleOf(context, kernel, state)).getSpecializationConstant?.(constant),
        parameters: { constant: is("global", () => lanewise.specConstant(3)) },
      },
    ]),
  ),
  "input.getSpecConstant": named("getSpecConstant", "step", ({ ofText }) => ofText),
  "object.getSpecConstant": named("getSpecConstant", "step", ({ ofText }) => lanewise.compile(ofText)),
  "executable.getSpecConstant": named("getSpecConstant", "step", ({ ofText }) => lanewise.build(ofText)),
  "executable.getDeviceGlobal": named("getDeviceGlobal", "total", ({ ofText }) => lanewise.build(ofText)),
  ...one(
    "executable.getKernel kernel",
    (w, kernel) => loose(bundleOf(w.context, w.kernel, "executable")).getKernel?.(kernel),
    is("kernel", ({ kernel }) => kernel),
  ),
  ...algorithmRows,
};

/** What takes nothing, or anything: kernels' own vocabulary converts as JavaScript does; the compiler sees to its types. */
export const unchecked: Readonly<Record<string, readonly string[]>> = {
  "takes nothing": [
    "getDevices",
    "discoverDevices",
    "localMemory",
    "nullPointer",
    "nullFunctionRef",
    "codeCache",
    "SYCL_EXT_ONEAPI_DEVICE_GLOBAL",
    "library.close",
    "event.wait",
    "event.waitAndThrow",
    "event.waitSync",
    "q.memoryUsage",
    "q.wait",
    "q.waitAndThrow",
    "q.waitSync",
    "buffer.dispose",
    "buffer.disposeAsync",
    "graph.explain",
    "codeCache.list",
    "codeCache.clear",
  ],
  "is for kernels, and on the host as JavaScript's own conversions": [
    "f16",
    "f32",
    "f64",
    "i8",
    "i16",
    "i32",
    "i64",
    "u8",
    "u16",
    "u32",
    "u64",
    "popcount",
    "ctz",
    "clz",
    "rotate",
    "assert",
    "specialized",
    "targetIs",
    "atomicRef",
  ],
  "is an object, whose methods have rows": ["thisModule", "Handler"],
  "says no of what is of another kind": ["input.equals", "object.equals", "executable.equals", "executable.hasKernel"],
  "takes what any promise does": ["event.then"],
  "is completed by the compiler": ["structOf"],
  "takes any value": ["deviceGlobal", "specConstant"],
  "is made by the library alone": ["LanewiseError", "KernelError"],
  "is for the library alone": ["q.mallocScratch", "q.plainLaunch", "q.launchKernel", "q.checkLive", "q.submitWork"],
};
