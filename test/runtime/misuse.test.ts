// Misuse from programs without types: each parameter of each public function gets what it is not for. All of it must be refused, by a
// LanewiseError that says what was found, before anything happens.

import * as lanewise from "lanewise";
import * as algorithms from "lanewise/algorithms";
import { afterAll, describe, expect, test } from "vitest";
import { set } from "./kernels.js";
import { bundleOf, type Row, rows, unchecked } from "./misuse-rows.js";
import { createWorld, kinds, type ValueName, values } from "./misuse-values.js";

const world = createWorld();
const { q, x, y, ints } = world;
afterAll(() => world.context[Symbol.asyncDispose]());

/** What came of a call: what it threw, at once or later. */
async function outcome(call: () => unknown): Promise<{ readonly error: unknown } | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return { error };
  }
}

function problemOf(found: { readonly error: unknown } | undefined): string | undefined {
  if (!found) return "was taken";
  const { error } = found;
  if (error instanceof lanewise.LanewiseError) {
    return /undefined \(|\[object |NaN-/.test(error.message) ? `says ${error.message}` : undefined;
  }
  return `threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
}

/** What is passed by mistake most often, and reads the same wherever it stands: the message must say which parameter it was. */
const isNamed = new Set<ValueName>(["undefined", "NaN", "-1", "1.5", "string"]);

function unnamed(found: { readonly error: unknown } | undefined, parameter: string): string | undefined {
  const [first = ""] = String(found?.error).split("\n");
  return first.toLowerCase().includes(parameter.toLowerCase()) ? undefined : `is not named: ${first}`;
}

const goodOf = ({ parameters }: Row) => Object.values(parameters).map(({ good }) => good?.(world));

async function problemsOf(row: Row): Promise<readonly string[]> {
  const problems: string[] = [];
  const names = Object.keys(row.parameters);
  for (const [index, name] of names.entries()) {
    const { kind, allowed = [] } = row.parameters[name] ?? { kind: "any" };
    const refused: readonly ValueName[] = kinds[kind];
    for (const value of refused) {
      if (allowed.includes(value)) continue;
      const passed = Object.values(row.parameters).map(({ good }, at) =>
        at === index ? values[value](world) : good?.(world),
      );
      const found = await outcome(() => row.call(world, ...passed));
      const problem = problemOf(found) ?? (isNamed.has(value) ? unnamed(found, name) : undefined);
      if (problem) problems.push(`${name}, ${value}: ${problem}`);
    }
  }
  return problems;
}

describe("USE1: what a parameter is not for is refused", () => {
  for (const [name, row] of Object.entries(rows)) {
    test(name, async () => {
      x.fill(1);
      y.fill(2);
      expect(await outcome(() => row.call(world, ...goodOf(row)))).toBeUndefined();
      await q.parallelFor(8, set(ints, 1) as () => void);
      await q.wait();
      const [before, contents] = [q.memoryUsage(), [...x, ...y]];
      expect(await problemsOf(row)).toEqual([]);
      await q.parallelFor(8, set(ints, 5) as () => void);
      expect([...ints]).toEqual(Array(8).fill(5));
      // Nothing was written, and nothing is kept.
      expect([...x, ...y]).toEqual(contents);
      expect(q.memoryUsage()).toEqual(before);
    });
  }
});

/** What is public: exports, and the methods and setters of what they make, as rows name them. */
function everything(): readonly string[] {
  const graph = q.record(() => q.fill(x, 1));
  const input = bundleOf(q.context, world.kernel, "input");
  const objects = {
    q,
    h: lanewise.Handler.prototype,
    context: world.context,
    buffer: world.buffer,
    graph,
    input,
    object: lanewise.compile(input),
    executable: lanewise.build(input),
    library: lanewise.deviceDlopen([]),
    event: q.fill(x, 1),
    device: lanewise.getDevices()[0] ?? {},
    thisModule: lanewise.thisModule,
    codeCache: lanewise.codeCache,
  };
  const members = Object.entries(objects).flatMap(([name, object]) =>
    membersOf(object).map((member) => `${name}.${member}`),
  );
  return [...Object.keys(lanewise), ...members, ...Object.keys(algorithms).map((name) => `algorithms.${name}`)];
}

function membersOf(object: object): readonly string[] {
  const prototype: unknown = Object.getPrototypeOf(object);
  const inherited = prototype && prototype !== Object.prototype ? membersOf(prototype) : [];
  const own = Object.entries(Object.getOwnPropertyDescriptors(object))
    .filter(([name, { value, set }]) => name !== "constructor" && (typeof value === "function" || set !== undefined))
    .map(([name]) => name);
  return [...new Set([...own, ...inherited])];
}

test("USE1: every public function, method and setter has a row, or a reason for having none", () => {
  const known = [...Object.keys(rows).map((name) => name.replace(/^new /, "")), ...Object.values(unchecked).flat()];
  const named = new Set(known.map((name) => name.split(" ")[0]));
  const all = everything();
  expect(all.filter((name) => !named.has(name))).toEqual([]);
  // Rows of what there is no more.
  expect([...named].filter((name) => name !== undefined && !all.includes(name))).toEqual([]);
});

test("USE2: an unknown option is named, with those that there are", () => {
  const code = (call: () => unknown) => {
    try {
      call();
    } catch (error) {
      if (error instanceof lanewise.LanewiseError) return `${error.code}, ${error.message.split("\n")[0]}`;
      throw error;
    }
    return "was taken";
  };
  const options: object = { thread: 2 };
  expect(code(() => new lanewise.Queue(options))).toBe(
    'unknown_option, LW4055: new Queue: there is no option "thread"; expected device, context, threads, workerUrl, order, name, timeout, onError, onLog, onProgress, bounds, fp, precision. Did you mean threads?',
  );
  const swapped: object = { naem: "x" };
  expect(code(() => q.parallelFor(8, world.kernel, swapped))).toContain('"naem"; expected ');
  expect(code(() => q.parallelFor(8, world.kernel, swapped))).toMatch(/Did you mean name\?$/);
  // Of a range of work-groups alone.
  const grouped: object = { subGroupSize: 4 };
  expect(code(() => q.parallelFor(8, world.kernel, grouped))).toContain(
    'q.parallelFor: there is no option "subGroupSize"',
  );
  const far: object = { completelyElse: 2 };
  expect(code(() => q.record(() => q.fill(x, 1), far))).toMatch(/expected fuse, internal\.$/);
});

test("USE1: an array without memory is refused by all that use arrays", async () => {
  const { detached } = world;
  const calls: Readonly<Record<string, () => unknown>> = {
    copyFrom: () => q.copy(detached, x),
    copyTo: () => q.copy(x, detached, 0),
    memcpy: () => q.memcpy(x, detached),
    fill: () => q.fill(detached, 1),
    toHost: () => q.toHost(detached),
    buffer: () => new lanewise.DeviceBuffer(detached),
    reduction: () => lanewise.reduction(detached, "add"),
  };
  for (const [name, call] of Object.entries(calls)) {
    const found = await outcome(call);
    expect(String(found?.error), name).toContain("a Float32Array without memory: its buffer was transferred");
  }
});
