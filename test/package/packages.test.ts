// The packages as npm packs them, put into a project of their own: what they contain, what they depend on, that they load, and
// that the README's program runs with them.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderOf, link, pack, unpack } from "./tarballs.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const names = ["@lanewise/ir", "@lanewise/codegen", "@lanewise/transformer", "lanewise"] as const;
/** Paths of the machine that packed, and addresses of registries. */
const foreign = [root.replace(/\/$/, ""), "//registry", "/home/"];

let project = "";
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "lanewise-packages-"));
  for (const name of names) unpack(pack(join(root, folderOf[name]), project), installed(name));
  const others = new Set(names.flatMap((name) => Object.keys(manifestOf(name).dependencies)));
  for (const name of names) others.delete(name);
  for (const name of [...others, "typescript", "@types/node"]) link(name, project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "app", version: "1.0.0", type: "module" }));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test("dependencies between the packages follow the arrows", () => {
  const ours = (name: (typeof names)[number]) =>
    Object.keys(manifestOf(name).dependencies).filter((other) => other.includes("lanewise"));
  expect(Object.keys(manifestOf("@lanewise/ir").dependencies)).toEqual([]);
  expect(Object.keys(manifestOf("@lanewise/codegen").dependencies)).toEqual(["@lanewise/ir"]);
  expect(Object.keys(manifestOf("lanewise").dependencies)).toEqual(["@lanewise/codegen", "@lanewise/ir"]);
  expect(ours("@lanewise/transformer")).toEqual(["@lanewise/codegen", "@lanewise/ir"]);
});

test("package-lock.json names no host", () => {
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  expect(lock.match(/"resolved": "[^"]*:[^"]*"/g)).toBeNull();
});

describe.each(names)("%s", (name) => {
  test("has its licence, and says what it is", () => {
    const manifest = manifestOf(name);
    expect(readFileSync(join(installed(name), "LICENSE"), "utf8")).toContain("Apache License");
    expect(manifest).toMatchObject({ license: "Apache-2.0", type: "module", engines: { node: ">=20.19" } });
    expect(manifest.description).not.toBe("");
  });

  test("names no machine, no registry", () => {
    const found = filesOf(name).flatMap((path) => {
      const text = readFileSync(path, "utf8");
      return foreign.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`);
    });
    expect(found).toEqual([]);
  });

  test("its source maps lead to files that are in it", () => {
    const maps = filesOf(name).filter((path) => path.endsWith(".map"));
    const files = new Set(filesOf(name));
    expect(maps.length).toBeGreaterThan(0);
    const lost = maps.flatMap((path) => {
      const { sources }: { sources: string[] } = JSON.parse(readFileSync(path, "utf8"));
      return sources.map((source) => join(dirname(path), source)).filter((source) => !files.has(source));
    });
    expect(lost).toEqual([]);
  });

  test("loads by import and by require, with the same exports", () => {
    const entries = Object.keys(manifestOf(name).exports)
      .filter((subpath) => !subpath.endsWith(".json"))
      .map((subpath) => `${name}${subpath.slice(1)}`);
    // All of a package in one process for each way: what one loads may not keep another from loading.
    const exportsBy = (kind: "module" | "commonjs", load: string): Record<string, string[]> =>
      JSON.parse(
        node([
          `--input-type=${kind}`,
          "-e",
          `(async () => {
            const found = {};
            for (const entry of ${JSON.stringify(entries)}) {
              const marks = ["__esModule", "module.exports"];
              found[entry] = Object.keys(${load}).filter((key) => !marks.includes(key)).sort();
            }
            console.log(JSON.stringify(found));
          })()`,
        ]),
      );
    const imported = exportsBy("module", "await import(entry)");
    expect(Object.keys(imported)).toEqual(entries);
    expect(exportsBy("commonjs", "require(entry)")).toEqual(imported);
  });
});

test("the command runs the README's program", () => {
  const program = /```ts\n\/\/ main\.ts\n([\s\S]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1];
  writeFileSync(join(project, "main.ts"), program ?? "");
  const compilerOptions = { module: "nodenext", target: "es2023", lib: ["es2023"], types: ["node"], strict: true };
  const config = { compilerOptions: { ...compilerOptions, noUncheckedIndexedAccess: true, skipLibCheck: true } };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ ...config, include: ["main.ts"] }));
  const command = join(installed("@lanewise/transformer"), manifestOf("@lanewise/transformer").bin.lanewise ?? "");
  expect(node([command, "run", "main.ts"]).replaceAll(/\s+/g, " ")).toBe(
    "Uint32Array(10) [ 0, 2, 1, 1, 1, 1, 1, 0, 0, 1 ]",
  );
});

test("the algorithms need no compiler: they are compiled in the package", () => {
  const program = `
    import { Queue } from "lanewise";
    import { reduce } from "lanewise/algorithms";
    console.log(await reduce(new Queue({ device: "cpu" }), Float32Array.of(1, 2, 4), "add"));`;
  expect(node(["--input-type=module", "-e", program])).toBe("7");
});

test("transform compiles the program's function, and runs it as plain JavaScript where it is not compiled", () => {
  const program = (options: string) => `
    import { Queue } from "lanewise";
    import { transform } from "lanewise/algorithms";
    const [x, out, gain] = [Float32Array.of(1, 2, 4), new Float64Array(3), 0.5];
    await transform(new Queue(${options}), x, out, (v) => v * 2 + gain);
    console.log(out.join());`;
  writeFileSync(join(project, "main.ts"), program('{ device: "cpu" }'));
  const command = join(installed("@lanewise/transformer"), manifestOf("@lanewise/transformer").bin.lanewise ?? "");
  expect(node([command, "run", "main.ts"])).toBe("2.5,4.5,8.5");
  expect(node(["--input-type=module", "-e", program("")])).toBe("2.5,4.5,8.5");
});

interface Manifest {
  readonly description: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly bin: Readonly<Record<string, string>>;
}

function installed(name: string): string {
  return join(project, "node_modules", name);
}

function manifestOf(name: string): Manifest {
  const manifest: Partial<Manifest> = JSON.parse(readFileSync(join(installed(name), "package.json"), "utf8"));
  return { description: "", dependencies: {}, exports: {}, bin: {}, ...manifest };
}

function filesOf(name: string): string[] {
  const entries = readdirSync(installed(name), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function node(args: readonly string[]): string {
  const { LANEWISE_DEVICE: _, ...env } = process.env;
  return execFileSync(process.execPath, args, {
    cwd: project,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}
