// The device contract, on a device that is none of ours (test/support/remote-device.ts): memory that cannot be mapped, and launches that
// complete late. What it lacks fails with an error that says so.

import { Context, discoverDevices, KernelError, type LanewiseError, Queue, type QueueEvent } from "lanewise";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { registerDiscovery } from "../../runtime/dist/device/drivers.js";
import { loadProgram } from "../support/load-program.js";
import {
  type RemoteDevice,
  type RemoteSettings,
  registerRemote,
  remoteDevices,
  remoteDriver,
} from "../support/remote-device.js";
import { errorOf } from "../support/thrown-error.js";
import { rows, saxpy, set } from "./kernels.js";

/** A queue on a device of its own. */
function remote(settings: RemoteSettings = {}, options: { readonly order?: "explicit" } = {}) {
  registerRemote(settings);
  const q = new Queue({ device: "remote", context: new Context(), ...options });
  return { q, device: lastDevice() };
}

function lastDevice(): RemoteDevice {
  const device = remoteDevices.at(-1);
  if (!device) throw new Error("a context opens a device");
  return device;
}

const onHost = async (q: Queue, array: Float32Array): Promise<number[]> => {
  const copy = new Float32Array(array.length);
  await q.copy(array, copy);
  return [...copy];
};

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}

beforeEach(() => registerRemote());

describe("launches", () => {
  test("move arrays of the host, and those that are shared", async () => {
    const { q } = remote();
    const x = q.mallocShared(Float32Array, [1, 2, 3, 4]);
    const y = new Float32Array([10, 20, 30, 40]);
    await q.parallelFor(4, saxpy(x, y, 2));
    expect([...y]).toEqual([12, 24, 36, 48]);
    const out = q.mallocHost(Int32Array, 6);
    await q.parallelFor([2, 3], rows(out));
    expect([...out]).toEqual([0, 1, 2, 10, 11, 12]);
  });

  test("use the device's memory, which copies and fills reach", async () => {
    const { q } = remote();
    const x = q.mallocDevice(Float32Array, [1, 2, 3, 4]);
    const y = q.mallocDevice(Float32Array, 4);
    q.fill(y, 5);
    q.parallelFor(4, saxpy(x, y, 2));
    expect(await onHost(q, y)).toEqual([7, 9, 11, 13]);
    q.parallelFor(2, saxpy(x.subarray(2), y, 1));
    q.copy(y, x, 2);
    q.copy(new Float32Array([-1]), y.subarray(3));
    expect(await onHost(q, x)).toEqual([10, 13, 3, 4]);
    expect(await onHost(q, y)).toEqual([10, 13, 11, -1]);
    q.free(x);
    expect(errorOf(() => q.parallelFor(4, saxpy(x, y, 1))).code).toBe("freed");
  });

  test("a launch that fails says where, and brings nothing back", async () => {
    const { q } = remote();
    const x = new Float32Array([1, 2]);
    const y = new Float32Array([10, 20, 30, 40]);
    const error = await q
      .parallelFor(4, saxpy(x, y, 2))
      .wait()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(KernelError);
    expect(error).toMatchObject({ code: "out_of_bounds", array: "x", index: 2, length: 2, workItem: [2] });
    expect([...y]).toEqual([10, 20, 30, 40]);
  });

  test("what depends on one that failed does not run", async () => {
    const { q, device } = remote({}, { order: "explicit" });
    const y = q.mallocDevice(Float32Array, 4);
    const first = q.parallelFor(4, saxpy(new Float32Array(2), y, 2));
    const second = q.parallelFor(4, saxpy(y, y, 2), { after: first });
    await expect(first.wait()).rejects.toMatchObject({ code: "out_of_bounds" });
    await expect(second.wait()).rejects.toMatchObject({ code: "dependency_failed" });
    expect(device.launched).toBe(1);
  });
});

