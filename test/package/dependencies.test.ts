// What the packages depend on is listed with its reason in docs/decisions/0041-dependencies.md, and nothing of it runs when it is installed.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const readText = (path: string): string => readFileSync(new URL(path, root), "utf8");

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly provenance?: boolean };
}
const manifestIn = (folder: string): Manifest => JSON.parse(readText(`${folder}package.json`));
const published = ["ir/", "codegen/", "transformer/", "runtime/", "cluster/"].map(manifestIn);

const document = readText("docs/decisions/0041-dependencies.md");
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
/** The cells of each row of a table, which has so many columns. */
const rowsOf = (columns: number): string[][] =>
  document
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.slice(1, -1).split("|"))
    .filter((cells) => cells.length === columns);

test.each(published)("what $name depends on is listed, with exact versions", ({ name, dependencies = {} }) => {
  const rows = rowsOf(3).filter(([first = ""]) => namesIn(first).includes(name));
  expect(rows.flatMap(([, second = ""]) => namesIn(second)).sort()).toEqual(Object.keys(dependencies).sort());
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  for (const [, , why = ""] of rows) expect(why.trim()).not.toBe("");
});

test("what the checkout depends on is listed, with exact versions", () => {
  const { devDependencies = {}, dependencies = {} } = manifestIn("");
  expect(dependencies).toEqual({});
  const rows = rowsOf(2);
  expect(rows.flatMap(([first = ""]) => namesIn(first)).sort()).toEqual(Object.keys(devDependencies).sort());
  for (const [, why = ""] of rows) expect(why.trim()).not.toBe("");
  for (const version of Object.values(devDependencies))
    expect(version).toMatch(/^((npm:typescript@)?\d+\.\d+\.\d+|file:.*)$/);
});

test("what the benchmark depends on is listed, with exact versions", () => {
  const { devDependencies = {}, dependencies = {} } = manifestIn("bench/");
  expect(dependencies).toEqual({});
  const rows = rowsOf(3).filter(([, second = ""]) => namesIn(second).length === 0 && second.trim() !== "");
  const ofBench = rows.filter(([first = ""]) => namesIn(first).every((name) => !name.startsWith("@lanewise/")));
  expect(ofBench.flatMap(([first = ""]) => namesIn(first)).sort()).toEqual(Object.keys(devDependencies).sort());
  for (const version of Object.values(devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

test("no published package has a script, and each asks for provenance", () => {
  for (const { scripts, optionalDependencies, publishConfig } of published) {
    expect([scripts, optionalDependencies]).toEqual([undefined, undefined]);
    expect(publishConfig?.provenance).toBe(true);
  }
});

interface Locked {
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}
const { packages }: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(readText("package-lock.json"));

/** What is installed for a published package, with all that this wants. */
function installedFor(names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>(names.map((name) => `node_modules/${name}`));
  for (const path of found) {
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) {
      const nested = `${path}/node_modules/${name}`;
      found.add(packages[nested] ? nested : `node_modules/${name}`);
    }
  }
  return found;
}

test("nothing that comes with a published package runs when it is installed", () => {
  const names = published.flatMap(({ dependencies = {} }) => Object.keys(dependencies));
  const paths = [...installedFor(names)];
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) expect([path, packages[path]?.hasInstallScript]).toEqual([path, undefined]);
  for (const path of paths) expect([path, packages[path] !== undefined]).toEqual([path, true]);
});

test("every package from elsewhere has its digest in the lock file", () => {
  const without = Object.entries(packages).filter(
    ([path, { integrity, link }]) => path.includes("node_modules/") && !link && integrity === undefined,
  );
  expect(without.map(([path]) => path).filter((path) => !path.includes("bundled"))).toEqual([]);
});
