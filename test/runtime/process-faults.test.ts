// Faults that only a whole process shows: workers that end at each moment, processes that end with work in flight, threads that would stay (FAULT3,
// FAULT6, FAULT7).

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { kernelProgram, runKernels, urlInRuntime } from "../support/kernel-process.js";

const folder = mkdtempSync(join(tmpdir(), "lanewise-faults-"));
afterAll(() => rmSync(folder, { recursive: true }));
const LONG = 120_000;

/** Those that end: when, and how many of them before the others live. */
const deaths = {
  idle: `setTimeout(die, 30);`,
  "in a job": `setInterval(() => {
    for (let slot = 0; slot < SLOTS; slot++) {
      const gate = jobWord(slot, WORD.gate);
      const inside = Atomics.load(start.words, gate);
      if (inside >= 0 && Atomics.compareExchange(start.words, gate, inside, inside + 1) === inside) die();
    }
  }, 1);`,
} as const;

/** Takes its messages, so that it counts as ready, and ends as asked. */
function dyingWorker(name: string, death: string, times: number): string {
  const file = join(folder, `${name}.mjs`);
  const marker = JSON.stringify(join(folder, `${name}-died`));
  writeFileSync(
    file,
    `import { parentPort } from "node:worker_threads";
     import { appendFileSync, existsSync, readFileSync } from "node:fs";
     const { jobWord, SLOTS, threadWord } = await import(${urlInRuntime("device/cpu/threads/control.js")});
     const WORD = await import(${urlInRuntime("device/cpu/threads/words.js")});
     const { createWorkerLoop } = await import(${urlInRuntime("device/cpu/threads/worker-loop.js")});
     const lives = existsSync(${marker}) && readFileSync(${marker}).length >= ${times};
     const receive = createWorkerLoop();
     let start;
     const die = () => { appendFileSync(${marker}, "x"); process.exit(3); };
     parentPort.on("message", (message) => {
       if (lives) return receive(message);
       const isFirst = start === undefined;
       if (message.kind === "start") start = message;
       Atomics.add(start.words, threadWord(start.thread, WORD.received), 1);
       if (isFirst) { ${death} }
     });`,
  );
  return pathToFileURL(file).href;
}

const ways = {
  "by await": "await q.parallelFor(items, spin(out, 50_000))",
  "by waitSync": "q.parallelFor(items, spin(out, 50_000)).waitSync()",
  "by await, with a timeout": "await q.parallelFor(items, spin(out, 50_000), { timeout: 10_000 })",
  "by waitSync, with a timeout": "q.parallelFor(items, spin(out, 50_000), { timeout: 10_000 }).waitSync()",
} as const;

describe.each([1, 2])("workers that end, %i times", (times) => {
  const cases = Object.entries(deaths).flatMap(([moment, death]) =>
    Object.entries(ways).map(([way, code]) => ({ moment, death, way, code })),
  );

  test.each(cases)(
    "$moment, a launch $way: at worst thread_lost, and the next one runs",
    { timeout: LONG },
    ({ moment, death, way, code }) => {
      const name = `${moment}-${way}-${times}`.replaceAll(/[^a-z0-9]/g, "-");
      rmSync(join(folder, `${name}-died`), { force: true });
      const { stdout, stderr } = runKernels(
        `const kept = q.mallocShared(Int32Array, [1, 2, 3]);
       const codes = new Set();
       const started = [];
       const settled = (worker) => new Promise((resolve) => { worker.once("online", resolve); worker.once("exit", resolve); });
       process.on("worker", (worker) => { started.push(settled(worker)); });
       const stays = setInterval(() => {}, 1000); // workers do not keep a process
       for (let launch = 0, good = 0; launch < 40 && good < 3; launch++) {
         // While the process blocks it hears of the end of those alone that it has seen alive.
         new Queue({ device: "cpu" });
         await pause(300);
         for (let known = 0; known < started.length; ) {
           known = started.length;
           await Promise.all(started);
         }
         try { ${code}; good += 1; } catch (error) { codes.add(error.code); good = 0; }
       }
       clearInterval(stays);
       codes.delete("thread_lost");
       // On a machine that is slow to start threads.
       codes.delete("timeout");
       console.log([...codes].join(), q.threads, kept.join(), out[7] === ((50_000 * 49_999) / 2 + 7 | 0));`,
        { LANEWISE_WORKER_URL: dyingWorker(name, death, times) },
        100_000,
      );
      expect(stderr).toBe("");
      expect(stdout).toBe(" 2 1,2,3 true\n");
      expect(existsSync(join(folder, `${name}-died`))).toBe(true);
    },
  );
});

