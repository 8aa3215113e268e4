// Conformance, at run time: errors and registration of compiled programs, on each device; device globals have files of their own. Titles
// begin with the ids of the requirements they show, or with the case they port.

import type { Queue } from "lanewise";
import { afterAll, describe, expect, test, vi } from "vitest";
import { compileSource } from "../support/compile-source.js";
import { emittedBy, loadEmitted, loadProgram } from "../support/load-program.js";

const sources = {
  "main.ts": `import { deviceGlobal, type i32, Queue } from "lanewise";
import { value as theirs } from "./other.js";
export { fromOther } from "./other.js";
export { theirs };
const top = deviceGlobal<i32>(); // launched below, before the module ends
const atTop = new Queue();
export const first = atTop.singleTask(() => { top.value = 7; later.value += 1; });
export const readTop = () => atTop.read(top);
const later = deviceGlobal<i32>(10);

export const increment = (q: Queue) => q.singleTask(() => { theirs.value += 1; });
export const past = (q: Queue, a: Int32Array) => q.parallelFor(8, (i) => { a[i] = i; });
`,
  "other.ts": `import { deviceGlobal, type i32, type Queue } from "lanewise";
export const value = deviceGlobal<i32>(100);
export const fromOther = (q: Queue) => q.singleTask(() => { value.value *= 2; });
`,
};
// The exports of main.ts above, typed as what fits every overload: the compiled program has its types checked where it is
// compiled; here `as never` stands wherever the wrong or an unknown type is passed on purpose.
interface Main {
  readonly [name: string]: never;
}
const program = await loadProgram(sources);
afterAll(program.dispose);
const main = (await program.load("main.ts")) as unknown as Main;
const { KernelError } = program.lanewise;

type Launch = (q: Queue, ...rest: unknown[]) => PromiseLike<unknown>;
const launch = (name: string, ...args: [Queue, ...unknown[]]) => (main[name] as unknown as Launch)(...args);

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new program.lanewise.Queue({ device });
  test("case 23 (no_dev_img_scope): one global in the images of two modules", async () => {
    await q.write(main.theirs as never, 21 as never);
    await launch("fromOther", q);
    await launch("increment", q);
    expect(await q.read(main.theirs as never)).toBe(43);
  });
  test("M3: an index out of bounds is a KernelError with file, line and work-item", async () => {
    const error = await launch("past", q, q.mallocShared(Int32Array, 5)).then(undefined, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(KernelError);
    expect(error).toMatchObject({
      code: "out_of_bounds",
      array: "a",
      index: 5,
      length: 5,
      file: "main.ts",
      workItem: [5],
    });
  });
});

test("F2, X7: modules register before their own top level launches", async () => {
  await (main.first as unknown as PromiseLike<unknown>);
  expect(await (main.readTop as unknown as () => Promise<number>)()).toBe(7);
});

test("X5: a kernel that was not compiled beside others that were is named, with its place", async () => {
  const compiled = {
    "typed.ts": `import { Queue } from "lanewise";
const out = new Float32Array(4);
export const compiled = (q: Queue) => q.parallelFor(4, (i) => { out[i] = i; });`,
  };
  // Its compiler says so, too (LW1142); it was emitted all the same.
  const untyped = {
    "untyped.ts": `import { Queue } from "lanewise";
import "./typed.js";
const out = new Float32Array(4);
const q: any = new Queue();
export const direct = () => q.parallelFor(4, (i: number) => { out[i + 2] = 1; }, { name: "direct" });
export const others = () => { const other = q; return other.submit((h: any) => h.singleTask(() => { out[0] = 3; })); };`,
  };
  const emitted = emittedBy(compiled, compileSource(compiled));
  const loaded = await loadEmitted({ ...compiled, ...untyped }, { ...emitted, ...untyped });
  const main = (await loaded.load("untyped.ts")) as Readonly<Record<string, () => PromiseLike<void>>>;
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  for (const name of ["direct", "direct", "others"]) await main[name]?.();
  const said = warned.mock.calls.map(([message]) => String(message).replace(/\S*\/untyped/g, "untyped"));
  warned.mockRestore();
  loaded.dispose();
  expect(said.map((message) => message.slice(0, message.indexOf(" as plain")))).toEqual([
    "Lanewise: kernel direct, launched at untyped.js:5:31, is not compiled, although other modules of the program are, so it runs",
    "Lanewise: kernel (anonymous), launched at untyped.js:6:61, is not compiled, although other modules of the program are, so it runs",
  ]);
  expect(said[0]).toContain("as any instead of Queue");
});

test("X5: the same source runs as plain host code where nothing was compiled", async () => {
  const text = `import { Queue, type i32 } from "lanewise";
    export async function run(): Promise<[string, string, ...number[]]> {
      const q = new Queue(); const a = q.mallocShared(Int32Array, 4);
      const before = q.device.kind;
      await q.parallelFor(4, (i: i32) => { a[i] = i * i; });
      return [before, q.device.name, ...a];
    }`;
  for (const isCompiled of [true, false]) {
    const loaded = await loadProgram({ "main.ts": text }, { isCompiled });
    // The program exports it.
    const { run } = (await loaded.load("main.ts")) as { readonly run: () => Promise<unknown[]> };
    const device = isCompiled ? "CPU (WebAssembly)" : "Host (JavaScript)";
    expect(await run()).toEqual(["cpu", device, 0, 1, 4, 9]);
    loaded.dispose();
  }
});
