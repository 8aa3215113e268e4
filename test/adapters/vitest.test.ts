// vitest with the plugin, as projects run it to test their kernels: in each kind of worker, with what it keeps between runs, while it watches.

import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type Outcome, removeTemporaryFolders, root, runNode } from "../examples/programs.js";
import { type Files, projectWith, smallNode, write } from "./projects.js";

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});
afterAll(removeTemporaryFolders);

const scaleBy = (factor: number) => `export function scale(x: number): number {\n  return x * ${factor};\n}\n`;

const files: Files = {
  "vitest.config.ts": `import lanewise from "@lanewise/transformer/vite";
import { defineConfig } from "vitest/config";
export default defineConfig({ plugins: [lanewise()] });
`,
  "src/scale.ts": scaleBy(3),
  // An explicit device, so that a kernel that is not compiled throws.
  "src/scaled.ts": `import { Queue } from "lanewise";
import { scale } from "./scale.js";

export async function scaled(shift = 0, fails = false): Promise<string> {
  const q = new Queue({ device: "cpu", threads: 2 });
  const data = q.mallocShared(Float32Array, [1, 2, 3]);
  await q.parallelFor(3, (i) => {
    data[i + shift] = scale(data[i]!);
  });
  if (fails) throw new Error("on the host");
  return data.join();
}
`,
  "src/scaled.test.ts": `import { Queue } from "lanewise";
import { expect, test } from "vitest";
import { scaled } from "./scaled.js";

test("scaled", async () => {
  console.log("scaled: " + (await scaled()));
  expect(await scaled()).toBe("3,6,9");
});
test("a kernel in the test itself", async () => {
  const squares = new Int32Array(4);
  await new Queue({ device: "cpu" }).parallelFor(4, (i) => { squares[i] = i * i; });
  expect(squares.join()).toBe("0,1,4,9");
});
`,
};
const options = { types: smallNode, module: "esnext", moduleResolution: "bundler", rootDir: undefined };

/** Lanewise is installed as npm does it, so that vitest leaves it to Node. */
function vitestProject(more: Files = {}): string {
  const folder = projectWith({}, { ...files, ...more }, options);
  for (const name of ["lanewise", "@lanewise/ir", "@lanewise/codegen", "@lanewise/transformer"]) {
    const place = join(folder, "node_modules", name);
    if (name === "@lanewise/ir") rmSync(join(place, ".."), { recursive: true });
    rmSync(place, { recursive: true, force: true });
    const from = join(root, "node_modules", name);
    for (const part of ["package.json", "dist"]) cpSync(join(from, part), join(place, part), { recursive: true });
  }
  return folder;
}

const cli = join(root, "node_modules/vitest/vitest.mjs");
/** What the compiler makes is printed. */
const vitest = (folder: string, ...args: string[]): Outcome =>
  runNode([cli, "run", ...args], folder, { NO_COLOR: "1", LANEWISE_DUMP: "edits" });
const keeping = ["--experimental.fsModuleCache", "--experimental.fsModuleCachePath=kept"];

describe("vitest", { timeout: 300_000 }, () => {
  test.each(["forks", "threads", "vmThreads"])("PK3: kernels run in %s, with threads of their own", (pool) => {
    const { code, stdout } = vitest(vitestProject(), "--pool", pool);
    expect(stdout).toContain("scaled: 3,6,9");
    expect(stdout).toContain("2 passed");
    expect(code).toBe(0);
  });

  test("PK3: a mistake in a kernel fails the test file, with its place and help", () => {
    const faulty = scaleBy(3).replace("return x * 3;", "throw x;");
    const { code, stderr } = vitest(vitestProject({ "src/scale.ts": faulty }));
    expect(code).toBe(1);
    expect(stderr).toContain("FAIL  src/scaled.test.ts");
    expect(stderr).toContain("src/scale.ts(2,3): error LW1102: throw and try are not supported in kernels");
    expect(stderr).toContain("help: ");
  });

  test("PK3: errors of kernels and of the host name the user's line", () => {
    const failing = `import { test } from "vitest";
import { scaled } from "./scaled.js";
test("in the kernel", async () => { await scaled(1); });
test("on the host", async () => { await scaled(0, true); });
`;
    const { stderr } = vitest(vitestProject({ "src/failing.test.ts": failing }), "src/failing.test.ts");
    expect(stderr).toMatch(
      /KernelError: .*data\[3\] is out of bounds, the length is 3 \(src\/scaled\.ts:8:5, work-item 2\)/,
    );
    expect(stderr).toMatch(/\n {2}8 \| .*\n {4}\| {5}\^{4}\n/);
    expect(stderr).toMatch(/❯ kernel scaled src\/scaled\.ts:8:5\n/);
    expect(stderr).toMatch(/Error: on the host\n.* src\/scaled\.ts:10:20\n/);
  });

  test("PK4: what is kept between runs is taken while nothing changes, and after three edits of a called function never", () => {
    const folder = vitestProject();
    for (const [factor, isCompiled] of [
      [3, true],
      [3, false],
      [4, true],
      [5, true],
      [6, true],
    ] as const) {
      write(folder, { "src/scale.ts": scaleBy(factor) });
      const { stdout, stderr } = vitest(folder, ...keeping);
      expect(stdout).toContain(`scaled: ${factor},${2 * factor},${3 * factor}\n`);
      expect(/^; .*\/src\/scaled\.ts$/m.test(stderr)).toBe(isCompiled);
    }
    write(folder, { "src/scale.ts": scaleBy(3).replace("return x * 3;", "throw x;") });
    expect(vitest(folder, ...keeping).stderr).toContain("src/scale.ts(2,3): error LW1102");
  });

  test.each([
    ["", []],
    [", keeping modules between runs", keeping],
  ])("PK4: watches, with three edits of a called function and a mistake that comes and goes%s", async (_, more) => {
    const folder = vitestProject();
    const { child, until } = watch(folder, more);
    await until("scaled: 3,6,9\n");
    for (const factor of [4, 5, 6]) await until(`scaled: ${factor},${2 * factor},${3 * factor}\n`, scaleBy(factor));
    await until("error LW1102", scaleBy(6).replace("return", "throw"));
    await until("scaled: 7,14,21\n", scaleBy(7));
    child.kill();
  });
});

interface Watching {
  readonly child: ChildProcess;
  /** Writes the called function, and waits until what is printed from then on contains `text`. */
  until(text: string, edit?: string): Promise<void>;
}

function watch(folder: string, more: readonly string[]): Watching {
  const { CI: _, ...env } = process.env;
  const child = spawn(process.execPath, [cli, "--watch", ...more], {
    cwd: folder,
    env: { ...env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let printed = "";
  let look: (() => void) | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      look?.();
    });
  }
  return {
    child,
    until: (text, edit) =>
      new Promise((resolve, reject) => {
        const file = { "src/scale.ts": edit ?? "" };
        printed = "";
        if (edit !== undefined) write(folder, file);
        // A watcher misses what is written while it begins to watch.
        const again = edit === undefined ? undefined : setInterval(() => write(folder, file), 4000);
        child.once("exit", () => {
          clearInterval(again);
          reject(new Error(`vitest ended:\n${printed}`));
        });
        look = () => {
          if (!printed.includes(text)) return;
          clearInterval(again);
          resolve();
        };
      }),
  };
}
