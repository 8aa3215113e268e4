// `lanewise run`: modules of both kinds from memory, errors before anything runs, stack traces in the user's lines.

import { existsSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";
import { removeTemporaryFolders, root, temporaryFolder } from "../examples/programs.js";
import { command, faultyFile, kernelFiles, project, typeError, write } from "./projects.js";

afterAll(removeTemporaryFolders);
// Compilers in processes of their own, on machines that do other things too.
vi.setConfig({ testTimeout: 300_000 });

const node = { types: ["node"] };
const json = (stdout: string): unknown => JSON.parse(stdout);

describe("--profile", () => {
  const source = `import { Queue } from "lanewise";
const q = new Queue();
const x = q.mallocShared(Float32Array, 1000);
await q.fill(x, 1);
for (let k = 0; k < 3; k++) await q.parallelFor(1000, (i) => { x[i] = x[i]! * 2 + 1; });
await q.submit((h) => h.hostTask(() => console.log(x[0], process.argv[2])));
`;
  const events = (file: string) => {
    // What the command has just written.
    const { traceEvents } = JSON.parse(readFileSync(file, "utf8")) as {
      traceEvents: Readonly<Record<string, unknown>>[];
    };
    return traceEvents;
  };

  test("prints a table and writes a trace with a row for each queue and one for copies", () => {
    const folder = project({ "src/main.ts": source }, node);
    const { code, stdout, stderr } = command(folder, "run", "--profile", "src/main.ts", "--profile");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "15 --profile\n" });
    expect(stderr).toMatch(/^kernel +calls +total ms +mean ms +share +GB\/s +GFLOP\/s$/m);
    expect(stderr).toMatch(/^main\.ts:5 +3 +[\d.]+ +[\d.]+ +[\d.]+% +[\d.]+ +[\d.]+$/m);
    expect(stderr).toContain("are estimates");
    const found = events(join(folder, "lanewise-trace.json"));
    const rows = found.flatMap(({ name, args }) => (name === "thread_name" ? [args] : []));
    expect(rows).toEqual([{ name: "copies" }, { name: "queue 1" }, { name: "compiler" }]);
    const commands = found.filter(({ ph, cat }) => ph === "X" && cat !== "compile");
    const [compiled, ...others] = found.filter(({ cat }) => cat === "compile");
    expect([compiled?.name, compiled?.tid, others.every(({ name }) => name === compiled?.name)]).toEqual([
      "compile main.ts:5",
      2,
      true,
    ]);
    expect(Number(compiled?.ts) + Number(compiled?.dur)).toBeLessThanOrEqual(
      Number(commands[1]?.ts) + Number(commands[1]?.dur),
    );
    expect(commands.map(({ name, cat, tid }) => [name, cat, tid])).toEqual([
      ["q.fill", "copy", 0],
      ...Array(3).fill(["main.ts:5", "kernel", 1]),
      ["A host task", "host", 1],
    ]);
    expect(commands.every(({ ts, dur }) => Number(ts) > 0 && Number(dur) >= 0)).toBe(true);
    expect(commands[1]).toMatchObject({
      args: { work_items: 1000, estimated_bytes: 8000, estimated_operations: 2000 },
    });
  });

  test("--profile=file says where; a file that cannot be written, and a program without kernels, are told", () => {
    const folder = project({ "src/main.ts": source, "src/plain.ts": "export {};\n" }, node);
    expect(command(folder, "run", "--profile=trace.json", "src/main.ts").code).toBe(0);
    expect(events(join(folder, "trace.json")).length).toBeGreaterThan(5);
    const { code, stderr } = command(folder, "run", "--profile=missing/trace.json", "src/main.ts");
    expect([code, stderr.includes("the trace cannot be written: ENOENT")]).toEqual([1, true]);
    expect(command(folder, "run", "--profile", "src/plain.ts").stderr).toContain("ran no kernels and no copies");
  });
});

