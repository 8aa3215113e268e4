// `lanewise init`, rules INIT3 to INIT6: what is edited and what is not, byte by byte; faults; what it prints.

import { chmodSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { addToExisting, existingIn } from "../../transformer/dist/cli/init/existing-project.js";
import { packageManagerOf } from "../../transformer/dist/cli/init/package-managers.js";
import { addPlugin } from "../../transformer/dist/cli/init/plugin-edit.js";
import { ProjectFolder } from "../../transformer/dist/cli/init/project-folder.js";
import { choose, confirm } from "../../transformer/dist/cli/init/questions.js";
import { removeTemporaryFolders, temporaryFolder } from "../examples/programs.js";
import { command, type Files, read, write } from "./projects.js";

afterAll(removeTemporaryFolders);

function folderWith(files: Files): string {
  const folder = temporaryFolder();
  write(folder, files);
  return folder;
}

/** What it would do to a project, without a process. */
function planned(files: Files) {
  const project = new ProjectFolder(folderWith(files));
  const existing = existingIn(project);
  if (existing) addToExisting(project, existing);
  return project;
}

const manifest = (fields: object) => JSON.stringify({ name: "app", ...fields }, undefined, 2);
const withTsc = { "package.json": manifest({ scripts: { build: "lanewise build" } }) };

describe("INIT3: configurations in JavaScript that are edited", () => {
  const line = 'import lanewise from "@lanewise/transformer/vite";\n';
  test.each([
    ["an object", "export default {};\n", `${line}\nexport default { plugins: [lanewise()] };\n`],
    [
      "an empty list, other options",
      "export default { base: '/', plugins: [] }\n",
      `${line.replaceAll('"', "'").replace(";", "")}\nexport default { base: '/', plugins: [lanewise()] }\n`,
    ],
    [
      "a function, with a comment at the last line",
      'import { defineConfig } from "vite";\nexport default defineConfig(({ mode }) => {\n\tconst base = mode;\n\treturn {\n\t\tbase // the root\n\t};\n});\n',
      `import { defineConfig } from "vite";\n${line}export default defineConfig(({ mode }) => {\n\tconst base = mode;\n\treturn {\n\t\tbase, // the root\n\t\tplugins: [lanewise()]\n\t};\n});\n`,
    ],
    [
      "a constant, with a type",
      "const config = { plugins: [\n    react(),\n  ] } satisfies UserConfig;\nexport default config;\n",
      `${line}\nconst config = { plugins: [\n    lanewise(),\n    react(),\n  ] } satisfies UserConfig;\nexport default config;\n`,
    ],
    [
      "line ends of Windows",
      "export default {\r\n  base: '/',\r\n};\r\n",
      "import lanewise from '@lanewise/transformer/vite';\r\n\r\nexport default {\r\n  base: '/',\r\n  plugins: [lanewise()],\r\n};\r\n",
    ],
    [
      "a spread before the plugins",
      "export default { ...shared, plugins: [a()] };\n",
      `${line}\nexport default { ...shared, plugins: [lanewise(), a()] };\n`,
    ],
    [
      "CommonJS",
      '"use strict";\nmodule.exports = { plugins: [] };\n',
      '"use strict";\nconst lanewise = require("@lanewise/transformer/vite").default;\n\nmodule.exports = { plugins: [lanewise()] };\n',
    ],
  ])("%s", (_, before, after) => {
    expect(addPlugin("vite.config.ts", before, "vite", "exported")).toEqual({ kind: "edited", text: after });
    expect(addPlugin("vite.config.ts", after, "vite", "exported")).toEqual({ kind: "present" });
  });

  test.each([
    ["export default makeConfig({});", "the result of `makeConfig` is unknown before it runs"],
    ["export default mergeConfig(base, {});", "the result of `mergeConfig` is unknown before it runs"],
    ["export default [{}, {}];", "a list of several configurations"],
    ["export default { plugins: list };", "`plugins` is no array that is written there"],
    ["export default { plugins };", "`plugins` is no array that is written there"],
    ["export default { plugins: [], ...last };", "`...` may replace its plugins"],
    ["export default { ...shared };", "`...` may bring other plugins"],
    ["export default (env) => { if (env) return {}; return { plugins: [] }; };", "more than one `return`"],
    ['import config from "./other.js";\nexport default config;', "`config` is no constant of this file"],
    ["let config = {};\nconfig = other;\nexport default config;", "`config` is no constant of this file"],
    ["const lanewise = 1;\nexport default {};", "uses the name `lanewise` for something else"],
    ["console.log(1);", "not one `export default`"],
    ["export default {", "it has a mistake at 1:17"],
  ])("%s: not edited, since %s", (text, reason) => {
    const result = addPlugin("vite.config.js", text, "vite", "exported");
    expect(result).toEqual({ kind: "unsure", reason: expect.stringContaining(reason) });
  });

  test("esbuild: all calls of a script, or none", () => {
    const start = 'import { build, context } from "esbuild";\n';
    const edit = (text: string) => addPlugin("build.mjs", start + text, "esbuild", "esbuild's calls");
    expect(edit("await build({ bundle: true });\nconst c = await context({ plugins: [other] });\n")).toEqual({
      kind: "edited",
      text: `${start}import lanewise from "@lanewise/transformer/esbuild";\nawait build({ bundle: true, plugins: [lanewise()] });\nconst c = await context({ plugins: [lanewise(), other] });\n`,
    });
    expect(edit("await build({});\nawait build(options());\n")).toMatchObject({ kind: "unsure" });
    expect(edit("esbuild.buildSync({});\n")).toMatchObject({ reason: expect.stringContaining("takes no plugins") });
    expect(edit("")).toMatchObject({ reason: expect.stringContaining("no call of `build`") });
  });
});

describe("INIT3: JSON", () => {
  test("package.json keeps its order and indentation, packages theirs", () => {
    const text =
      '{\n    "name": "app",\n    "dependencies": {\n        "alpha": "1",\n        "zeta": "1"\n    },\n    "files": ["a", "b"]\n}';
    const project = planned({ "package.json": text, "tsconfig.json": "{}" });
    expect(project.read("package.json")).toMatch(
      /^\{\n {4}"name": "app",\n {4}"dependencies": \{\n {8}"alpha": "1",\n {8}"lanewise": "\^[\d.]+",\n {8}"zeta": "1"\n {4}\},\n {4}"files": \["a", "b"\],\n {4}"devDependencies": \{\n {8}"@lanewise\/transformer": "\^[\d.]+"\n {4}\},\n {4}"scripts": \{\n {8}"build": "lanewise build"\n {4}\}\n\}$/,
    );
  });

  test("tsconfig.json: without options, with plugins, on one line", () => {
    const entry = '{ "name": "@lanewise/transformer/editor" }';
    const edited = (text: string) => planned({ ...withTsc, "tsconfig.json": text }).read("tsconfig.json");
    expect(edited('{ "compilerOptions": { "strict": true } }')).toBe(
      `{ "compilerOptions": { "strict": true, "plugins": [${entry}] } }`,
    );
    expect(edited('{ "compilerOptions": { "plugins": [{ "name": "other" }] } } // end')).toBe(
      `{ "compilerOptions": { "plugins": [{ "name": "other" }, ${entry}] } } // end`,
    );
    expect(JSON.parse(edited('{\n  "extends": "./base.json"\n}\n') ?? "")).toEqual({
      compilerOptions: { plugins: [{ name: "@lanewise/transformer/editor" }] },
      extends: "./base.json",
    });
    expect(edited("{}\n")).toContain("@lanewise/transformer/editor");
  });

  test("tsconfig.json that refers to others: those that have sources", () => {
    const references = [{ path: "./tsconfig.app.json" }, { path: "./tsconfig.node.json" }];
    const project = planned({
      ...withTsc,
      "tsconfig.json": JSON.stringify({ files: [], references }),
      "tsconfig.app.json": '{ "compilerOptions": {} }',
      "tsconfig.node.json": '{ "compilerOptions": {} }',
    });
    expect(project.read("tsconfig.app.json")).toContain("@lanewise/transformer/editor");
    expect(project.describe()).not.toMatch(/tsconfig\.(node\.)?json/);
  });

  test.each([
    [
      "a mistake",
      '{\n  "compilerOptions": {\n    "strict" true\n  }\n}\n',
      "tsconfig.json: not edited, since it has a mistake at 3:14",
    ],
    [
      "inherited plugins",
      '{ "extends": "./base.json", "compilerOptions": {} }',
      "it would hide the plugins of the file that it extends",
    ],
    ["options that are no object", '{ "compilerOptions": [] }', '"compilerOptions" is no object'],
  ])("tsconfig.json with %s: left to the user", (_, text, step) => {
    const project = planned({
      ...withTsc,
      "tsconfig.json": text,
      "base.json": '{ "compilerOptions": { "plugins": [{ "name": "other" }] } }',
    });
    expect(project.read("tsconfig.json")).toBe(text);
    expect(project.steps.join()).toContain(step);
    expect(project.steps.join()).toContain('"plugins": [{"name":"@lanewise/transformer/editor"}]');
  });
});

describe("INIT2: scripts", () => {
  test.each([
    ["tsc", "lanewise build"],
    ["tsc -b && node dist/main.js", "lanewise build -b && node dist/main.js"],
    ["tsc -b packages/a packages/b --verbose", "lanewise build -b packages/a packages/b --verbose"],
    [
      "rimraf dist && npx tsc --project tsconfig.build.json",
      "rimraf dist && lanewise build --project tsconfig.build.json",
    ],
    ["tsc -w", "lanewise build -w"],
    ["tsc -p . --noEmit", "lanewise check -p ."],
    ["eslint . ; tsc-alias", "eslint . ; tsc-alias"],
  ])("%s becomes %s", (before, after) => {
    const project = planned({ "package.json": manifest({ scripts: { build: before } }), "tsconfig.json": "{}" });
    expect(JSON.parse(project.read("package.json") ?? "").scripts.build).toBe(after);
    expect(project.steps).toEqual([]);
  });

  test("arguments that `lanewise build` does not take are left to the user", () => {
    const scripts = { build: "tsc --outDir out", start: "tsx src/main.ts" };
    const project = planned({ "package.json": manifest({ scripts }), "tsconfig.json": "{}" });
    expect(JSON.parse(project.read("package.json") ?? "").scripts).toEqual(scripts);
    expect(project.steps.join()).toContain('script "build": `tsc --outDir out` calls tsc with arguments');
    expect(project.notes.join()).toContain('The script "start" runs tsx, which compiles no kernels');
  });

  test("lanewise of another version stays, and is said", () => {
    const project = planned({
      "package.json": manifest({ peerDependencies: { lanewise: "^0.0.1" } }),
      "tsconfig.json": "{}",
    });
    expect(project.read("package.json")).not.toContain('"dependencies"');
    expect(project.notes.join()).toMatch(/lanewise stays \^0\.0\.1; this command is of \d/);
  });
});

describe("INIT2: which tools a project has", () => {
  const toolsOf = (files: Files) => existingIn(new ProjectFolder(folderWith(files)))?.tools;
  const packages = (...names: string[]) => ({
    "package.json": manifest({ devDependencies: Object.fromEntries(names.map((name) => [name, "*"])) }),
  });

  test.each<[string, Files, string[] | undefined]>([
    ["nothing", {}, undefined],
    ["a package without TypeScript", packages("express"), undefined],
    ["TypeScript", packages("typescript"), ["tsc"]],
    ["a tsconfig.json alone", { "tsconfig.json": "{}" }, ["tsc"]],
    ["vitest with Vite's configuration", { ...packages("vite", "vitest"), "vite.config.js": "" }, ["Vite"]],
    ["vitest with its own", { ...packages("vite", "vitest"), "vitest.config.mts": "" }, ["Vite", "vitest"]],
    ["esbuild beside Rollup, for its plugin", { ...packages("rollup", "esbuild"), "rollup.config.js": "" }, ["Rollup"]],
    ["esbuild alone, from the command line", packages("esbuild"), ["esbuild"]],
    ["rolldown", packages("rolldown"), ["rolldown"]],
  ])("%s", (_, files, tools) => {
    expect(toolsOf(files)).toEqual(tools);
  });

  test("vitest alone gets a configuration, and tsc's scripts change", () => {
    const project = planned({
      "package.json": manifest({ type: "module", scripts: { build: "tsc" }, devDependencies: { vitest: "^4.0.0" } }),
      "tsconfig.json": "{}",
    });
    expect(project.read("vitest.config.ts")).toContain('from "vitest/config"');
    expect(project.read("package.json")).toContain('"build": "lanewise build"');
    expect(project.steps).toEqual([]);
  });

  test("what cannot be edited since it is nowhere is told", () => {
    expect(planned(packages("esbuild")).steps.join()).toContain(
      'import lanewise from "@lanewise/transformer/esbuild";\n    plugins: [lanewise(), /* the others */],',
    );
    const tsLoader = 'module.exports = { module: { rules: [{ test: /ts$/, loader: "ts-loader" }] } };\n';
    const { steps } = planned({ ...packages("webpack"), "webpack.config.js": tsLoader });
    expect(steps).toEqual([expect.stringContaining("options: { transpileOnly: true },")]);
  });
});

describe("INIT5: the commands that come next are those of the package manager", () => {
  test.each([
    ["pnpm-lock.yaml", {}, "pnpm"],
    ["yarn.lock", {}, "yarn"],
    ["bun.lock", {}, "bun"],
    ["package-lock.json", {}, "npm"],
    ["package-lock.json", { packageManager: "pnpm@10.1.0" }, "pnpm"],
  ])("%s, %o: %s", (lock, fields, name) => {
    const folder = folderWith({ [lock]: "", "packages/app/package.json": "{}" });
    expect(packageManagerOf(join(folder, "packages/app"), fields).name).toBe(name);
  });
});

describe("INIT5: questions", () => {
  /** A user who answers each question in turn, and then ends the input. */
  function user(...answers: string[]) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    output.on("data", (text: Buffer) => {
      if (!/\] $/.test(text.toString())) return;
      const answer = answers.shift();
      if (answer === undefined) input.end();
      else input.write(`${answer}\n`);
    });
    return { input, output };
  }
  const chosen = (...answers: string[]) => choose("Which?", ["a", "b"], (name) => name, user(...answers));

  test("a choice is by number or name; an empty answer is the first; others are asked again", async () => {
    expect(await Promise.all([chosen("2"), chosen("B"), chosen(""), chosen("3", "no", "b")])).toEqual([
      "b",
      "b",
      "a",
      "b",
    ]);
  });

  test("yes is what an empty answer means, and nothing else but yes", async () => {
    const confirmed = (answer: string) => confirm("Write?", user(answer));
    const answers = await Promise.all(["", "y", "YES", "n", "what"].map(confirmed));
    expect(answers).toEqual([true, true, true, false, false]);
  });

  test("the end of the input stops it", async () => {
    await expect(chosen()).rejects.toThrow("stopped; nothing was written.");
  });
});

