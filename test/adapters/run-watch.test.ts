// `lanewise run --watch`, and the inspector: programs in processes of their own.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { lanewise, removeTemporaryFolders, temporaryFolder } from "../examples/programs.js";
import { type Files, project, smallNode, write } from "./projects.js";

afterAll(removeTemporaryFolders);
// Compilers in processes of their own, on machines that do other things too.
vi.setConfig({ testTimeout: 300_000 });

/** Runs until it is stopped. */
const main = `import { Queue } from "lanewise";
import { scale } from "./scale.js";
import { unit } from "./unit.js";
const q = new Queue({ device: "cpu", threads: 1 });
const data = new Float32Array([1, 2, 3]);
await q.parallelFor(3, (i) => { data[i] = scale(data[i]!); });
console.log("result", data.join(), unit);
if (process.argv[2] === "stay") setInterval(() => undefined, 1000);
`;
const scaleBy = (factor: number) => `export function scale(x: number): number {\n  return x * ${factor};\n}\n`;
const placeIs = (text: string) => `export function place(i: number): number {\n  return ${text};\n}\n`;
const files = {
  "src/main.ts": main,
  "src/scale.ts": scaleBy(3),
  "src/unit.js": 'export const unit = "m";\n',
  "src/unit.d.ts": "export declare const unit: string;\n",
};

const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
});

class Running {
  readonly folder: string;
  readonly child: ChildProcess;
  text = "";
  #seen = 0;
  #changed: () => void = () => undefined;

