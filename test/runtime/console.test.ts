// What kernels print: its text, its order, what is said about dropped messages, failing kernels, several queues and threads.

import { getDevices, type LogMessage, Queue } from "lanewise";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { devices, lacks } from "../support/devices.js";
import { printEndless, printHello, printRows, printSpinning, printStoring, printTypes } from "./printing-kernels.js";

const before = process.env.LANEWISE_THREADS;
beforeAll(() => {
  process.env.LANEWISE_THREADS = "3";
  expect(getDevices()[0]?.threads).toBe(3);
});
afterAll(() => {
  if (before === undefined) delete process.env.LANEWISE_THREADS;
  else process.env.LANEWISE_THREADS = before;
});
afterEach(() => vi.restoreAllMocks());

/** What the console is given meanwhile. */
function listen() {
  const lines: string[] = [];
  const warnings: string[] = [];
  vi.spyOn(console, "log").mockImplementation((...args) => void lines.push(args.join("|")));
  vi.spyOn(console, "warn").mockImplementation((...args) => void warnings.push(args.join("|")));
  return { lines, warnings };
}

describe.each(devices)("%s", (device) => {
  test("numbers look as in Node, f32 as short as they can be", async () => {
    const { lines } = listen();
    const q = new Queue({ device });
    await q.singleTask(printTypes(Math.fround(0.1), 0.1, -7, 4e9, -(2n ** 63n), 2n ** 64n - 1n, true));
    await q.singleTask(printTypes(-0, -0, 0, 0, 0n, 0n, false));
    await q.singleTask(printTypes(Number.NaN, -Infinity, 1, 2, 3n, 4n, true));
    await q.singleTask(printTypes(Math.fround(1e-45), 1e21, 1, 2, 3n, 4n, true));
    // 2^-96, nearest to 1.262177448e-29; a decimal above it has one digit less.
    await q.singleTask(printTypes(-(2 ** -96), 1, 1, 2, 3n, 4n, true));
    expect(lines).toEqual([
      " 0.1 0.1 -7 4000000000 -9223372036854775808n 18446744073709551615n true",
      " 0.1 0.1 -7 4000000000 -9223372036854775808 18446744073709551615 true",
      " -0 -0 0 0 0n 0n false",
      " 0 0 0 0 0 0 false",
      " NaN -Infinity 1 2 3n 4n true",
      " NaN -Infinity 1 2 3 4 true",
      " 1e-45 1e+21 1 2 3n 4n true",
      " 1e-45 1e+21 1 2 3 4 true",
      " -1.2621775e-29 1 1 2 3n 4n true",
      " -1.2621775e-29 1 1 2 3 4 true",
    ]);
  });

  test("is in the order of the work-items, and of each one's calls, and there before the event is complete", async () => {
    const { lines } = listen();
    const q = new Queue({ device });
    const expected = Array.from({ length: 300 }, (_, item) => [`hello ${item}`, `bye ${item}`]).flat();
    await q.parallelFor(300, printHello());
    expect(lines).toEqual(expected);
    if (lacks(device, "waitSync")) return;
    q.parallelFor(300, printHello()).waitSync();
    expect(lines).toEqual([...expected, ...expected]);
  });

  test("onLog gets it with place and work-item", async () => {
    const { lines } = listen();
    const messages: LogMessage[] = [];
    const q = new Queue({ device, onLog: (message) => messages.push(message) });
    await q.parallelFor([2, 2], printRows(), { name: "my kernel" });
    const rest = { kernel: "my kernel", file: "src/printing.ts" };
    expect(messages).toEqual(
      [0, 1, 2, 3].flatMap((item) => {
        const workItem = [item >> 1, item & 1];
        return [
          { ...rest, workItem, line: 3, text: `row ${item >> 1}`, values: [item >> 1] },
          { ...rest, workItem, line: 4, text: `column ${item & 1}`, values: [item & 1] },
        ];
      }),
    );
    q.onLog = undefined;
    await q.parallelFor(1, printHello());
    expect(lines).toEqual(["hello 0", "bye 0"]);
  });

  test("an exception of onLog is no failure of the launch", async () => {
    const q = new Queue({
      device,
      onLog: () => {
        throw new Error("in onLog");
      },
    });
    const rejected = vi.spyOn(Promise, "reject").mockImplementation(() => new Promise(() => undefined));
    await q.singleTask(printTypes(1, 1, 1, 1, 1n, 1n, true));
    expect(rejected.mock.calls).toEqual([[new Error("in onLog")], [new Error("in onLog")]]);
  });

  test("dropped messages are counted and said once", async () => {
    const { lines, warnings } = listen();
    const q = new Queue({ device });
    await q.parallelFor(30_000, printHello());
    const [warning = ""] = warnings;
    expect(warnings).toHaveLength(1);
    const dropped = Number(/^lanewise: (\d+) messages/.exec(warning)?.[1]);
    expect(lines.length + dropped).toBe(60_000);
    expect(lines.length).toBeGreaterThan(16_000);
    expect(warning).toBe(
      `lanewise: ${dropped} messages of kernel hello (elsewhere.ts:3) were dropped: the buffer holds 65536 words; ` +
        "print less, or only from one work-item: `if (i === 0)`.",
    );
    await q.parallelFor(1, printHello());
    expect(lines.slice(-2)).toEqual(["hello 0", "bye 0"]);
    expect(warnings).toHaveLength(1);
  });

  test("a kernel that fails has printed before", async () => {
    const { lines } = listen();
    const q = new Queue({ device });
    const out = q.mallocShared(Int32Array, 40);
    const event = q.parallelFor(64, printStoring(out, 10));
    let isBefore = false;
    await event.wait().catch(() => {
      isBefore = lines.length > 0;
    });
    expect(isBefore).toBe(true);
    expect(lines.slice(0, 5)).toEqual([0, 10, 20, 30, 40].map((item) => `storing ${item}`));
  });

  test.skipIf(lacks(device, "waitSync"))("launches of several queues do not get each other's messages", async () => {
    const texts: string[][] = [[], []];
    const queues = texts.map((own) => new Queue({ device, onLog: ({ text }) => own.push(text) }));
    const out = queues[0]?.mallocShared(Int32Array, 2000);
    const events = Array.from({ length: 20 }, (_, launch) => {
      const isFirst = launch % 2 === 0;
      const event = isFirst
        ? queues[0]?.parallelFor(2000, printStoring(out, 500))
        : queues[1]?.parallelFor(launch === 11 ? 5 : 3, printHello());
      if (launch === 13) event?.waitSync();
      return event;
    });
    await Promise.all(events);
    expect(texts[0]).toEqual(
      Array(10)
        .fill([0, 500, 1000, 1500].map((item) => `storing ${item}`))
        .flat(),
    );
    expect(texts[1]?.filter((text) => text.startsWith("hello"))).toHaveLength(32);
    expect(texts[1]).toHaveLength(64);
  });

  test("the ring belongs to no one: it is of the runtime's own memory, once for a device", async () => {
    listen();
    const q = new Queue({ device });
    await q.parallelFor(1, printHello());
    const { internal } = q.memoryUsage();
    await q.parallelFor([1, 1], printRows());
    expect(q.memoryUsage().internal).toBe(internal);
  });
});