describe("--check-races", () => {
  const source = (rest: string) => `import { Queue } from "lanewise";
const q = new Queue();
const bins = q.mallocShared(Int32Array, 4);
await q.fill(bins, 0);
${rest}
console.log("end");
`;
  const racing = "q.parallelFor(8, (i) => { bins[i & 3]! += 1; })";
  const run = (rest: string, ...args: readonly string[]) => {
    const folder = project({ "src/main.ts": source(rest) }, node);
    return command(folder, "run", ...args, "src/main.ts");
  };

  test("counts what it has checked", () => {
    const { code, stdout, stderr } = run("await q.parallelFor(4, (i) => { bins[i]! += 1; });", "--check-races");
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "end\n", stderr: "Checked 1 launch: no races.\n" });
  });

  test("the first race ends the program, and is printed once", () => {
    const { code, stdout, stderr } = run(`await ${racing};`, "--check-races");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.split("two work-items touch bins[0], and nothing orders them")).toHaveLength(2);
    expect(stderr).toContain("    5 | await q.parallelFor(8, (i) => { bins[i & 3]! += 1; });\n");
    expect(stderr).toContain("Checked 1 launch: 1 race.\n");
  });

  test("one that the program catches is printed, too", () => {
    const { code, stdout, stderr } = run(`try { await ${racing}; } catch {}`, "--check-races");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "end\n" });
    expect(stderr).toMatch(/^LW4060: .*\n {2}src\/main\.ts:5:39: work-item 0 writes it\n/);
  });

  test("with =all the program goes on, also in a process of its own", () => {
    for (const args of [["--check-races=all"], ["--check-races=all", "--inspect=0"]]) {
      const { code, stdout, stderr } = run(`await ${racing}; await ${racing};`, ...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "end\n" });
      expect(stderr).toContain("\nChecked 2 launches: 2 races.\n");
    }
  });

  test("what it cannot do is said before anything runs", () => {
    expect(run("", "--check-races=some")).toMatchObject({ code: 1, stdout: "" });
    const folder = project({ "src/main.ts": "export {};\n" });
    rmSync(join(folder, "node_modules"));
    const { code, stdout, stderr } = command(folder, "run", "--check-races", "src/main.ts");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/--check-races: the package lanewise of .* cannot be asked: Cannot find module/);
  });
});

describe("--check-overflow", () => {
  const source = `import { type i32, Queue } from "lanewise";
const q = new Queue();
const side = q.mallocShared(Int32Array, 4).fill(65536);
const area = q.mallocShared(Float64Array, 4);
const small = q.mallocShared(Float32Array, 4).fill(1 / 3);
await q.parallelFor(4, (i) => {
  const a: i32 = side[i]!;
  const b: i32 = a * a;
  area[i] = b;
});
await q.parallelFor(4, (i) => { small[i] = small[i]! * 1.1 + 0.7; });
await q.parallelFor(4, (i) => { area[i] = i; });
console.log("end");
`;
  const run = (...args: readonly string[]) => {
    return command(project({ "src/main.ts": source }, node), "run", ...args, "src/main.ts");
  };

  test("the first number that differs ends the program, and is printed once", () => {
    const { code, stdout, stderr } = run("--check-overflow");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.split("area[0] gets 0, where JavaScript has 4294967296")).toHaveLength(2);
    expect(stderr).toContain("    9 |   area[i] = b;\n");
    expect(stderr).toContain("Checked 1 launch: 1 number other than in JavaScript.\n");
  });

  test("with =all the program goes on, also in a process of its own; with floats each rounding counts", () => {
    const counted = "Not seen: 1 place where last digits may differ";
    for (const args of [["--check-overflow=all"], ["--check-overflow=all", "--inspect=0"]]) {
      const { code, stdout, stderr } = run(...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "end\n" });
      expect(stderr).toMatch(/^LW4070: [\s\S]*\nChecked 3 launches: 1 number other than in JavaScript\.\n/m);
      expect(stderr).toContain(`${counted}; --check-overflow=floats lists them.\n`);
    }
    const { stderr } = run("--check-overflow=all,floats,zeros");
    expect(stderr).toContain(
      "\nChecked 3 launches: 2 numbers other than in JavaScript.\nNot seen: Kernel main.ts:11: `small[i] * 1.1",
    );
    expect(stderr).toContain(`its queue or the build, so that each operation rounds.\n${counted}.\n`);
  });

  test("what it cannot do is said before anything runs", () => {
    expect(run("", "--check-races=some")).toMatchObject({ code: 1, stdout: "" });
    const folder = project({ "src/main.ts": "export {};\n" });
    rmSync(join(folder, "node_modules"));
    const { code, stdout, stderr } = command(folder, "run", "--check-races", "src/main.ts");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/--check-races: the package lanewise of .* cannot be asked: Cannot find module/);
  });
});

