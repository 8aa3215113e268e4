// `lanewise check`, `build` and `init` of a tsconfig.json that has only references, as Vite's templates have.

import { afterAll, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { command, type Files, faultyFile, project, read, typeError } from "./projects.js";

afterAll(removeTemporaryFolders);

const strict = { target: "es2023", lib: ["es2023", "dom"], types: [], strict: true, skipLibCheck: true };
const bundled = { ...strict, module: "esnext", moduleResolution: "bundler", noEmit: true };
const config = (include: string) => JSON.stringify({ compilerOptions: bundled, include: [include] });
const solution = (files: Files = {}) =>
  project({
    "tsconfig.json": JSON.stringify({
      files: [],
      references: [{ path: "./tsconfig.app.json" }, { path: "./tsconfig.node.json" }],
    }),
    "tsconfig.app.json": config("src"),
    "tsconfig.node.json": config("tools.ts"),
    "src/main.ts": "export const one = 1;\n",
    "tools.ts": "export default {};\n",
    ...files,
  });

test("check follows the references, and gives the mistakes of all", () => {
  const folder = solution({ "src/main.ts": faultyFile, "tools.ts": typeError });
  const before = Object.keys(read(folder));
  const { code, stdout } = command(folder, "check");
  expect(stdout).toContain("src/main.ts(5,33): error LW1203");
  expect(stdout).toContain("tools.ts(1,14): error TS2322");
  expect(code).not.toBe(0);
  expect(Object.keys(read(folder))).toEqual(before);
  expect(command(solution(), "check")).toMatchObject({ code: 0, stdout: "" });
});

test("check follows references of references, each once, and names one that is not there", () => {
  const outer = JSON.stringify({ files: [], references: [{ path: "./inner" }, { path: "./tsconfig.app.json" }] });
  const inner = JSON.stringify({ files: [], references: [{ path: "../tsconfig.app.json" }, { path: ".." }] });
  const files = { "tsconfig.json": outer, "inner/tsconfig.json": inner, "src/main.ts": typeError };
  const { code, stdout } = command(solution(files), "check");
  expect(stdout.match(/TS2322/g)).toHaveLength(1);
  expect(code).not.toBe(0);
  const lost = command(
    solution({ "tsconfig.json": JSON.stringify({ files: [], references: [{ path: "./gone" }] }) }),
    "check",
  );
  expect(lost.stderr).toContain("gone");
  expect(lost.code).toBe(1);
});

test("check --watch names the projects of which it takes one", () => {
  const { code, stderr } = command(solution(), "check", "--watch");
  expect(stderr).toContain("tsconfig.json leads to 2 projects (tsconfig.app.json, tsconfig.node.json)");
  expect(stderr).toContain("lanewise check --watch -p tsconfig.app.json");
  expect(code).toBe(1);
});

test("build without -b says that there is nothing to build", () => {
  const { code, stderr } = command(solution(), "build");
  expect(stderr).toContain("tsconfig.json has references and no files of its own");
  expect(stderr).toContain("lanewise build -b");
  expect(code).toBe(1);
});

test("init writes a script that builds the references, and what it proposes next finds mistakes", () => {
  const folder = solution({ "package.json": JSON.stringify({ name: "app", type: "module" }) });
  command(folder, "init", "--yes");
  expect(JSON.parse(read(folder)["package.json"] ?? "").scripts).toEqual({ build: "lanewise build -b" });
  expect(command(folder, "check").code).toBe(0);
});
