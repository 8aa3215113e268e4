// The linter finds import cycles in each package, and imports past a room's index file. `biome.json` once turned the first rule on where Biome does
// not look for it, and nothing failed.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { removeTemporaryFolders, root, temporaryFolder } from "../examples/programs.js";

afterAll(removeTemporaryFolders);

const cyclic = [
  "cluster/src",
  "codegen/src/wasm",
  "ir/src",
  "runtime/src",
  "transformer/src",
  "transformer/src/link",
] as const;
/** They walk TypeScript's tree by functions that call each other (docs/decisions/0093-import-cycles.md). */
const recursive = ["transformer/src/infer", "transformer/src/lower", "transformer/src/recognise"] as const;

test("the linter finds import cycles, and imports past a room's index", () => {
  const folder = temporaryFolder();
  cpSync(join(root, "biome.json"), join(folder, "biome.json"));
  for (const room of [...cyclic, ...recursive]) {
    mkdirSync(join(folder, room), { recursive: true });
    writeFileSync(join(folder, room, "one.ts"), importing("two"));
    writeFileSync(join(folder, room, "two.ts"), importing("one"));
  }
  mkdirSync(join(folder, "runtime/src/queue/commands"), { recursive: true });
  writeFileSync(join(folder, "runtime/src/queue/commands/command.ts"), "export const command = 1;\n");
  writeFileSync(
    join(folder, "runtime/src/queue/queue.ts"),
    'import { command } from "./commands/command.js";\n\nexport const queue = command;\n',
  );
  mkdirSync(join(folder, "ir/src/text"));
  mkdirSync(join(folder, "ir/src/module"));
  writeFileSync(join(folder, "ir/src/module/ops.ts"), "export const ops = 1;\n");
  writeFileSync(
    join(folder, "ir/src/text/print.ts"),
    'import { ops } from "../module/ops.js";\n\nexport const print = ops;\n',
  );
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--reporter=github", "--max-diagnostics=none", "--vcs-enabled=false", "."];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const found = [...stdout.matchAll(/title=lint\/\w+\/(\w+),file=([^,]+),/g)].map(
    ([, rule, file = ""]) => `${rule} ${relative(folder, file)}`,
  );
  const cycles = cyclic.flatMap((room) => ["one", "two"].map((name) => `noImportCycles ${room}/${name}.ts`));
  const pastIndex = ["ir/src/text/print.ts", "runtime/src/queue/queue.ts"];
  expect(found.sort()).toEqual([...cycles.sort(), ...pastIndex.map((file) => `noRestrictedImports ${file}`)]);
});

const importing = (other: string) =>
  `import { value } from "./${other}.js";\n\nexport const name = "${other}";\nexport { value };\n`;
