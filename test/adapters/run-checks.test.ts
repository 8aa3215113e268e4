// `lanewise run` with --profile, --check-races and --check-overflow: what each finds, prints and writes.

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { command, project, smallNode } from "./projects.js";

afterAll(removeTemporaryFolders);
// Compilers in processes of their own, on machines that do other things too.
vi.setConfig({ testTimeout: 300_000 });

const node = { types: smallNode };

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
