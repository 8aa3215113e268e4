// Device globals that no module has registered, in a program of which other modules are compiled: the first use on the host throws and says
// what to write (rule G9). What the compiler sees is LW1401 to LW1418 when it compiles.

import { deviceGlobal, type FixedArray, type i32, Queue } from "lanewise";
import { expect, test } from "vitest";
import { emit } from "./emitted.js";

const before = deviceGlobal<i32>(1);
const valueBefore = before.value;
emit({ name: "compiled", kernels: [] });

const total = deviceGlobal<i32>(1);
const table = deviceGlobal<FixedArray<i32, 2>>([1, 2]);
const q = new Queue();

test("a program of which nothing is compiled keeps the value on the host", () => {
  expect(valueBefore).toBe(1);
});

const uses: Readonly<Record<string, () => unknown>> = {
  ".value": () => total.value,
  ".value, assigned": () => {
    total.value = 2;
  },
  ".get": () => total.get(),
  ".0": () => table[0],
  "for-of": () => [...table],
  "q.read": () => q.read(total),
  "q.write": () => q.write(total, 2),
  "q.copy": () => q.copy(table, new Int32Array(2)),
  "q.copy, to it": () => q.copy(new Int32Array(2), table),
  "q.memcpy": () => q.memcpy(table, new Int32Array(2)),
  "its properties": () => total.hasProperty("hostAccess"),
  "q.submit": () => q.submit((h) => h.copy(table, new Int32Array(2))),
};

test.each(Object.entries(uses))("%s", async (_name, use) => {
  // Some throw at once, others reject.
  const used = async () => use();
  await expect(used()).rejects.toMatchObject({
    code: "kernel_not_compiled",
    message: expect.stringContaining("but no module has registered it"),
    help: expect.stringContaining("`export const total = deviceGlobal<i32>();`"),
  });
});

test("what a kernel uses that runs as plain JavaScript keeps its value on the host", async () => {
  const own = deviceGlobal<i32>(1);
  const plain = new Queue();
  await plain.singleTask(() => {
    own.value += 1;
  });
  expect(await plain.read(own)).toBe(2);
});
