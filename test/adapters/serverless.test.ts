// A handler as serverless hosts call it: bundled into one file, in new processes whose home can hold nothing.

import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { mustRun, removeTemporaryFolders, temporaryFolder } from "../examples/programs.js";
import { command, project } from "./projects.js";

afterAll(removeTemporaryFolders);

const handler = `import { Queue } from "lanewise";

const q = new Queue();

export async function handler(event: { readonly factor: number }) {
  const { factor } = event;
  const values = new Float32Array([1, 2, 3]);
  await q.parallelFor(values.length, (i) => { values[i] = values[i]! * factor; });
  return { statusCode: 200, body: JSON.stringify([...values]) };
}
`;

/** What a host does: loads the module, calls the handler for each event. */
const host = (file: string) => `const { handler } = await import(${JSON.stringify(file)});
for (const factor of [2, 3]) console.log((await handler({ factor }, {})).body);
`;

test.each([
  ["esm", "index.mjs"],
  ["cjs", "index.cjs"],
] as const)(
  "a handler of %s answers in every new process",
  async (format, file) => {
    const folder = project({ "src/index.ts": handler });
    expect(command(folder, "build").stderr).toBe("");
    const outfile = join(folder, "out", file);
    const logOverride = { "empty-import-meta": "silent" } as const;
    await build({
      entryPoints: [join(folder, "dist/index.js")],
      outfile,
      bundle: true,
      platform: "node",
      format,
      logOverride,
    });

    const alone = temporaryFolder();
    cpSync(outfile, join(alone, file));
    writeFileSync(join(alone, "host.mjs"), host(`./${file}`));
    // Where a file is, no user can make a folder.
    const home = join(alone, "host.mjs");
    for (const environment of [
      { HOME: home, XDG_CACHE_HOME: "" },
      { LANEWISE_CACHE: join(home, "code") },
      { LANEWISE_CACHE: join(alone, "kept") },
    ]) {
      for (let cold = 0; cold < 2; cold++) {
        expect(mustRun(["host.mjs"], alone, { LANEWISE_CACHE: "", ...environment })).toBe("[2,4,6]\n[3,6,9]\n");
      }
    }
  },
  180_000,
);
