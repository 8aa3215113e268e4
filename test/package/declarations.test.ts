// The declarations of the packages as strict projects look at them, `skipLibCheck` off: with each TypeScript that is supported, with the least
// `lib` that kernels need, with and without the types of pages and of Node.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run, write } from "../adapters/projects.js";
import { removeTemporaryFolders, root, temporaryFolder } from "../examples/programs.js";
import { link, packAll, unpack } from "./tarballs.js";

const typescripts = {
  "5.7": "test/typescript-versions/5/node_modules/typescript/bin/tsc",
  "6.0": "node_modules/typescript/bin/tsc",
  "7.0": "test/typescript-versions/7/node_modules/typescript/bin/tsc",
} as const;
/** What programs import. */
const runtime = ["lanewise", "@lanewise/codegen", "@lanewise/ir"] as const;
/** What runs in Node alone. */
const forNode = ["@lanewise/transformer", "@lanewise/cluster"] as const;

let project = "";
beforeAll(() => {
  project = temporaryFolder();
  for (const [name, tarball] of Object.entries(packAll())) {
    unpack(tarball, join(project, "node_modules", name));
  }
  const needed = forNode
    .map(manifestOf)
    .flatMap(({ dependencies, peerDependencies }) => [...Object.keys({ ...dependencies, ...peerDependencies })]);
  const others = needed.filter((name) => !name.startsWith("@lanewise/") && name !== "lanewise");
  for (const name of new Set(["@types/node", ...others])) link(name, project);
}, 300_000);
afterAll(removeTemporaryFolders);

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(project, "node_modules", name, "package.json"), "utf8"));
}

function importsOf(name: string): string[] {
  return Object.entries(manifestOf(name).exports).flatMap(([key, target]) =>
    typeof target === "object" && target.types !== undefined
      ? [`import ${JSON.stringify(name + key.slice(1))};\n`]
      : [],
  );
}

function check(
  version: keyof typeof typescripts,
  lib: readonly string[],
  types: readonly string[],
  names: readonly string[] = runtime,
): string[] {
  // TypeScript's own libraries are not ours to check, either.
  const checked = { strict: true, skipLibCheck: false, skipDefaultLibCheck: true };
  const compilerOptions = { module: "nodenext", target: "es2022", lib, types, ...checked };
  write(project, {
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, files: ["main.ts"] }),
    "main.ts": names.flatMap(importsOf).join(""),
  });
  const { stdout } = run(project, [join(root, typescripts[version]), "-p", "."]);
  // Declarations of others are not ours to mend.
  return stdout.split("\n").filter((line) => /^(?:main\.ts|node_modules\/(?:@lanewise|lanewise)\/|error)/.test(line));
}

describe.each(["5.7", "6.0", "7.0"] as const)("TypeScript %s, skipLibCheck off", { timeout: 300_000 }, (version) => {
  test.each([
    ["es2022 alone", ["es2022"], []],
    ["es2022 and dom", ["es2022", "dom"], []],
    ["es2022, types of Node", ["es2022"], ["node"]],
    ["es2022 and dom, types of Node", ["es2022", "dom"], ["node"]],
  ])("%s", (_, lib, types) => {
    expect(check(version, lib, types)).toEqual([]);
  });

  test.each(forNode)("%s, types of Node", (name) => {
    expect(check(version, ["es2022"], ["node"], [name])).toEqual([]);
  });
});

test("an error in a declaration would be found", { timeout: 300_000 }, () => {
  const file = "node_modules/lanewise/dist/index.d.ts";
  const text = readFileSync(join(project, file), "utf8");
  write(project, { [file]: `${text}\nexport type Wrong = WebAssembly.Memory;\n` });
  expect(check("7.0", ["es2022"], [])).toEqual([expect.stringContaining("Cannot find namespace 'WebAssembly'")]);
});