describe("--check-overflow", () => {
  const source = `import { type i32, Queue } from "lanewise";
const q = new Queue();
const side = q.mallocShared(Int32Array, 4).fill(65536);
const area = q.mallocShared(Float64Array, 4);
const small = q.mallocShared(Float32Array, 4).fill(1 / 3);
await q.parallelFor(4, (i) => {
  const a: i32 = side[i]!;
  const b: i32 = a * a;
  area[i] = b;
});
await q.parallelFor(4, (i) => { small[i] = small[i]! * 1.1 + 0.7; });
await q.parallelFor(4, (i) => { area[i] = i; });
console.log("end");
`;
  const run = (...args: readonly string[]) => {
    return command(project({ "src/main.ts": source }, node), "run", ...args, "src/main.ts");
  };

  test("the first number that differs ends the program, and is printed once", () => {
    const { code, stdout, stderr } = run("--check-overflow");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.split("area[0] gets 0, where JavaScript has 4294967296")).toHaveLength(2);
    expect(stderr).toContain("    9 |   area[i] = b;\n");
    expect(stderr).toContain("Checked 1 launch: 1 number other than in JavaScript.\n");
  });

  test("with =all the program goes on, also in a process of its own; with floats each rounding counts", () => {
    const counted = "Not seen: 1 place where last digits may differ";
    for (const args of [["--check-overflow=all"], ["--check-overflow=all", "--inspect=0"]]) {
      const { code, stdout, stderr } = run(...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "end\n" });
      expect(stderr).toMatch(/^LW4070: [\s\S]*\nChecked 3 launches: 1 number other than in JavaScript\.\n/m);
      expect(stderr).toContain(`${counted}; --check-overflow=floats lists them.\n`);
    }
    const { stderr } = run("--check-overflow=all,floats,zeros");
    expect(stderr).toContain(
      "\nChecked 3 launches: 2 numbers other than in JavaScript.\nNot seen: Kernel main.ts:11: `small[i] * 1.1",
    );
    expect(stderr).toContain(`its queue or the build, so that each operation rounds.\n${counted}.\n`);
  });

  test("what the check cannot see is counted, and with floats listed", () => {
    const counted = "Not seen: 1 place where last digits may differ";
    expect(run("--check-overflow=all").stderr).toContain(`${counted}; --check-overflow=floats lists them.\n`);
    const { stderr } = run("--check-overflow=all,floats");
    expect(stderr).toContain("Not seen: Kernel main.ts:11: `small[i] * 1.1");
    expect(stderr).toContain(
      `"strict" for the launch, its queue or the build, so that each operation rounds.\n${counted}.\n`,
    );
    expect(run("--check-races=all").stderr).not.toContain("Not seen");
  });

  test("what it cannot do is said before anything runs", () => {
    expect(run("--check-overflow=all,some")).toMatchObject({
      ...{ code: 1, stdout: "" },
      stderr: expect.stringContaining("Allowed choices are first, all, floats, zeros."),
    });
    expect(run("--check-overflow", "--check-races")).toMatchObject({
      ...{ code: 1, stdout: "" },
      stderr: expect.stringContaining("--check-races and --check-overflow: one at a time"),
    });
  });
});

