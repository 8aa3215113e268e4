// Makes the folders that are packed and published (docs/decisions/0048-packages.md): of each package's build what users need, and no more.
//
//   node scripts/stage-packages.mjs [folder]    default: out/packages
//
// JavaScript without comments and maps, the declarations of what entries for users export, the sources of device code, whose bodies the compiler of
// others looks at, and of kernels, whose lines errors show; README, LICENSE, CHANGELOG.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import ts from "typescript-6";
import { rollDeclarations } from "./roll-declarations.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).workspaces;
const { homepage } = JSON.parse(readFileSync(join(root, "runtime/package.json"), "utf8"));
const repository = homepage.replace(/#.*/, "");
const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
const destination = resolve(process.argv[2] ?? join(root, "out/packages"));

rmSync(destination, { recursive: true, force: true });
for (const folder of folders) await stage(join(root, folder), join(destination, folder));

async function stage(from, to) {
  const manifest = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
  const copy = (path) => write(to, path, readFileSync(join(from, path)));
  const { private: _, devDependencies: __, ...kept } = manifest;
  const published = { ...kept, exports: withoutInternalTypes(manifest), files: [...manifest.files, "CHANGELOG.md"] };
  write(to, "package.json", `${JSON.stringify(published, undefined, 2)}\n`);
  for (const path of ["README.md", "LICENSE", ...["bin", "editor"].flatMap((name) => filesUnder(from, name))])
    copy(path);
  write(to, "CHANGELOG.md", changesOf(manifest));
  for (const path of filesUnder(from, "dist").filter((path) => path.endsWith(".js"))) {
    if (path.endsWith("lanewise-worker.js"))
      copy(path); // minified already
    else write(to, path, await withoutComments(readFileSync(join(from, path), "utf8")));
  }
  for (const path of filesUnder(from, "dist/typescript")) copy(path);
  const withSource = declarationsFrom(from, deviceEntries(manifest));
  for (const path of withSource) for (const one of [path, `${path}.map`, sourceOf(path)]) copy(one);
  const declarations = await rollDeclarations(from, entries(published), withSource);
  for (const [path, text] of declarations) {
    write(to, path, indentedByTabs(isOurs(manifest) ? withoutDocstrings(text) : text, 4));
  }
  for (const path of kernelSources(from)) copy(path);
}

/** Says the same, in shorter statements; keeps names, and what bundlers read in comments. */
async function withoutComments(text) {
  const kept = { legalComments: "inline", charset: "utf8", minifySyntax: true };
  const { code } = await transform(text, { loader: "js", target: "esnext", ...kept });
  // esbuild keeps comments within expressions, indents by two spaces and adds notes for bundlers. Such a line may also be one of a string: then the code would differ.
  const indented = indentedByTabs(code.replaceAll(/^ *\/\/ .*\n/gm, ""), 2);
  // Within functions nothing reads them.
  const shorter = indented.replaceAll(/^\t.*/gm, (line) => line.replaceAll("/* @__PURE__ */ new ", "new "));
  return (await minified(shorter)) === (await minified(code)) ? shorter : code;
}

function indentedByTabs(text, spaces) {
  return text.replaceAll(new RegExp(`^(?: {${spaces}})+`, "gm"), (indent) => "\t".repeat(indent.length / spaces));
}

async function minified(text) {
  return (await transform(text, { loader: "js", target: "esnext", minify: true })).code;
}

/** The parts of `lanewise` have its version, and say where its changes are. */
function changesOf({ name, version }) {
  if (name === "@lanewise/ir" || name === "@lanewise/codegen")
    return `# Changelog\n\n## ${version}\n\nThis package is a part of \`lanewise\`. [The changelog of \`lanewise\`](${repository}/blob/main/CHANGELOG.md) has its changes, too.\n`;
  return changelog.replaceAll(/\]\((?=[\w-]+(?:\/|\.md))/g, `](${repository}/blob/main/`);
}

/** Whether only our packages call its functions, so that nobody reads their docstrings in an editor. */
function isOurs({ name }) {
  return name === "@lanewise/codegen";
}

function withoutDocstrings(declarations) {
  const file = ts.createSourceFile("a.d.ts", declarations, ts.ScriptTarget.Latest);
  return ts.createPrinter({ removeComments: true }).printFile(file);
}

/** Emitted code imports `lanewise/internal`, and nobody reads its types; they lead to all others. */
function withoutInternalTypes({ exports }) {
  const withoutTypes = (entry) => {
    if (typeof entry === "string") return entry;
    const { types: _, ...rest } = entry;
    return rest;
  };
  const entries = Object.entries(exports);
  return Object.fromEntries(
    entries.map(([path, entry]) => [path, path.startsWith("./internal") ? withoutTypes(entry) : entry]),
  );
}

// What there is

/** Paths within the package. */
function filesUnder(from, folder) {
  if (!existsSync(join(from, folder))) return [];
  return readdirSync(join(from, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)));
}

function entries({ exports }) {
  return [...new Set(Object.values(exports).flatMap(({ types }) => (types ? join(types) : [])))];
}

/** Those in whose functions kernels of others may be interested. */
function deviceEntries({ exports, lanewise }) {
  return (lanewise?.device ?? []).map((subpath) => exports[subpath].types);
}

/** The declaration files that these lead to, and these. */
function declarationsFrom(from, entries) {
  const found = new Set(entries.map((path) => join(path)));
  for (const path of found) {
    // Declarations name others in `from "…"`, `import "…"` and `import("…")`; an example in a comment may name what is not there.
    for (const [, specifier] of readFileSync(join(from, path), "utf8").matchAll(
      /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g,
    )) {
      const other = join(dirname(path), specifier.replace(/\.js$/, ".d.ts"));
      if (existsSync(join(from, other))) found.add(other);
    }
  }
  return found;
}

function sourceOf(declarations) {
  return declarations.replace(/^dist/, "src").replace(/\.d\.ts$/, ".ts");
}

/** Of folders that `lanewise build` compiles, which have a tsconfig.json of their own. */
function kernelSources(from) {
  const sources = filesUnder(from, "src");
  const compiled = sources.filter((path) => path.endsWith("tsconfig.json")).map((path) => join(dirname(path), "/"));
  return sources.filter((path) => path.endsWith(".ts") && compiled.some((folder) => path.startsWith(folder)));
}

function write(to, path, content) {
  const file = join(to, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
