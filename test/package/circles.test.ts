// Bundlers that look for modules that import each other find none in our packages: users have no warnings about code that is not theirs.

import { createRequire } from "node:module";
import { join } from "node:path";
import * as rollup from "rollup";
import { createLogger, build as viteBuild } from "vite";
import { expect, test } from "vitest";
import manifest from "../../runtime/package.json" with { type: "json" };
import { root } from "../examples/programs.js";

const { resolve } = createRequire(import.meta.url);
const entries = Object.keys(manifest.exports).filter((name) => name !== "./package.json" && name !== "./worker");
const input = join(root, "every-entry.mjs");
const text = entries.map((name, index) => `export * as e${index} from "lanewise${name.slice(1)}";`).join("\n");
const program: rollup.Plugin = {
  name: "program",
  resolveId: (id, importer) => {
    if (id === input) return id;
    return importer === undefined || /^[./]/.test(id) ? null : resolve(id);
  },
  load: (id) => (id === input ? text : null),
};

test("Rollup warns of nothing in any entry of lanewise", async () => {
  const warnings: string[] = [];
  const onwarn = ({ message }: rollup.RollupLog) => warnings.push(message);
  const bundle = await rollup.rollup({ input, plugins: [program], onwarn });
  await bundle.generate({ format: "es" });
  expect(warnings).toEqual([]);
});

test("Vite warns of none, where it is told to look", async () => {
  const warnings: string[] = [];
  const customLogger = createLogger("silent");
  customLogger.warn = (message) => warnings.push(message);
  customLogger.warnOnce = customLogger.warn;
  await viteBuild({
    root,
    configFile: false,
    customLogger,
    plugins: [program],
    build: {
      write: false,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input, preserveEntrySignatures: "strict", checks: { circularDependency: true } },
    },
  });
  expect(warnings).toEqual([]);
});