  constructor(args: readonly string[], given: Files = files, cache = "off") {
    const usesNode = Object.values(given).some((text) => text.includes('"node:'));
    this.folder = project(given, { types: usesNode ? ["node"] : smallNode });
    this.child = spawn(process.execPath, [lanewise, "run", ...args], {
      cwd: this.folder,
      env: { ...process.env, LANEWISE_CACHE: cache, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    started.push(this.child);
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on("data", (text: Buffer) => {
        this.text += text.toString();
        this.#changed();
      });
    }
    this.child.once("exit", () => this.#changed());
  }

  /** Waits for what is printed after what was found before; gives all up to there. */
  async until(pattern: RegExp): Promise<string> {
    for (;;) {
      const rest = this.text.slice(this.#seen);
      const found = pattern.exec(rest);
      if (found) {
        this.#seen += found.index + found[0].length;
        return rest.slice(0, found.index + found[0].length);
      }
      if (this.child.exitCode !== null) throw new Error(`ended before ${pattern}:\n${this.text}`);
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }

  async edit(given: Files, pattern: RegExp): Promise<string> {
    write(this.folder, given);
    return this.until(pattern);
  }
}

const waiting = "Waiting for file changes before restarting...";

test("--watch: a called function is edited three times, a mistake comes and goes", async () => {
  const running = new Running(["--watch", "src/main.ts"]);
  expect(await running.until(/Completed.*\n/)).toBe(`result 3,6,9 m\nCompleted running 'src/main.ts'. ${waiting}\n`);
  for (const factor of [4, 5, 6]) {
    const printed = await running.edit({ "src/scale.ts": scaleBy(factor) }, /Completed.*\n/);
    expect(printed).toContain(`Restarting 'src/main.ts'\nresult ${factor},${2 * factor},${3 * factor} m\n`);
  }
  const failed = await running.edit({ "src/scale.ts": scaleBy(6).replace("return", "throw") }, /Failed.*\n/);
  expect(failed).toMatch(/src\/scale\.ts\(2,3\): error LW1102: .*\n(.*\n)* {2}help: /);
  expect(failed).toContain(`Failed compiling 'src/main.ts'. ${waiting}\n`);
  expect(await running.edit({ "src/scale.ts": scaleBy(7) }, /Completed/)).toContain("result 7,14,21 m\n");
});

test("--watch: a program that stays is stopped; other files that matter, and those that do not", async () => {
  const running = new Running(["--watch", "src/main.ts", "stay"], files, join(temporaryFolder(), "cache"));
  await running.until(/result 3,6,9 m\n/);
  await running.edit({ "src/unit.js": 'export const unit = "km";\n' }, /result 3,6,9 km\n/);
  write(running.folder, { "src/notes.md": "", "other.txt": "" });
  const config = readFileSync(join(running.folder, "tsconfig.json"), "utf8");
  const printed = await running.edit(
    {
      "tsconfig.json": config.replace('"strict":true', '"strict":true,"noUnusedLocals":true'),
      "src/scale.ts": `const x = 1;\n${scaleBy(3)}`,
    },
    /Failed compiling/,
  );
  expect(printed.match(/Restarting/g)).toHaveLength(1);
  expect(printed).toContain("TS6133");
  await running.edit({ "src/scale.ts": scaleBy(3) }, /result 3,6,9 km\n/);
  running.child.kill("SIGTERM");
  expect(await once(running.child, "exit")).toEqual([143, null]);
});

test.each([
  { which: "--check-races", checked: "1 launch" },
  { which: "--check-races=all", checked: "2 launches" },
])("--watch with $which looks for races after each edit", async ({ which, checked }) => {
  const summing = {
    "src/main.ts": `import { Queue } from "lanewise";
import { place } from "./place.js";
const q = new Queue();
const bins = q.mallocShared(Int32Array, 8);
await q.parallelFor(8, (i) => { bins[place(i)]! += 1; });
await q.parallelFor(8, (i) => { bins[i]! += 1; });
console.log("result", bins.join());
`,
    "src/place.ts": placeIs("i"),
  };
  const races = /two work-items touch bins\[0\].*\n {2}src\/main\.ts:5:33: .*\n/;
  const running = new Running(["--watch", which, "src/main.ts"], summing);
  const whole = /(Completed|Failed) running.*\n/;
  expect(await running.until(whole)).toContain("result 2,2,2,2,2,2,2,2\nChecked 2 launches: no races.\nCompleted");
  for (let round = 0; round < 2; round++) {
    const racing = await running.edit({ "src/place.ts": placeIs("i & 3") }, whole);
    expect(racing).toMatch(races);
    expect(racing).toContain(`Checked ${checked}: 1 race.\n`);
    expect(racing).toContain(`Failed running 'src/main.ts'. ${waiting}\n`);
    const free = await running.edit({ "src/place.ts": placeIs("7 - i") }, whole);
    expect(free).toContain("result 2,2,2,2,2,2,2,2\nChecked 2 launches: no races.\nCompleted");
  }
});

test("--watch from what is kept: the first edit is compiled like the others", async () => {
  const cache = join(temporaryFolder(), "cache");
  const first = new Running(["src/main.ts"], files, cache);
  await once(first.child, "exit");
  const running = new Running(["--watch", "src/main.ts"], files, cache);
  await running.until(/Completed/);
  expect(await running.edit({ "src/scale.ts": scaleBy(4) }, /Completed/)).toContain("result 4,8,12 m\n");
});

const paused = `import { Session } from "node:inspector";
interface Place { readonly line: number; readonly column: number }
const session = new Session();
session.connect();
let map = "";
session.on("Debugger.scriptParsed", ({ params }) => {
  if (params.url === import.meta.url) map = params.sourceMapURL ?? "";
});
session.on("Debugger.paused", ({ params }) => {
  const { lineNumber, columnNumber = 0 } = params.callFrames[0]!.location;
  console.log(JSON.stringify({ map, place: { line: lineNumber + 1, column: columnNumber } satisfies Place }));
});
session.post("Debugger.enable");
enum Unused { Zero }
debugger;
console.log("end", Unused.Zero);
`;

test("--inspect: the inspector listens, and what it stops at is a line of the source", async () => {
  const running = new Running(["--inspect=0", "src/main.ts"], { "src/main.ts": paused });
  expect(await running.until(/\n\{.*\n/)).toMatch(/Debugger listening on ws:\/\/127\.0\.0\.1:\d+\//);
  const [line = ""] = running.text.split("\n").filter((text) => text.startsWith("{"));
  // What the program above prints.
  const { map, place } = JSON.parse(line) as { map: string; place: { line: number; column: number } };
  const trace = new TraceMap(Buffer.from(map.split("base64,")[1] ?? "", "base64").toString());
  const source = paused.split("\n").indexOf("debugger;") + 1;
  expect(originalPositionFor(trace, place)).toMatchObject({ source: "main.ts", line: source });
  await running.until(/end 0\n/);
});

test("--inspect-brk: waits before the first line of the program", async () => {
  // Without imports: Node stops in the module that is evaluated first.
  const running = new Running(["--inspect-brk=0", "src/main.ts"], {
    "src/main.ts": 'console.log("result");\nexport {};\n',
  });
  const [, address = ""] = /ws:\/\/([\d.:]+)\//.exec(await running.until(/ws:\/\/[\d.:]+\//)) ?? [];
  const client = spawn(process.execPath, ["inspect", address], { stdio: ["pipe", "pipe", "ignore"] });
  started.push(client);
  let seen = "";
  await new Promise<void>((resolve) => {
    client.stdout.on("data", (text: Buffer) => {
      seen += text.toString();
      if (/Break on start in [^\n]*src\/main\.ts:\d+[\s\S]*debug>/.test(seen)) resolve();
    });
  });
  expect(running.text).not.toContain("result");
  client.stdin.write("cont\n");
  await running.until(/result\n/);
});