describe("INIT5 and INIT6: the command", { timeout: 300_000 }, () => {
  const init = (folder: string, ...args: string[]) => command(folder, "init", ...args);

  test("--dry-run shows a diff, and writes nothing", () => {
    const files = { "package.json": `${manifest({})}\n`, "tsconfig.json": '{\n  "compilerOptions": {}\n}\n' };
    const folder = folderWith(files);
    const { code, stdout } = init(folder, "--dry-run");
    expect(code).toBe(0);
    expect(stdout).toContain(
      '--- package.json\n+++ package.json\n@@ -1,3 +1,12 @@\n {\n-  "name": "app"\n+  "name": "app",\n',
    );
    expect(stdout).toContain("Nothing was written (--dry-run).\n");
    expect(read(folder)).toEqual(files);
    const empty = temporaryFolder();
    expect(init(empty, "new", "--dry-run").stdout).toContain("--- /dev/null\n+++ src/main.ts\n");
    expect(read(empty)).toEqual({});
  });

  test("what cannot be edited is left to the user, with the lines, and exit code 2, until it is there", () => {
    const text = "const plugins = [];\nmodule.exports = { plugins };\n";
    const folder = folderWith({ "package.json": manifest({}), "webpack.config.js": text, "tsconfig.json": "{}" });
    const { code, stdout } = init(folder);
    expect(code).toBe(2);
    expect(stdout).toContain(`Left to you:
  webpack.config.js: not edited, since \`plugins\` is no array that is written there. Add:
    const lanewise = require("@lanewise/transformer/webpack").default;
    plugins: [lanewise(), /* the others */],
`);
    expect(read(folder)["webpack.config.js"]).toBe(text);
    write(folder, { "webpack.config.js": `require("@lanewise/transformer/webpack");\n${text}` });
    expect(init(folder)).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing to change") });
  });

  test.each(["esbuild src/main.ts --bundle --watch", "tsc --noEmit && esbuild src/main.ts", 'esbuild "src/a b.ts"'])(
    "esbuild's command with more than is known, `%s`, is left to the user",
    (build) => {
      const text = JSON.stringify({ name: "app", scripts: { build }, devDependencies: { esbuild: "^0.28.0" } });
      const folder = folderWith({ "package.json": text, "tsconfig.json": "{}" });
      const { code, stdout } = init(folder);
      expect(code).toBe(2);
      expect(stdout).toContain(`esbuild: \`${build}\` calls the command, which takes no plugins.`);
      expect(stdout).toContain("    plugins: [lanewise(), /* the others */],\n");
      expect(read(folder)["esbuild.config.mjs"]).toBeUndefined();
      expect(JSON.parse(read(folder)["package.json"] ?? "").scripts.build).toBe(build);
    },
  );

  test.each<[string, Files, string[], string | RegExp]>([
    ["a file for a folder", { notes: "" }, ["notes"], "notes is a file; `lanewise init` wants a folder."],
    ["package.json with a mistake", { "package.json": '{\n  "name": "app",\n  oops\n}\n' }, [], "package.json:3:3: "],
    ["package.json that ends too soon", { "package.json": '{\n  "name": "app"\n' }, [], "package.json:2:16: "],
    ["package.json that is a list", { "package.json": "[]" }, [], "package.json:1:1: expected an object"],
    [
      "scripts that are no object",
      { "package.json": '{ "scripts": ["tsc"], "x": 1 }' },
      [],
      "`scripts` is no object of strings",
    ],
    ["package.json that is a folder", { "package.json/a": "" }, [], "package.json is a folder; expected a file"],
    ["a file where a folder must be", { src: "" }, [], /src.*(EEXIST|ENOTDIR)/],
    ["a template for a project that is there", { "tsconfig.json": "{}" }, ["-t", "vite"], "--template is for new ones"],
    ["a template that is not there", {}, ["-t", "nest"], "Allowed choices are node, vite, library"],
  ])("%s: said, exit code 1, nothing written", (_, files, args, message) => {
    const folder = folderWith(files);
    const { code, stderr } = init(folder, ...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(read(folder)).toEqual(files);
  });

  // Root may write everywhere.
  test.skipIf(process.getuid?.() === 0)("a folder that is read-only: said, exit code 1, nothing written", () => {
    const files = { "package.json": `${manifest({})}\n` };
    const folder = folderWith(files);
    chmodSync(folder, 0o555);
    try {
      const { code, stderr } = init(folder);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/EACCES.*\nNothing was written\./) });
      expect(read(folder)).toEqual(files);
    } finally {
      chmodSync(folder, 0o755);
    }
  });
});