/** On workers alone, so that the process itself is free; endless. */
const endless = {
  "with a timeout": `await q.parallelFor(items, spin(out, 1000), { timeout: 60_000 });
    const event = q.parallelFor(items, spin(out, forever), { timeout: 2 ** 31 });
    await pause(100);`,
  "without a timeout": `const event = q.parallelFor(items, untilOne(out));
    await pause(100);`,
  "of one thread, without a timeout": `const event = new Queue({ device: "cpu", threads: 1 }).parallelFor(items, untilOne(out));
    await pause(100);`,
} as const;
const inFlight = endless["with a timeout"];

describe("a process that ends with work in flight", () => {
  const ends = {
    "by process.exit": ["process.exit(7);", 7, null],
    "by process.exit in a host task": ["new Queue().submit((h) => h.hostTask(() => process.exit(7)));", 7, null],
    "by an uncaught exception": ["setTimeout(() => { throw new Error('enough'); });", 1, null],
    "by an unhandled rejection": ["void Promise.reject(new Error('enough'));", 1, null],
    "by SIGTERM": ["process.kill(process.pid, 'SIGTERM'); await pause(60_000);", null, "SIGTERM"],
    "by SIGINT": ["process.kill(process.pid, 'SIGINT'); await pause(60_000);", null, "SIGINT"],
    "by a handler of SIGTERM": [
      "process.on('SIGTERM', () => process.exit(8)); process.kill(process.pid, 'SIGTERM'); await pause(60_000);",
      8,
      null,
    ],
    "while the threads of a timeout end": [
      "await q.parallelFor(items, spin(out, forever), { timeout: 30 }).wait().catch(() => {}); process.exitCode = 9;",
      9,
      null,
    ],
  } as const;

  const cases = Object.entries(ends).flatMap(([way, [code, status, signal]]) =>
    Object.entries(way.startsWith("while") ? { "": "" } : endless).map(([launch, begin]) => ({
      ...{ way, launch, begin, code, status, signal },
    })),
  );

  test.each(cases)("$way $launch", { timeout: LONG }, ({ begin, code, status, signal }) => {
    const ended = runKernels(`${begin} ${code}`, {}, 60_000);
    expect([ended.status, ended.signal]).toEqual([status, signal]);
  });

  const others = {
    "a launch": ["q.parallelFor(items, untilOne(out))", {}],
    "of one thread": ["new Queue({ device: 'cpu', threads: 1 }).parallelFor(items, untilOne(out))", {}],
    "where there is one thread": ["q.parallelFor(items, untilOne(out))", { LANEWISE_THREADS: "1" }],
    "of a single work-item": ["q.parallelFor(1, untilOne(out))", {}],
  } as const;

  test.each(Object.entries(others))(
    "a kernel that waits for the program, %s: timers go on, and end it",
    { timeout: LONG },
    (_, [launch, environment]) => {
      const code = `const event = ${launch}; setTimeout(() => { out[0] = 1; }, 50); await event; console.log("over");`;
      const { status, stdout } = runKernels(code, environment, 60_000);
      expect([status, stdout]).toEqual([0, "over\n"]);
    },
  );

  test("a host task whose promise never settles keeps the process alive", { timeout: LONG }, () => {
    const task = `q.submit((h) => h.hostTask(() => new Promise(() => {})));
      let turns = 0;
      setInterval(() => { turns += 1; if (turns === 20) process.exit(4); }, 20).unref();`;
    expect(runKernels(task, {}, 60_000).status).toBe(4);
    expect(runKernels(task.replace("new Promise(() => {})", "undefined"), {}, 60_000).status).toBe(0);
  });

  test("by a signal while it blocks in waitSync", { timeout: LONG }, async () => {
    const child = spawn(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        kernelProgram(`${inFlight.replace("await pause(100);", "")} console.log("blocks"); event.waitSync();`),
      ],
      { env: { ...process.env, LANEWISE_THREADS: "2" }, stdio: ["ignore", "pipe", "inherit"] },
    );
    const signal = await new Promise((resolve) => {
      child.stdout.once("data", () => child.kill("SIGTERM"));
      child.once("exit", (_, by) => resolve(by));
    });
    expect(signal).toBe("SIGTERM");
  });

  test.each(["await event;", "event.waitSync();"])(
    "as a thread that its parent terminates, in `%s`",
    { timeout: LONG },
    (wait) => {
      const inner = `${inFlight} parentPort.postMessage("runs"); ${wait}`;
      const program = `import { parentPort } from "node:worker_threads"; ${kernelProgram(inner)}`;
      const { status, stdout } = runKernels(
        `const { Worker } = await import("node:worker_threads");
         for (let round = 0; round < 3; round++) {
           const worker = new Worker(new URL("data:text/javascript," + encodeURIComponent(${JSON.stringify(program)})));
           await new Promise((resolve, reject) => { worker.once("message", resolve); worker.once("error", reject); });
           console.log(await worker.terminate());
         }
         await q.parallelFor(items, spin(out, 1000));
         console.log(out[7] === (1000 * 999) / 2 + 7);`,
        {},
        100_000,
      );
      expect([status, stdout]).toEqual([0, "1\n1\n1\ntrue\n"]);
    },
  );
});

