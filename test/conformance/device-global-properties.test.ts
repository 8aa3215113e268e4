// Conformance: the properties of device globals over every combination, on the host, in kernels and in copies. Titles begin with the
// case that they port and the ids of the requirements they show.

import type { DeviceGlobal, i32, Queue } from "lanewise";
import { afterAll, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";
import { codeOf } from "../support/thrown-error.js";

/** What each property may be; undefined: it is not declared. */
const values = {
  deviceImageScope: [undefined, "true"],
  hostAccess: [undefined, '"read"', '"write"', '"read_write"', '"none"'],
  initMode: [undefined, '"reprogram"', '"reset"'],
  implementInCsr: [undefined, "true", "false"],
} as const;
type Key = keyof typeof values;
const keys = Object.keys(values) as Key[]; // of an object literal
type Stated = Readonly<Partial<Record<Key, string>>>;
const combinations = keys.reduce<readonly Stated[]>(
  (all, key) =>
    all.flatMap((stated) => values[key].map((value) => (value === undefined ? stated : { ...stated, [key]: value }))),
  [{}],
);
const sourceOf = (stated: Stated, index: number): string => {
  const type = keys.flatMap((key) => (stated[key] === undefined ? [] : [`readonly ${key}: ${stated[key]}`])).join("; ");
  const bits = keys.map((key, bit) => `(g${index}.hasProperty("${key}") ? ${2 ** bit} : 0)`).join(" + ");
  const right = keys.flatMap((key, bit) => {
    const value = stated[key];
    if (value === undefined) return [];
    const got = `g${index}.getProperty("${key}")`;
    const isRight = value.startsWith('"') ? `${got} === ${value}` : value === "true" ? got : `!${got}`;
    return [`(${isRight} ? ${2 ** bit} : 0)`];
  });
  return `export const g${index} = deviceGlobal<i32, { ${type} }>(${index});
export const ask${index} = (q: Queue, out: Int32Array) => q.singleTask(() => { out[0] = ${bits}; out[1] = ${["0", ...right].join(" + ")}; g${index}.value += 1000; out[2] = g${index}.value; });`;
};
const text = `import { deviceGlobal, type i32, Queue } from "lanewise";\n${combinations.map(sourceOf).join("\n")}\n`;
const program = await loadProgram({ "properties.ts": text });
afterAll(program.dispose);
const exported = await program.load("properties.ts");
const { Context, Queue: NewQueue } = program.lanewise;
type Call = (q: Queue, ...rest: unknown[]) => PromiseLike<unknown>;

const parse = (value: string): unknown => JSON.parse(value);

test("there are all combinations", () => {
  expect([combinations.length, new Set(combinations.map((stated) => JSON.stringify(stated))).size]).toEqual([90, 90]);
});

test("P1, P2, P4, case 9 (device_global_properties): has and get on the host, over every combination", async () => {
  for (const [index, stated] of combinations.entries()) {
    const global = exported[`g${index}`] as { hasProperty(key: string): boolean; getProperty(key: string): unknown }; // as declared above
    expect(keys.filter((key) => global.hasProperty(key))).toEqual(keys.filter((key) => stated[key] !== undefined));
    for (const key of keys) {
      const value = stated[key];
      if (value === undefined) expect(codeOf(() => global.getProperty(key))).toBe("invalid");
      else expect(global.getProperty(key)).toBe(parse(value));
    }
  }
});

test.each(["cpu", "host"] as const)(
  "P1, P2, P3, P4, case 9: in kernels and copies on %s, over every combination",
  async (device) => {
    await using context = new Context();
    const q = new NewQueue({ device, context });
    const out = q.mallocShared(Int32Array, 3);
    for (const [index, stated] of combinations.entries()) {
      const global = exported[`g${index}`] as DeviceGlobal<i32>; // as declared above
      const access = stated.hostAccess === undefined ? "read_write" : parse(stated.hostAccess);
      const [mayRead, mayWrite] = [
        access === "read" || access === "read_write",
        access === "write" || access === "read_write",
      ];
      const host = Int32Array.of(index + 1);
      const codes = [() => q.copy(host, global), () => q.memcpy(global, host), () => q.write(global, index + 1)].map(
        codeOf,
      );
      expect(codes).toEqual(codes.map(() => (mayWrite ? "nothing thrown" : "host_access")));
      const launched = exported[`ask${index}`] as Call; // as declared above
      await launched(q, out);
      const bits = keys.reduce((sum, key, bit) => sum + (stated[key] === undefined ? 0 : 2 ** bit), 0);
      const value = index + 1000 + (mayWrite ? 1 : 0);
      expect([...out]).toEqual([bits, bits, value]);
      const reads = [() => q.copy(global, host), () => q.memcpy(host, global)].map(codeOf);
      expect(reads).toEqual(reads.map(() => (mayRead ? "nothing thrown" : "host_access")));
      await q.wait();
      expect(host[0]).toBe(mayRead ? value : index + 1);
    }
  },
);