test("a launch is complete while a host task before it is not", async () => {
  registerRemote();
  const q = new Queue({ device: "remote", context: new Context(), order: "explicit" });
  const other = new Queue({ device: "remote", context: q.context });
  const out = new Float32Array([7, 7]);
  const seen = new Float32Array(2);
  let go: () => void = () => undefined;
  const task = () =>
    new Promise<void>((resolve) => {
      go = resolve;
    });
  const held = q.submit((h) => h.hostTask(task, { reads: [], writes: [] }));
  q.parallelFor(2, saxpy(new Float32Array([1, 1]), out, 1));
  // Of another queue, behind the launch.
  await other.copy(out, seen);
  expect(held.status).toBe("running");
  go();
  await q.wait();
  expect([...seen]).toEqual([8, 8]);
});

describe("a chain of 1,000 launches", () => {
  const length = 1000;

  test("costs one round trip on memory of the device", async () => {
    const { q, device } = remote();
    const x = q.mallocDevice(Float32Array, [1, 1, 1, 1]);
    const y = q.mallocDevice(Float32Array, 4);
    await q.wait();
    await q.copy(x, new Float32Array(4));
    device.hold();
    const before = device.roundTrips;
    for (let k = 0; k < length; k++) q.parallelFor(4, saxpy(x, y, 1));
    const result = onHost(q, y);
    // None of them has completed when the last one is issued.
    await until(() => device.issued === length);
    expect(device.launched).toBe(0);
    device.release();
    expect(await result).toEqual([length, length, length, length]);
    expect(device.roundTrips - before).toBe(1);
  });

  test("waits for each failure where arrays of the host move", async () => {
    const { q, device } = remote();
    const x = new Float32Array([1, 1]);
    const y = new Float32Array(2);
    for (let k = 0; k < 20; k++) q.parallelFor(2, saxpy(x, y, 1));
    await q.wait();
    expect([...y]).toEqual([20, 20]);
    expect(device.roundTrips).toBeGreaterThanOrEqual(20);
  });
});

test("a graph's launches are issued together, and those behind one that fails are skipped", async () => {
  const { q, device } = remote();
  const x = q.mallocDevice(Float32Array, [1, 2, 3, 4]);
  const y = q.mallocDevice(Float32Array, 4);
  const short = q.mallocDevice(Float32Array, 2);
  using graph = q.record(() => {
    for (let k = 0; k < 10; k++) q.parallelFor(4, saxpy(x, y, 1));
    q.copy(y, x);
  });
  await graph.run();
  await graph.run();
  expect(await onHost(q, y)).toEqual([110, 220, 330, 440]);
  using failing = q.record(() => {
    q.parallelFor(4, saxpy(short, y, 1));
    q.parallelFor(4, saxpy(x, y, 1));
  });
  const before = device.launched;
  await expect(failing.run().wait()).rejects.toMatchObject({ code: "out_of_bounds" });
  expect(device.launched - before).toBe(1);
});

test("memory that is not there fails the first command that uses it", async () => {
  const { q } = remote({ bytes: 2 ** 20 });
  const y = q.mallocDevice(Float32Array, 4);
  const large = q.mallocDevice(Float32Array, 2 ** 20);
  await q.fill(y, 1);
  await expect(q.parallelFor(4, saxpy(large, y, 1)).wait()).rejects.toMatchObject({ code: "memory_allocation" });
  await expect(q.fill(large, 1).wait()).rejects.toMatchObject({ code: "memory_allocation" });
  expect(await onHost(q, y)).toEqual([1, 1, 1, 1]);
});