describe("threads", () => {
  const items = 60_000;
  const expected = Array.from({ length: items / 1000 }, (_, k) => `sum ${1000 * k + (3000 * 2999) / 2}`);

  test.each([1, 3])("%i print the same", async (threads) => {
    const { lines } = listen();
    const q = new Queue({ device: "cpu", threads });
    for (let launch = 0; launch < 4; launch++) {
      lines.length = 0;
      const event = q.parallelFor(items, printSpinning(3000));
      if (launch % 2 === 0) await event;
      else event.waitSync();
      expect(lines).toEqual(expected);
    }
  });

  test("a launch that is given up has printed, and the next one prints its own alone", async () => {
    const { lines, warnings } = listen();
    const q = new Queue({ device: "cpu" });
    await expect(q.parallelFor(1000, printEndless(), { timeout: 100 }).wait()).rejects.toMatchObject({
      code: "timeout",
    });
    expect(lines.length).toBeGreaterThan(1000);
    expect(lines.every((line) => /^again \d+$/.test(line))).toBe(true);
    expect(warnings.filter((text) => text.includes("dropped"))).toHaveLength(1);
    lines.length = 0;
    await q.parallelFor(2, printHello());
    expect(lines).toEqual(["hello 0", "bye 0", "hello 1", "bye 1"]);
  });
});
