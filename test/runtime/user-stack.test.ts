// Where stack traces of errors begin: at the user's call, with LANEWISE_STACK in the environment inside the library (rule FAIL9).

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { LanewiseError, Queue } from "lanewise";
import { expect, test } from "vitest";
import { root } from "../examples/programs.js";
import { set } from "./kernels.js";

const q = new Queue();
const x = q.mallocShared(Float32Array, 8);
const ints = q.mallocShared(Int32Array, 8);
const freed = q.mallocShared(Int32Array, 8);
q.free(freed);

/** The frames of what the call throws, or rejects with. */
async function framesOf(call: () => unknown): Promise<readonly string[]> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof LanewiseError)) throw error;
    const { stack = "", message, name } = error;
    expect(stack.startsWith(`${name}: ${message}`)).toBe(true);
    return stack
      .slice(name.length + 2 + message.length)
      .split("\n")
      .filter((line) => line !== "");
  }
  throw new Error("nothing was thrown");
}

function userCode(call: () => unknown): unknown {
  return call();
}

const calls: Readonly<Record<string, () => unknown>> = {
  "mallocShared of NaN elements": () => userCode(() => q.mallocShared(Float32Array, Number.NaN)),
  "a range of NaN": () => userCode(() => q.parallelFor(Number.NaN, () => undefined)),
  "a copy that does not fit": () => userCode(() => q.copy(x, new Float32Array(2), 5)),
  "an array that was freed": () => userCode(() => q.parallelFor(8, set(freed, 1) as () => void)),
  "a command group": () => userCode(() => q.submit((h) => h.parallelFor(Number.NaN, () => undefined))),
};

test.each(Object.entries(calls))("FAIL9: %s: the topmost frame is the user's call", async (_, call) => {
  const frames = await framesOf(call);
  expect(frames[0]).toContain("user-stack.test.ts");
  // Where the call is a command group's, the library's q.submit is between two of the user's.
  expect(frames.length).toBeLessThanOrEqual(Error.stackTraceLimit);
});

test("FAIL9: what fails later has the kernel's frame and none of the library's", async () => {
  const frames = await framesOf(async () => {
    const kernel = set(ints, 1) as () => void;
    await q.parallelFor(9, kernel);
  });
  expect(frames).toEqual([expect.stringMatching(/at kernel .*kernels\.ts/)]);
});

test("FAIL9: the program's own limit of frames holds, and what the library asks for is no program's", async () => {
  const { stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 1;
    const frames = await framesOf(() => userCode(() => q.mallocShared(Float32Array, -1)));
    expect(frames).toEqual([expect.stringContaining("user-stack.test.ts")]);
    expect(Error.stackTraceLimit).toBe(1);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
});

test("FAIL9: LANEWISE_STACK=1 shows all frames", () => {
  const program = `import { Queue } from "lanewise";
try { new Queue().mallocShared(Float32Array, NaN); } catch (error) { console.log(error.stack.split("\\n")[2]); }`;
  const print = (env: NodeJS.ProcessEnv) =>
    execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd: root, env, encoding: "utf8" });
  const { LANEWISE_STACK: _, ...env } = process.env;
  expect(print(env)).toContain("[eval1]:2");
  expect(print({ ...env, LANEWISE_STACK: "1" })).toContain(join("runtime", "dist", "memory", "usm.js"));
});