test("a device that is lost in the middle of a chain fails what was issued once, and another one is opened", async () => {
  const { q, device } = remote();
  const x = q.mallocDevice(Float32Array, [1, 1]);
  const y = q.mallocDevice(Float32Array, 2);
  const events = Array.from({ length: 100 }, () => q.parallelFor(2, saxpy(x, y, 1)));
  const ends = events.map((event) =>
    event.wait().then(
      () => "complete",
      ({ code }: LanewiseError) => code,
    ),
  );
  await events[20];
  device.lose("somebody pulled the plug");
  const found = await Promise.all(ends);
  expect(found.slice(0, 21).every((end) => end === "complete")).toBe(true);
  expect(found.at(-1)).toBe("device_lost");
  expect(errorOf(() => q.parallelFor(2, saxpy(x, y, 1))).code).toBe("freed");
  const again = q.mallocDevice(Int32Array, 3);
  await q.parallelFor(3, set(again, 7));
  const copy = new Int32Array(3);
  await q.copy(again, copy);
  expect([...copy]).toEqual([7, 7, 7]);
  expect(lastDevice()).not.toBe(device);
});

test("a launch that has not begun when its time is over does not run", async () => {
  const { q, device } = remote();
  device.hold();
  const y = q.mallocDevice(Float32Array, 2);
  const event = q.parallelFor(2, saxpy(y, y, 1), { timeout: 5 });
  const end = event.wait().catch((reason: unknown) => reason);
  await until(() => device.issued === 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  device.release();
  expect(await end).toMatchObject({ code: "timeout" });
  expect(device.launched).toBe(0);
});

test("a device that is looked for is known when it is found", async () => {
  const find = async () => ({ ...remoteDriver(), kind: "found" as "remote" });
  registerDiscovery(find);
  expect(errorOf(() => new Queue({ device: "found" as "remote" }))).toMatchObject({
    code: "device_not_found",
    help: expect.stringContaining("await discoverDevices()"),
  });
  registerDiscovery(async () => undefined);
  const [found] = await Promise.all([discoverDevices(), discoverDevices()]);
  expect(found.map(({ kind }) => kind)).toContain("found");
  const y = new Int32Array(3);
  await new Queue({ device: "found" as "remote", context: new Context() }).parallelFor(3, set(y, 5));
  expect([...y]).toEqual([5, 5, 5]);
  registerDiscovery(() => Promise.reject(new Error("the driver is broken")));
  await expect(discoverDevices()).rejects.toThrow("the driver is broken");
  expect(await discoverDevices()).toHaveLength(found.length);
});

test("arrays of the host move in the pieces that it prefers", async () => {
  const { q, device } = remote();
  const whole = new Float32Array(1001).map((_, k) => k);
  const part = whole.subarray(3, 996);
  const y = new Float32Array(993).fill(1);
  await q.parallelFor(993, saxpy(part, y, 2));
  expect([y[0], y[992]]).toEqual([7, 1991]);
  await q.parallelFor(993, saxpy(y, part, 0));
  expect([whole[2], whole[3], whole[995], whole[996]]).toEqual([2, 3, 995, 996]);
  expect(device.oddCopies).toBe(0);
});

test("times of launches are those of the device", async () => {
  const { q, device } = remote();
  device.hold();
  const y = q.mallocDevice(Float32Array, 2);
  const event = q.parallelFor(2, saxpy(y, y, 1));
  await until(() => device.issued === 1);
  const issued = 1e6 * performance.now();
  device.release();
  await event;
  const { submit, start = 0, end = 0, clock, within } = event.profiling;
  expect(submit).toBeLessThan(issued);
  expect(start).toBeGreaterThanOrEqual(issued);
  expect(end).toBeGreaterThanOrEqual(start);
  expect({ clock, within }).toEqual({ clock: "device", within: 1000 });
  const { profiling } = new Queue({ device: "host" }).fill(new Float32Array(1), 0);
  expect(profiling).toMatchObject({ clock: "host", within: undefined });
});

test("what it lacks is an error that says what to write", async () => {
  const { q } = remote();
  const y = q.mallocDevice(Float32Array, 2);
  expect(errorOf(() => q.toHost(y)).message).toContain("await q.copy(");
  const event = q.fill(y, 1);
  expect(errorOf(() => event.waitSync()).message).toContain("`await event`");
  expect(errorOf(() => q.waitSync())).toMatchObject({ code: "feature_not_supported" });
  await event;
  q.waitSync();
  const cpu = new Queue({ device: "cpu", context: q.context });
  expect(errorOf(() => cpu.parallelFor(2, saxpy(y, new Float32Array(2), 1))).message).toContain('the device "remote"');
});

describe("compiled programs", () => {
  const program = loadProgram({
    "main.ts": `import { deviceGlobal, type FixedArray, type i32, ndRange, type Queue, reduction } from "lanewise";
type Arrays = Float32Array;
const bins = deviceGlobal<FixedArray<i32, 4>>([10, 0, 0, 0]);
export const sum = (q: Queue, x: Arrays, total: Arrays) => q.parallelFor(x.length, reduction(total, "add"), (i, sum) => sum.combine(x[i]!));
export const past = (q: Queue, x: Arrays, total: Arrays) => q.parallelFor(x.length, reduction(total, "add"), (i, sum) => sum.combine(x[i + 1]!));
export const grouped = (q: Queue, x: Arrays, out: Arrays) => q.parallelFor(ndRange(64, 16), (item) => { out[item.globalId()] = item.group.reduce(x[item.globalId()]!, "add"); });
export const count = (q: Queue, x: Arrays) => q.parallelFor(x.length, (i) => { bins[i % 4]! += 1; });
export const readBins = (q: Queue) => q.read(bins);
export const writeBins = (q: Queue, values: Int32Array) => q.write(bins, values);
export const printing = (q: Queue, n: i32) => q.parallelFor(n, (i) => { console.log("item", i); });
`,
  });
  afterAll(async () => (await program).dispose());

  type Call = (q: Queue, ...rest: unknown[]) => QueueEvent;
  const call = async (name: string): Promise<Call> => {
    const main = await (await program).load("main.ts");
    return main[name] as Call; // its exports are above
  };

  test("reduce, and say where a reduction fails", async () => {
    const { q, device } = remote();
    const x = q.mallocDevice(Float32Array, Array<number>(5000).fill(1));
    const total = q.mallocDevice(Float32Array, [2]);
    const sum = await call("sum");
    await q.wait();
    const [before, readBefore] = [device.roundTrips, device.reads];
    for (let k = 0; k < 3; k++) sum(q, x, total);
    expect(await onHost(q, total)).toEqual([15_002]);
    // The number alone comes back, and nothing that tells of failures.
    expect(device.reads - readBefore).toBe(1);
    expect(device.roundTrips - before).toBeLessThanOrEqual(3);
    const plain = new Float32Array(1);
    await sum(q, new Float32Array([1, 2, 3]), plain);
    expect(plain[0]).toBe(6);
    const past = (await call("past"))(q, x, total).wait();
    await expect(past).rejects.toMatchObject({ code: "out_of_bounds", index: 5000, workItem: [4999] });
    expect(await onHost(q, total)).toEqual([15_002]);
  });

  test("compute in groups, use device globals, print", async () => {
    const lines: string[] = [];
    const { q } = remote();
    q.onLog = ({ text }) => lines.push(text);
    const out = q.mallocShared(Float32Array, 64);
    await (await call("grouped"))(
      q,
      Float32Array.from({ length: 64 }, (_, k) => k),
      out,
    );
    expect([out[0], out[63]]).toEqual([120, 888]);
    (await call("count"))(q, out);
    expect([...((await (await call("readBins"))(q)) as unknown as Int32Array)]).toEqual([26, 16, 16, 16]);
    (await call("writeBins"))(q, new Int32Array([1, 2, 3, 4]));
    expect([...((await (await call("readBins"))(q)) as unknown as Int32Array)]).toEqual([1, 2, 3, 4]);
    const print = await call("printing");
    print(q, 2);
    await print(q, 1);
    expect(lines).toEqual(["item 0", "item 1", "item 0"]);
  });
});
