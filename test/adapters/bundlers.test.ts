// The same programs through every bundler that has a plugin of ours: right results, exact errors, edits of a called function, source maps.

import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, runNode, temporaryFolder } from "../examples/programs.js";
import { bundlers, type Watcher } from "./bundlers/bundlers.js";
import { project, run, smallNode, write } from "./projects.js";

afterAll(removeTemporaryFolders);

/** An explicit device, so that a program whose kernels are not compiled throws. */
const main = `import { Queue } from "lanewise";
import { scale } from "./scale.js";

interface Named { readonly name: string }
const q = new Queue({ device: "cpu", threads: 1 });
const data = new Float32Array([1, 2, 3]);
const launched = q.parallelFor(3, (i) => { data[i] = scale(data[i]!); });
launched.then(() => {
  console.log(data.join());
  if (process.argv[2] === "fail") throw new Error(({ name: "failed" } satisfies Named).name);
});
`;
const scaleBy = (factor: number) => `export function scale(x: number): number {\n  return x * ${factor};\n}\n`;
const files = { "src/main.ts": main, "src/scale.ts": scaleBy(3) };
const options = { types: smallNode, module: "esnext", moduleResolution: "bundler", rootDir: undefined };

const faulty = main.replace("data[i] = scale(data[i]!);", "/* ∑ */ throw i;");

/** A launch with a limit of time runs on workers alone, and waits for one. */
const withThreads = `import { Queue } from "lanewise";

let workers = 0;
process.on("worker", (worker) => worker.on("online", () => { workers += 1; }));
const q = new Queue({ device: "cpu" });
const data = new Float32Array(100_000);
q.parallelFor(data.length, (i) => { data[i] = i * 2; }, { timeout: 50_000 }).then(() => {
  const timer = setInterval(() => {
    if (workers < q.device.threads) return;
    clearInterval(timer);
    console.log(q.device.threads + " threads, " + workers + " workers: " + data.slice(0, 4).join());
  }, 5);
});
`;

/** What a run of the output prints. */
function output(folder: string, file = "main.mjs", ...args: readonly string[]): string {
  const { stdout, stderr } = run(folder, ["--enable-source-maps", join("out", file), ...args]);
  return stdout + stderr;
}

/** The next build. Watchers miss what is written while they begin to watch: then it is written again. */
async function edited(folder: string, watcher: Watcher, text: string): Promise<string | undefined> {
  const again = setInterval(() => write(folder, { "src/scale.ts": text }), 4000);
  write(folder, { "src/scale.ts": text });
  try {
    return await watcher.next();
  } finally {
    clearInterval(again);
  }
}

async function messageOf(failing: Promise<unknown>): Promise<string> {
  try {
    await failing;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

describe.for(Object.entries(bundlers))("%s", ([, bundler]) => {
  test("builds a program with a top-level launch, as ES module and as CommonJS", async () => {
    const folder = project(files, options);
    await bundler.build(folder);
    expect(output(folder)).toBe("3,6,9\n");
    await bundler.build(folder, "cjs");
    expect(output(folder, "main.cjs")).toBe("3,6,9\n");
  });

  test("reports a mistake in a kernel with code, place and help", async () => {
    const folder = project({ ...files, "src/main.ts": faulty }, options);
    const message = await messageOf(bundler.build(folder));
    expect(message).toContain("LW1102");
    expect(message).toMatch(/src\/main\.ts[(:]7[,:]5[123]\b/);
    expect(message).toContain("throw and try are not supported in kernels");
    expect(message).toContain("help: ");
  });

  test("compiles what it bundles beside a file with a mistake that only the modules show", async () => {
    const circle = `import { deviceFn, type f32 } from "lanewise";
export const ping: (v: f32) => f32 = deviceFn((v: f32): f32 => pong(v));
export const pong: (v: f32) => f32 = deviceFn((v: f32): f32 => ping(v));
`;
    const folder = project({ ...files, "src/circle.ts": circle }, options);
    await bundler.build(folder);
    expect(output(folder)).toBe("3,6,9\n");
    write(folder, { "src/main.ts": `import "./circle.js";\n${main}` });
    expect(await messageOf(bundler.build(folder))).toContain("LW1205");
  });

  test("reports TypeScript's own error in a kernel, which would not be compiled", async () => {
    const folder = project(
      { ...files, "src/scale.ts": 'export const scale = (x: number): number => "x" + x;\n' },
      options,
    );
    expect(await messageOf(bundler.build(folder))).toContain("TS2322");
  });

  test("leads a host error to the user's line", async () => {
    const folder = project(files, options);
    await bundler.build(folder);
    expect(output(folder, "main.mjs", "fail")).toMatch(/src\/main\.ts:10:\d+/);
  });

  test.each([["esm", "main.mjs"] as const, ["cjs", "main.cjs"] as const])(
    "one file of %s, alone in a folder, has its threads",
    async (format, file) => {
      const folder = project({ "src/main.ts": withThreads }, options);
      await bundler.build(folder, format, "whole");
      const alone = temporaryFolder();
      cpSync(join(folder, "out", file), join(alone, file));
      const { code, stdout, stderr } = runNode([file], alone, { LANEWISE_THREADS: "3", NO_COLOR: "1" });
      expect(stderr).toBe("");
      expect(stdout).toBe("3 threads, 3 workers: 0,2,4,6\n");
      expect(code).toBe(0);
    },
  );

  test("split off: the module with all images is part of the bundle", async () => {
    const plugins = [{ transform: "@lanewise/transformer/tsc", split: "off" }];
    const second =
      'import { Queue } from "lanewise"; const q = new Queue({ device: "cpu" }); export const x = new Int32Array(2); q.parallelFor(2, (i) => { x[i] = i; });\n';
    const folder = project(
      { ...files, "src/main.ts": `import "./second.js";\n${main}`, "src/second.ts": second },
      { ...options, plugins },
    );
    await bundler.build(folder);
    expect(output(folder)).toBe("3,6,9\n");
  });

  test("watches: a called function is edited three times, a mistake comes and goes", async () => {
    const folder = project(files, options);
    const watcher = await bundler.watch(folder);
    try {
      expect(await watcher.next()).toBeUndefined();
      expect(output(folder)).toBe("3,6,9\n");
      for (const factor of [4, 5, 6]) {
        expect(await edited(folder, watcher, scaleBy(factor))).toBeUndefined();
        expect(output(folder)).toBe(`${factor},${2 * factor},${3 * factor}\n`);
      }
      expect(await edited(folder, watcher, scaleBy(6).replace("return", "throw"))).toContain("LW1102");
      rmSync(join(folder, "out"), { recursive: true });
      expect(await edited(folder, watcher, scaleBy(7))).toBeUndefined();
      expect(output(folder)).toBe("7,14,21\n");
    } finally {
      await watcher.close();
    }
  }, 60_000);
});
