// Conformance: copies of device globals by every form that the extension and SYCL's command groups give, of structs too, on each device.
// Titles begin with the ids of the requirements they show.

import { afterAll, describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";
import { codeOf } from "../support/thrown-error.js";

const program = await loadProgram({
  "main.ts": `import { atomicRef, deviceGlobal, type f32, type f64, type FixedArray, i32, type i64, Queue, structOf, type u32 } from "lanewise";
interface Inner { flag: boolean; id: i64 }
interface Body { pos: FixedArray<f32, 3>; mass: f64; inner: Inner }
const body = deviceGlobal<Body>({ pos: [1, 2, 3], mass: 4, inner: { flag: true, id: 5n } });
const bodies = deviceGlobal<FixedArray<FixedArray<Body, 2>, 3>>();
const bins = deviceGlobal<FixedArray<u32, 8>>([1, 2, 3, 4, 5, 6, 7, 8]);
const total = deviceGlobal<i32>();
const asked = deviceGlobal<i32, { hostAccess: "read"; initMode: "reset"; implementInCsr: false }>(7);

export const readBody = (q: Queue) => q.read(body);
export const writeBody = (q: Queue) => q.write(body, { pos: Float32Array.of(9, 8, 7), mass: 1, inner: { flag: false, id: -1n } });
export const moveBody = (q: Queue) => q.singleTask(() => { body.get().pos[0]! += 10; body.get().inner.id += 1n; });
export async function throughArrays(q: Queue, layout: "aos" | "soa") {
  const ps = q.mallocShared(structOf<Body>(), 4, { layout });
  ps[1]!.mass = 3; ps[1]!.inner.id = 12n;
  q.copy(ps, bodies, 4, 1);
  const back = q.mallocShared(structOf<Body>(), 6, { layout });
  await q.copy(bodies, back, { count: 5, startIndex: 1 });
  const rows = await q.read(bodies);
  return [ps[1], back[1], rows[1]![0]].map((p) => [p!.mass, p!.inner.id]).concat([[rows.length, rows[0]!.length]]);
}
export const past = (q: Queue) => [() => q.copy(q.mallocShared(structOf<Body>(), 7), bodies, 7), () => q.copy(bodies, q.mallocShared(structOf<Body>(), 5)), () => q.copy(bodies, q.mallocShared(structOf<Body>(), 9), 2, 5),
  () => q.write(body, { pos: [1, 2], mass: 1, inner: { flag: false, id: 1n } })];
export async function forms(q: Queue) {
  const out = new Uint32Array(3);
  const first = q.copy(Uint32Array.of(20, 30), bins, { count: 2, startIndex: 1 });
  await q.copy(bins, out, { count: 3, after: first });
  const bytes = new Uint8Array(8);
  await q.memcpy(bytes, bins, { numBytes: 4, offset: 8, after: [first] });
  await q.memcpy(bytes.subarray(4), bins, 4, 4, first);
  return [...out, ...bytes];
}
export async function groups(q: Queue) {
  const other = new Queue({ device: q.device });
  const out = q.mallocShared(Uint32Array, 8);
  const reset = q.submit((h) => { h.copy(Uint32Array.of(5, 5), bins, 2, 0); });
  const launched = other.submit((h) => { h.parallelFor(8, (i) => { out[i] = bins[i]!; }); h.dependsOn(reset); });
  const summed = q.submit((h) => { h.dependsOn([launched]); h.parallelFor([2, 4], (y, x) => { atomicRef(total).fetchAdd(i32(out[y * 4 + x]!)); }); });
  await q.submit((h) => { h.dependsOn(summed); h.singleTask(() => { total.value += 1000; }); });
  const bytes = new Int32Array(1);
  await q.submit((h) => { h.memcpy(bytes, total); });
  await q.submit((h) => { h.memcpy(total, Int32Array.of(0), { numBytes: 4 }); });
  return [...out.subarray(0, 3), bytes[0], await q.read(total)];
}
export const wrongGroups = (q: Queue) => [
  () => q.submit(() => undefined),
  () => q.submit((h) => { h.singleTask(() => { total.value = 1; }); h.copy(bins, new Uint32Array(8)); }),
  () => { let kept: { dependsOn(events: []): void } | undefined; void q.submit((h) => { kept = h; h.memcpy(total, new Int32Array(1)); }); kept?.dependsOn([]); },
  () => q.submit((h) => { h.copy(bins, new Uint32Array(8), 9); }),
];
export const properties = () => [asked.hasProperty("hostAccess"), asked.hasProperty("deviceImageScope"), asked.getProperty("hostAccess"), asked.getProperty("initMode"), asked.getProperty("implementInCsr"), total.hasProperty("hostAccess")];
export const absent = () => (asked as unknown as { getProperty(name: string): unknown }).getProperty("deviceImageScope");
`,
});
afterAll(program.dispose);
type Exported = (...args: unknown[]) => unknown;
const main = (await program.load("main.ts")) as Readonly<Record<string, Exported>>; // functions alone
const call = (name: string, ...args: unknown[]) => main[name]?.(...args);
const { Queue } = program.lanewise;

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new Queue({ device });

  test("D7, I2, V1: a struct is read and written as an object, and kernels share it", async () => {
    expect(await call("readBody", q)).toEqual({ pos: [1, 2, 3], mass: 4, inner: { flag: true, id: 5n } });
    call("writeBody", q);
    await call("moveBody", q);
    expect(await call("readBody", q)).toEqual({ pos: [19, 8, 7], mass: 1, inner: { flag: false, id: 0n } });
  });
  test.each(["aos", "soa"])("C1, C2: arrays of structs are copied from and to arrays of them, %s", async (layout) => {
    expect(await call("throughArrays", q, layout)).toEqual([
      [3, 12n],
      [3, 12n],
      [3, 12n],
      [3, 2],
    ]);
  });
  test("C3: structs past the end, or of another form, are invalid", () => {
    expect((call("past", q) as (() => unknown)[]).map(codeOf)).toEqual(["invalid", "invalid", "invalid", "invalid"]);
  });
  test("C1, C2: options as one object", async () => {
    expect(await call("forms", q)).toEqual([1, 20, 30, 30, 0, 0, 0, 20, 0, 0, 0]);
  });
  test("C1: command groups copy, launch and wait for events", async () => {
    expect(await call("groups", q)).toEqual([5, 5, 3 + 27, 1000 + 5 + 5 + 30 + 4 + 5 + 6 + 7 + 8, 0]);
  });
  test("C1: a group has one command, stated before its function returns", () => {
    const wrong = call("wrongGroups", q) as (() => unknown)[];
    expect(wrong.map(codeOf)).toEqual(["invalid", "invalid", "invalid", "invalid"]);
  });
});