// The system says how many threads there are.
describe.skipIf(!existsSync("/proc/self/task"))("threads and memory, counted", () => {
  const counting = `
    const { readdirSync } = await import("node:fs");
    const threads = () => readdirSync("/proc/self/task").length;
    const fewer = async (most) => { for (let turn = 0; turn < 500 && threads() > most; turn++) await pause(20); return threads() <= most; };
    await q.parallelFor(items, spin(out, 3000), { timeout: 60_000 });
    q.parallelFor(items, spin(out, 3000)).waitSync();
    const before = threads();
    const { shared, internal } = q.memoryUsage();
    const check = async () => {
      const now = q.memoryUsage();
      console.log(await fewer(before), now.shared === shared, now.internal <= internal + 200_000);
    };`;
  const programs = {
    "1,000 queues, each made and disposed of": `for (let made = 0; made < 1000; made++) {
      const one = new Queue({ device: "cpu", threads: 1 + made % 2 });
      one.parallelFor(16, spin(out, 10));
      one[Symbol.dispose]();
    }`,
    "1,000 queues at once": `const all = Array.from({ length: 1000 }, () => new Queue({ device: "cpu" }));
    for (const one of all) one.parallelFor(16, spin(out, 10));
    await Promise.all(all.map((one) => one[Symbol.asyncDispose]()));`,
    contexts: `for (let made = 0; made < 20; made++) {
      const context = new Context();
      const one = new Queue({ device: "cpu", context });
      await one.parallelFor(items, spin(one.mallocShared(Int32Array, items), 1000));
      await context[Symbol.asyncDispose]();
    }`,
    "parts of devices": `for (let made = 0; made < 20; made++) {
      const [part] = getDevices()[0].partitionByCounts([2]);
      const one = new Queue({ device: part });
      await one.parallelFor(items, spin(out, 1000), { timeout: 60_000 });
      await one[Symbol.asyncDispose]();
    }`,
    timeouts: `for (let made = 0; made < 10; made++) {
      await q.parallelFor(items, spin(out, forever), { timeout: 20 }).wait().catch(() => {});
    }
    await q.parallelFor(items, spin(out, 10), { timeout: 60_000 });`,
  };

  test.each(Object.entries(programs))("%s: as many as before", { timeout: LONG }, (_, code) => {
    const { stdout, stderr } = runKernels(`${counting} ${code} await check();`, {}, 100_000);
    expect(stderr).toBe("");
    expect(stdout).toBe("true true true\n");
  });
});