describe("ES modules", () => {
  test("resolves imports as TypeScript does, and gives modules their source's location", () => {
    const folder = project(
      {
        "package.json": JSON.stringify({
          name: "app",
          version: "1.0.0",
          type: "module",
          imports: { "#four": "./src/four.ts" },
        }),
        "src/one.ts": "export const one = 1;\n",
        "src/two.mts": "export const two: number = 2;\n",
        "src/three.cts":
          "import four = require('./four.cjs');\nexport const three = 3;\nexport const { file } = four;\n",
        "src/four.cts": "export const file = __filename;\n",
        "src/four.ts": "export const four = 4;\n",
        "src/main.ts": `import { one } from "./one.js";
import { one as sameOne } from "./one.ts";
import { one as mapped } from "@app/one.js";
import { two } from "./two.mjs";
import { file, three } from "./three.cjs";
import { four } from "#four";
enum Ending { None, Some }
const name: string = "./one.js";
const dynamic = await import(name);
console.log(JSON.stringify([one, sameOne, mapped, dynamic.one, two, three, four, Ending.Some, file, import.meta.url, import.meta.dirname]));
`,
      },
      { ...node, paths: { "@app/*": ["./src/*"] }, allowImportingTsExtensions: true, noEmit: true },
    );
    const source = join(realpathSync(folder), "src");
    const { code, stdout, stderr } = command(folder, "run", "src/main.ts");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const url = pathToFileURL(join(source, "main.ts")).href;
    expect(json(stdout)).toEqual([1, 1, 1, 1, 2, 3, 4, 1, join(source, "four.cts"), url, source]);
  });

  test("loads each module once, whichever way it is imported", () => {
    const folder = project({
      "src/counter.ts": "export const instance = {};\n",
      "src/main.ts": `import { instance } from "./counter.js";
const again = await import("./counter.js");
if (again.instance !== instance) throw new Error("twice");
`,
    });
    expect(command(folder, "run", "src/main.ts")).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("writes nothing", () => {
    const folder = project({ "src/main.ts": "export {};\n" }, { incremental: true });
    expect(command(folder, "run", "src/main.ts").code).toBe(0);
    expect(existsSync(join(folder, "dist"))).toBe(false);
    expect(existsSync(join(folder, "tsconfig.tsbuildinfo"))).toBe(false);
  });
});

describe("CommonJS", () => {
  test("the file is the main module, and its modules are TypeScript", () => {
    const folder = project(
      {
        "src/one.ts": "export const one: number = 1;\n",
        "src/two.mts": "import { one } from './one.js';\nexport const two = one + 1;\n",
        "src/main.ts": `import { one } from "./one";
console.log(JSON.stringify([require.main === module, one, __dirname, require.resolve("./one")]));
import("./two.mjs").then(({ two }) => console.log(two));
`,
      },
      node,
      "commonjs",
    );
    const source = join(realpathSync(folder), "src");
    const { code, stdout, stderr } = command(folder, "run", "src/main.ts");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [first = "", second = ""] = stdout.split("\n");
    expect(json(first)).toEqual([true, 1, source, join(source, "one.ts")]);
    expect(second).toBe("2");
  });
});

test("the program sees its own arguments, options among them", () => {
  const folder = project({ "src/main.ts": "console.log(JSON.stringify(process.argv.slice(1)));\n" }, node);
  const { stdout } = command(folder, "run", "src/main.ts", "a", "--help", "-p", "--", "b");
  expect(json(stdout)).toEqual([join(realpathSync(folder), "src/main.ts"), "a", "--help", "-p", "--", "b"]);
});

test("the file is found from the current folder, and the project from the file", () => {
  const folder = project({ "src/main.ts": "console.log(process.cwd());\n", "else/.keep": "" }, node);
  const { stdout } = command(join(folder, "else"), "run", "../src/main.ts");
  expect(stdout).toBe(`${realpathSync(join(folder, "else"))}\n`);
});

test("a file that the tsconfig does not include runs with its options", () => {
  const folder = project(
    { "scripts/tool.ts": "const x: string = undefined;\nconsole.log(typeof x);\n" },
    { ...node, strict: false },
  );
  expect(command(folder, "run", "scripts/tool.ts")).toEqual({ code: 0, stdout: "undefined\n", stderr: "" });
});

test("without a tsconfig.json the rules are strict", () => {
  const loose = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(loose, "node_modules"));
  write(loose, {
    "package.json": '{ "type": "module" }',
    "good.ts": "await 1;\nconsole.log(process.platform.length > 0);\n",
  });
  expect(command(loose, "run", "good.ts")).toEqual({ code: 0, stdout: "true\n", stderr: "" });
  write(loose, { "bad.ts": "export const f = (x) => x;\n" });
  expect(command(loose, "run", "bad.ts").stderr).toContain("TS7006");
});

/** An explicit device: a kernel that is not compiled throws. */
const kernelFile = {
  "src/kernel.ts": `import { Queue } from "lanewise";
const out = new Int32Array(3);
await new Queue({ device: "cpu" }).parallelFor(3, (i) => { out[i] = i; });
console.log(out.join());
`,
};

test.each([
  ["a type error", typeError, "error TS2322: "],
  ["our error", faultyFile, "error LW1203: "],
])("%s in an imported file: reported, and nothing runs; elsewhere it stops no other file", (_, faulty, message) => {
  const main = 'console.log("ran");\nif (process.argv[2]) await import(process.argv[2]);\n';
  const importing = `import "./faulty.js";\n${main}`;
  const files = { "src/main.ts": main, "src/importing.ts": importing, "src/faulty.ts": faulty, ...kernelFile };
  const folder = project(files, node);
  const refused = command(folder, "run", "src/importing.ts");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(message);
  expect(command(folder, "run", "src/main.ts")).toEqual({ code: 0, stdout: "ran\n", stderr: "" });
  expect(command(folder, "run", "src/kernel.ts")).toEqual({ code: 0, stdout: "0,1,2\n", stderr: "" });
  expect(command(folder, "inspect", "--why", "src/kernel.ts").stdout).toContain("gangs of");
  expect(command(folder, "inspect", "--why", "src/importing.ts").stderr).toContain(message);
  // What is loaded is not run uncompiled.
  const loading = command(folder, "run", "src/main.ts", "./faulty.ts");
  expect(loading.stdout).toBe("ran\n");
  expect(loading.stderr).toContain("LW1912");
});

test.each(["module", "commonjs"])("an uncaught error is shown at the user's line: %s", (type) => {
  const folder = project(
    {
      "src/main.ts":
        'import { fail } from "./fail.js";\n\ninterface Reason { text: string }\n\nfail({ text: "so" } satisfies Reason);\n',
      "src/fail.ts":
        "type Reason = { text: string };\n\nexport function fail(reason: Reason): never {\n  throw new RangeError(reason.text);\n}\n",
    },
    node,
    type,
  );
  const { code, stderr } = command(folder, "run", "src/main.ts");
  const source = join(realpathSync(folder), "src");
  expect(code).toBe(1);
  expect(stderr).toContain(`${join(source, "fail.ts")}:4\n  throw new RangeError(reason.text);\n`);
  expect(stderr).toContain("RangeError: so\n");
  expect(stderr).toContain(`(${join(source, "fail.ts")}:4:9)`);
  expect(stderr).toMatch(new RegExp(`${join(source, "main.ts")}:5:\\d`));
});

test("a file with kernels keeps its lines", () => {
  const main = `${kernelFiles["src/main.ts"]}fail("so");\n`;
  const folder = project({ ...kernelFiles, "src/main.ts": main });
  const line = main.split("\n").indexOf("  throw new Error(reason);") + 1;
  const { stderr } = command(folder, "run", "src/main.ts");
  expect(stderr).toContain(`main.ts:${line}\n  throw new Error(reason);`);
});