test("D10: the version of the extension", () => {
  expect(program.lanewise.SYCL_EXT_ONEAPI_DEVICE_GLOBAL).toBe(1);
});

test("P2, P4: properties can be asked for on the host", () => {
  expect(call("properties")).toEqual([true, false, "read", "reset", false, false]);
  expect(codeOf(() => call("absent"))).toBe("invalid");
});

test("P3, C1: the type error of a wrong copy names the array that is wanted, or the access that forbids it", () => {
  const { typeErrors } = compileSource({
    "main.ts": `import { deviceGlobal, type FixedArray, type i32, Queue, type u32 } from "lanewise";
const histogram = deviceGlobal<FixedArray<u32, 256>>();
const readOnly = deviceGlobal<i32, { hostAccess: "read" }>();
const q = new Queue();
q.copy(histogram, new Float32Array(256));
q.copy(new Int32Array(256), histogram);
q.copy(new Int32Array(1), readOnly);
q.submit((h) => { h.copy(histogram, new Float32Array(256)); });
`,
  });
  const messages = typeErrors.map(({ messageText }) =>
    typeof messageText === "string" ? messageText : messageText.messageText,
  );
  expect(messages).toEqual([
    "Argument of type 'Float32Array<ArrayBuffer>' is not assignable to parameter of type 'Uint32Array<ArrayBufferLike>'.",
    "Argument of type 'Int32Array<ArrayBuffer>' is not assignable to parameter of type 'Uint32Array<ArrayBufferLike>'.",
    'Argument of type \'DeviceGlobal<i32, { hostAccess: "read"; }>\' is not assignable to parameter of type \'Forbidden<"hostAccess \\"read\\" forbids copying to this device global">\'.',
    "Argument of type 'Float32Array<ArrayBuffer>' is not assignable to parameter of type 'Uint32Array<ArrayBufferLike>'.",
  ]);
});
