// `npm run next-version` in a workspace of its own: changes that users notice become a part of CHANGELOG.md, and all packages get one version.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { removeTemporaryFolders, root, temporaryFolder } from "../examples/programs.js";
import { folderOf } from "./tarballs.js";

afterAll(removeTemporaryFolders);

const changelog = "# Changelog\n\n## 0.1.0\n\n- The first version.\n";

/** With the manifests of this workspace. */
function workspace(changes: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("package.json", JSON.stringify({ name: "all", private: true, workspaces: Object.values(folderOf) }));
  write("package-lock.json", JSON.stringify({ name: "all", lockfileVersion: 3, packages: {} }));
  for (const one of Object.values(folderOf)) {
    const { name, version, private: isPrivate, dependencies = {} } = manifestIn(join(root, one));
    const ours = Object.entries(dependencies).filter(([other]) => other.startsWith("@lanewise/"));
    write(
      `${one}/package.json`,
      JSON.stringify({ name, version, private: isPrivate, dependencies: Object.fromEntries(ours) }),
    );
  }
  write("CHANGELOG.md", changelog);
  cpSync(join(root, ".changeset"), join(folder, ".changeset"), { recursive: true });
  for (const [name, text] of Object.entries(changes)) write(`.changeset/${name}.md`, text);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  return folder;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function nextVersion(folder: string) {
  return spawnSync(process.execPath, [join(root, "scripts/next-version.mjs")], { cwd: folder, encoding: "utf8" });
}

test("a change of one package is a version of all, with its text in the changelog", { timeout: 120_000 }, () => {
  const folder = workspace({
    "brave-bat": '---\n"lanewise": minor\n---\n\n**Queues** have names:\n`new Queue({ name })`.\n',
    "calm-cow": '---\n"@lanewise/transformer": patch\n---\n\n`lanewise check` is quicker.\n',
  });
  const { status, stderr } = nextVersion(folder);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  for (const one of Object.values(folderOf)) {
    const { version, dependencies = {} } = manifestIn(join(folder, one));
    expect([one, version, ...new Set(Object.values(dependencies))].slice(0, 3)).toEqual(
      one === "ir" ? [one, "0.2.0"] : [one, "0.2.0", "0.2.0"],
    );
  }
  expect(readFileSync(join(folder, "CHANGELOG.md"), "utf8")).toBe(
    changelog.replace(
      "## 0.1.0",
      "## 0.2.0\n\n- **Queues** have names:\n  `new Queue({ name })`.\n- `lanewise check` is quicker.\n\n## 0.1.0",
    ),
  );
  expect(readdirSync(join(folder, ".changeset"))).toEqual(["README.md", "config.json"]);
});

test("without a change there is no version", () => {
  const folder = workspace({});
  expect(nextVersion(folder)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("`npx changeset` writes one"),
  });
});
