// The packages as npm packs them, put into a project of their own: what they contain, what they depend on, that they load, and
// that the first program of docs/getting-started.md runs with them.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderOf, link, packAll, unpack } from "./tarballs.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const names = ["@lanewise/ir", "@lanewise/codegen", "@lanewise/transformer", "lanewise", "@lanewise/cluster"] as const;
/** Paths of the machine that packed, and addresses of registries. */
const foreign = [root.replace(/\/$/, ""), "//registry", "/home/"];

let project = "";
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "lanewise-packages-"));
  const tarballs = packAll();
  for (const name of names) unpack(tarballs[name], installed(name));
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
  expect(ours("@lanewise/cluster")).toEqual(["@lanewise/ir", "lanewise"]);
});

test("package-lock.json names no host", () => {
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  expect(lock.match(/"resolved": "[^"]*:[^"]*"/g)).toBeNull();
});

/** An entry that waits at its top level, which Node does not let require() do. */
const WAITING = "./gpu/default";

describe.each(names)("%s", (name) => {
  test("has its licence, and says what it is", () => {
    const manifest = manifestOf(name);
    expect(readFileSync(join(installed(name), "LICENSE"), "utf8")).toContain("Apache License");
    expect(manifest).toMatchObject({ license: "Apache-2.0", type: "module", engines: { node: ">=20.19" } });
    expect(manifest.description).not.toBe("");
  });

  test("names no machine, no registry", () => {
    const own = filesOf(name).filter((path) => !path.includes("dist/typescript/"));
    const found = own.flatMap((path) => {
      const text = readFileSync(path, "utf8");
      return foreign.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`);
    });
    expect(found).toEqual([]);
  });

  test("has a README of its own, the changes, and a manifest that says where it comes from", () => {
    const readme = readFileSync(join(installed(name), "README.md"), "utf8");
    expect(readme).toContain(`# ${name}\n`);
    expect(readme).toMatch(/npm install [^\n]*lanewise/);
    expect(readFileSync(join(installed(name), "CHANGELOG.md"), "utf8")).toContain(`## ${manifestOf(name).version}`);
    const { repository, homepage, bugs, keywords = [], ...rest } = manifestOf(name);
    expect(repository).toMatchObject({ type: "git", directory: folderOf[name] });
    expect([homepage, bugs?.url].map((url) => url?.startsWith("https://"))).toEqual([true, true]);
    expect(keywords).toContain("webassembly");
    expect(Object.keys(rest)).not.toContain("private");
  });

  test("a file that names a map has it, and the map leads to files that are in it", () => {
    const files = new Set(filesOf(name));
    const lost = filesOf(name)
      .filter((path) => /\.(js|ts)$/.test(path))
      .flatMap((path) => {
        const [, map] = /^\/\/# sourceMappingURL=(?!data:)(\S+)\s*$/m.exec(readFileSync(path, "utf8")) ?? [];
        return map === undefined ? [] : [join(dirname(path), map)];
      })
      .flatMap((map) => (files.has(map) ? sourcesOf(map).filter((source) => !files.has(source)) : [map]));
    expect(lost).toEqual([]);
  });

  test("has no declarations that no entry leads to, and none that names a TypeScript", () => {
    const declarations = filesOf(name).filter((path) => path.endsWith(".d.ts") && !path.includes("typescript/lib."));
    const reached = reachedFrom(Object.values(manifestOf(name).exports).flatMap((entry) => typesOf(name, entry)));
    expect(declarations.filter((path) => !reached.has(path))).toEqual([]);
    const named = /(?:from|import)\s*\(?\s*["'](?!\.)[^"']*typescript/;
    const code = (path: string) => readFileSync(path, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
    expect(declarations.filter((path) => named.test(code(path)))).toEqual([]);
  });

  test("loads by import and by require, with the same exports", () => {
    const entries = Object.keys(manifestOf(name).exports)
      .filter((subpath) => !subpath.endsWith(".json") && subpath !== WAITING)
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

test("the command runs the first program of the documentation", () => {
  const program = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/getting-started.md"), "utf8"))?.[1];
  writeFileSync(join(project, "main.ts"), program ?? "");
  const compilerOptions = { module: "nodenext", target: "es2023", lib: ["es2023"], types: ["node"], strict: true };
  const config = { compilerOptions: { ...compilerOptions, noUncheckedIndexedAccess: true, skipLibCheck: true } };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ ...config, include: ["main.ts"] }));
  const command = join(installed("@lanewise/transformer"), manifestOf("@lanewise/transformer").bin.lanewise ?? "");
  expect(node([command, "run", "main.ts"]).replaceAll(/\s+/g, " ")).toBe("-40,32,68,99,212 on average 74.12");
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

test("sizes, unpacked: what programs bring, and the compiler with its TypeScript", () => {
  const megabytes = (name: string) => filesOf(name).reduce((sum, path) => sum + statSync(path).size, 0) / 1e6;
  expect(megabytes("lanewise") + megabytes("@lanewise/ir") + megabytes("@lanewise/codegen")).toBeLessThanOrEqual(3);
  expect(megabytes("@lanewise/transformer")).toBeLessThanOrEqual(14);
});

test("the compiler brings TypeScript as files, with licence and notices, and no command but its own", () => {
  const folder = join(installed("@lanewise/transformer"), "dist/typescript");
  const files = readdirSync(folder);
  expect(files).toEqual(
    expect.arrayContaining(["LICENSE.txt", "ThirdPartyNoticeText.txt", "lib.es5.d.ts", "lib.dom.d.ts"]),
  );
  expect(node(["-p", `require(${JSON.stringify(join(folder, "typescript.cjs"))}).version`])).toBe("6.0.3");
  const { dependencies, bin } = manifestOf("@lanewise/transformer");
  expect(Object.entries(dependencies).filter((entry) => entry.join().includes("typescript"))).toEqual([]);
  expect(Object.keys(bin)).toEqual(["lanewise"]);
});

test.each([
  ["@lanewise/ir", /^0\nmodule "double"/],
  ["@lanewise/codegen", /^true$/],
] as const)("the program of %s's README runs", (name, printed) => {
  expect(node(["--input-type=module", "-e", readmeProgram(name)])).toMatch(printed);
});

test("the command runs the program of lanewise's README", () => {
  writeFileSync(join(project, "main.ts"), readmeProgram("lanewise"));
  const command = join(installed("@lanewise/transformer"), manifestOf("@lanewise/transformer").bin.lanewise ?? "");
  // The sum of the square roots, each rounded to an f32.
  expect(Number(node([command, "run", "main.ts"]))).toBeCloseTo(666_666_166.5, -2);
});

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly repository?: object;
  readonly homepage?: string;
  readonly bugs?: { readonly url: string };
  readonly keywords?: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly bin: Readonly<Record<string, string>>;
}

function installed(name: string): string {
  return join(project, "node_modules", name);
}

function manifestOf(name: string): Manifest {
  const manifest: Partial<Manifest> = JSON.parse(readFileSync(join(installed(name), "package.json"), "utf8"));
  return { version: "", description: "", dependencies: {}, exports: {}, bin: {}, ...manifest };
}

function filesOf(name: string): string[] {
  const entries = readdirSync(installed(name), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function readmeProgram(name: string): string {
  return /```ts\n([\s\S]*?)```/.exec(readFileSync(join(installed(name), "README.md"), "utf8"))?.[1] ?? "";
}

function sourcesOf(map: string): string[] {
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(map, "utf8"));
  return sources.map((source) => join(dirname(map), source));
}

/** The declaration files of an entry of "exports". */
function typesOf(name: string, entry: unknown): string[] {
  const { types }: { types?: string } = Object(entry);
  return types === undefined ? [] : [join(installed(name), types)];
}

function reachedFrom(entries: readonly string[]): ReadonlySet<string> {
  const reached = new Set(entries);
  for (const path of reached) {
    for (const [, specifier = ""] of readFileSync(path, "utf8").matchAll(
      /(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g,
    )) {
      const other = join(dirname(path), specifier.replace(/\.js$/, ".d.ts"));
      if (existsSync(other)) reached.add(other);
    }
  }
  return reached;
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
