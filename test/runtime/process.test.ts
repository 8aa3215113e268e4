// What only a whole process shows: that work keeps it alive and idle queues do not, that lost errors end it, that it runs
// where code from text is forbidden, and that two copies of lanewise share what is registered.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deviceGlobal, type i32, Queue } from "lanewise";
import { afterAll, expect, test, vi } from "vitest";
import { createBrowserHost } from "../../runtime/dist/host/browser.js";
import { deviceGlobalOf, emit } from "./emitted.js";

const here = dirname(fileURLToPath(import.meta.url));
const runtime = join(here, "../../runtime/dist");

function run(code: string, ...flags: string[]) {
  const program = `import { DeviceBuffer, Queue, getDevices } from ${JSON.stringify(pathToFileURL(join(runtime, "index.js")))}; ${code}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, "--input-type=module", "--eval", program], {
    encoding: "utf8",
    cwd: here,
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}

test("submitted work keeps the process alive, an idle queue does not", () => {
  const { status, stdout, stderr } = run(
    `const q = new Queue(); q.singleTask(() => {}); q.singleTask(() => console.log("ran"));`,
  );
  expect(stdout).toBe("ran\n");
  expect(stderr).toContain("not compiled");
  expect(status).toBe(0);
});

test("an error that nobody waits for ends the process as an unhandled rejection does", () => {
  const { status, stderr } = run(`new Queue().singleTask(() => { throw new Error("lost"); });`);
  expect(status).toBe(1);
  expect(stderr).toContain("KernelError: LW4016");
  expect(stderr).toContain("lost");
});

test("a host accessor that is not given back does not keep the process alive, nor does what waits for it", () => {
  const { status, stdout } = run(
    `const b = new DeviceBuffer(Float32Array, 4); const a = await b.hostAccessor();
    const event = new Queue().submit((h) => { h.accessor(b); h.hostTask(() => console.log("ran")); });
    setTimeout(() => console.log(event.status), 20);`,
  );
  expect([status, stdout]).toEqual([0, "submitted\n"]);
});

test("where code from text is forbidden, the host device is the interpreter", () => {
  const { stdout } = run(
    `console.log(getDevices()[1].name, typeof new Queue({ device: "host" }));`,
    "--disallow-code-generation-from-strings",
  );
  expect(stdout).toBe("Host (interpreter) object\n");
});

test("the browser's way back to a task", async () => {
  const host = createBrowserHost();
  const order: number[] = [];
  await new Promise<void>((resolve) => {
    host.defer(() => order.push(1));
    host.defer(() => {
      order.push(2);
      resolve();
    });
    order.push(0);
  });
  expect(order).toEqual([0, 1, 2]);
  expect(host.workerProblem(undefined)).toContain("this environment has no workers");
  vi.stubGlobal("Worker", class {});
  expect(host.workerProblem(undefined)).toContain("not cross-origin isolated");
  vi.stubGlobal("crossOriginIsolated", true);
  expect(host.workerProblem(undefined)).toBeUndefined();
  vi.unstubAllGlobals();
});

test("in a process that imitates a page, a task keeps the process alive, and its way back does not", () => {
  const browser = JSON.stringify(pathToFileURL(join(runtime, "host/browser.js")));
  const { status, stdout, stderr } = run(
    `const { createBrowserHost } = await import(${browser}); const host = createBrowserHost();
    host.defer(() => setTimeout(() => host.defer(() => console.log("ran")), 10));`,
  );
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "ran\n", stderr: "" });
});

// Where its own imports resolve, and where neither git nor the checks look.
const copy = mkdtempSync(join(here, "../../node_modules/.lanewise-copy-"));
afterAll(() => rmSync(copy, { recursive: true }));

test("two copies share the registry", async () => {
  cpSync(runtime, copy, { recursive: true });
  // The copy has the same declarations as the original.
  const second = (await import(pathToFileURL(join(copy, "index.js")).href)) as typeof import("lanewise");
  expect(second.Queue).not.toBe(Queue);
  const global = deviceGlobalOf("copies", "shared", { type: "i32", initial: Uint8Array.of(8, 0, 0, 0) });
  const shared = second.deviceGlobal<i32>(8);
  emit({ name: "copies", globals: [global], kernels: [] }, { [global.id]: () => shared });
  expect(await new Queue().read(shared)).toBe(8);
  expect(await new second.Queue().read(shared)).toBe(8);
  expect(() => deviceGlobal<i32>(shared)).not.toThrow();
});
