// What only a whole process shows of its threads: that they keep it alive while there is work and not longer, and what
// happens where there are none, where they do not start, and where they end.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { cpuQuota } from "../../runtime/dist/host/cpu-quota.js";
import { runKernels as run, runtimeFolder as runtime } from "../support/kernel-process.js";

const folder = mkdtempSync(join(tmpdir(), "lanewise-workers-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a process", () => {
  test("ends while workers are idle, asleep or not yet started", () => {
    for (const code of ["", "await pause(100);", "await q.parallelFor(items, spin(out, 4000));"]) {
      const { status, stderr, ms } = run(code);
      expect(stderr).toBe("");
      expect(status).toBe(0);
      expect(ms).toBeLessThan(5000);
    }
  });

  test("stays alive until its events are final, though only workers work", () => {
    const { stdout, stderr } = run(`
      await pause(200);
      await q.parallelFor(items, spin(out, 4000));
      q.parallelFor(items, spin(out, 100_000)).then(() => console.log("first"));
      q.parallelFor(items, spin(out, 50_000)).then(() => console.log("second", q.threads));
    `);
    expect(stderr).toBe("");
    expect(stdout).toBe("first\nsecond 2\n");
  });

  test("gets its workers without the flags and the environment of the process", () => {
    const { stdout, stderr } = run(
      `await pause(100); await q.parallelFor(items, spin(out, 4000)); console.log(q.threads);`,
      {
        NODE_OPTIONS: "--import=data:text/javascript,console.log(typeof(global.process))",
      },
    );
    expect(stderr).toBe("");
    expect(stdout).toBe("object\n2\n");
  });
});

test("threads need no code from strings", () => {
  const code =
    "await q.parallelFor(items, spin(out, 4000), { timeout: 20_000 }); console.log(q.threads, q.device.threadsReason)";
  const { stdout, stderr } = run(code, { NODE_OPTIONS: "--disallow-code-generation-from-strings" });
  expect(stderr).toBe("");
  expect(stdout).toBe("2 undefined\n");
});

describe("one thread", () => {
  const said = "Lanewise: kernels run on one thread:";

  test("is what there is where the worker's file is missing; it is said once and can be asked for", () => {
    const { stdout, stderr } = run(
      `
        new Queue({ device: "cpu" });
        await q.parallelFor(items, spin(out, 1000));
        console.log(q.threads, q.device.threads, q.device.threadsReason, getDevices()[0].threads);
      `,
      { LANEWISE_WORKER_URL: "file:///nowhere/worker.js" },
    );
    expect(stderr.split(said)).toHaveLength(2);
    expect(stderr).toContain(
      "the worker's file /nowhere/worker.js does not exist (set the option workerUrl to its address)",
    );
    expect(stdout).toBe(
      "1 1 the worker's file /nowhere/worker.js does not exist (set the option workerUrl to its address) 1\n",
    );
  });

  test("is what is left where workers do not start", () => {
    const { stdout, stderr } = run(
      `
        // The first may have been ended by chance, so that they are started once more.
        for (let start = 0; start < 2; start++) {
          q.parallelFor(items, spin(out, 1000)).waitSync();
          await pause(300);
        }
        await q.parallelFor(items, spin(out, 1000));
        console.log(q.threads, q.device.threadsReason);
      `,
      { LANEWISE_WORKER_URL: "data:text/javascript,throw new Error('not here')" },
    );
    expect(stderr.split(said)).toHaveLength(2);
    expect(stdout).toBe("1 workers do not run here: not here\n");
  });

  test("is what there is where the process may not start threads", () => {
    const isStable = process.allowedNodeEnvironmentFlags.has("--permission");
    const flags = `${isStable ? "--permission" : "--experimental-permission"} --allow-fs-read=*`;
    const code = "q.parallelFor(items, spin(out, 1000)).waitSync(); console.log(q.threads)";
    const { stdout } = run(code, { NODE_OPTIONS: flags });
    expect(stdout).toBe("1\n");
  });

  test("may be asked for", () => {
    const { stdout, stderr } = run("console.log(q.threads, q.device.threadsReason)", { LANEWISE_THREADS: "1" });
    expect(stderr).toBe("");
    expect(stdout).toBe("1 LANEWISE_THREADS is 1\n");
  });
});

test("a launch with a timeout fails where no thread starts that can be ended, and nothing of it has run", () => {
  const { stdout, stderr } = run(
    `
      const now = performance.now.bind(performance); // 30 seconds are one
      performance.now = () => now() * 30;
      for (const way of [(event) => event.wait(), async (event) => event.waitSync()]) {
        const event = q.parallelFor(items, spin(out, 1000), { timeout: 5 });
        await way(event).catch((error) => console.log(event.status, out[7], error.code, error.message.split("\\n")[0]));
      }
      await q.parallelFor(items, spin(out, 9));
      console.log(out[3]);
    `,
    { LANEWISE_WORKER_URL: "data:text/javascript,setInterval(() => undefined, 1000)" },
  );
  const said =
    /^failed 0 timeout LW4019: Kernel spin .* did not start: it has a timeout, and no thread that Lanewise can end started within/;
  expect(stdout.split("\n")).toEqual([expect.stringMatching(said), expect.stringMatching(said), "39", ""]);
  expect(stderr).toBe("");
});

test("LANEWISE_FEATURES lowers what programs may use", () => {
  const features = "console.log(getDevices()[0].features.join())";
  expect(run(features, { LANEWISE_FEATURES: "scalar" }).stdout).toBe("\n");
  expect(run(features, { LANEWISE_FEATURES: "simd128" }).stdout).toBe("simd128\n");
  expect(
    run("q.parallelFor(items, spin(out, 9)).waitSync(); console.log(out[3])", { LANEWISE_FEATURES: "scalar" }).stdout,
  ).toBe("39\n");
  const { stderr } = run(features, { LANEWISE_FEATURES: "avx" });
  expect(stderr).toContain('LANEWISE_FEATURES is "avx"; this engine has "scalar", "simd128"');
});

// A worker may end just behind a job that another one did: then nothing rejects, and it is tried anew.
test("a worker that ends in a job is replaced, and the event rejects", { retry: 3 }, () => {
  rmSync(join(folder, "died"), { force: true });
  // It takes its messages, so that it counts as ready, and ends when there is a job, instead of working on it.
  const file = join(folder, "worker.mjs");
  writeFileSync(
    file,
    `import { parentPort } from "node:worker_threads";
     import { existsSync, writeFileSync } from "node:fs";
     const { jobWord, threadWord } = await import(${JSON.stringify(pathToFileURL(join(runtime, "device/cpu/threads/control.js")))});
     const WORD = await import(${JSON.stringify(pathToFileURL(join(runtime, "device/cpu/threads/words.js")))});
     const { createWorkerLoop } = await import(${JSON.stringify(pathToFileURL(join(runtime, "device/cpu/threads/worker-loop.js")))});
     const isSecond = existsSync(${JSON.stringify(join(folder, "died"))});
     const receive = createWorkerLoop();
     let start;
     parentPort.on("message", (message) => {
       if (isSecond) return receive(message);
       if (message.kind === "start") start = message;
       Atomics.add(start.words, threadWord(start.thread, WORD.received), 1);
       setInterval(() => {
         if (Atomics.load(start.words, jobWord(0, WORD.gate)) < 0) return;
         writeFileSync(${JSON.stringify(join(folder, "died"))}, "");
         process.exit(3);
       }, 1);
     });`,
  );
  const { stdout, stderr } = run(
    `
      let code;
      while (!code) await q.parallelFor(items, spin(out, 50_000)).wait().catch((error) => { code = error.code; });
      console.log(code);
      await q.parallelFor(items, spin(out, 3000));
      console.log(q.threads, out[7] === (3000 * 2999) / 2 + 7);
    `,
    { LANEWISE_WORKER_URL: pathToFileURL(file).href },
    8000,
  );
  expect(stderr).toBe("");
  expect(stdout).toBe("thread_lost\n2 true\n");
});

test("the control group's quota of processors", () => {
  const quota = (files: Readonly<Record<string, string>>) => cpuQuota((path) => files[path]);
  const group = { "/proc/self/cgroup": "1:cpu:/\n0::/a/b\n" };
  expect(quota({})).toBe(Number.POSITIVE_INFINITY);
  expect(quota({ ...group, "/sys/fs/cgroup/a/b/cpu.max": "max 100000\n" })).toBe(Number.POSITIVE_INFINITY);
  expect(quota({ ...group, "/sys/fs/cgroup/a/b/cpu.max": "150000 100000\n" })).toBe(1.5);
  expect(quota({ ...group, "/sys/fs/cgroup/a/cpu.max": "50000 100000\n" })).toBe(0.5);
  expect(quota({ "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "300000 100000" })).toBe(3);
  const old = { "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n" };
  expect(quota({ ...old, "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "200000\n" })).toBe(2);
  expect(quota({ ...old, "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n" })).toBe(Number.POSITIVE_INFINITY);
});
