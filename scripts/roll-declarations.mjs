// Rolls a package's declarations up: each entry's file has what it exports, `dist/declarations.d.ts` what several share, and no other declaration is
// published (docs/decisions/0048-packages.md).

import { readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { rollup } from "rollup";
import dts from "rollup-plugin-dts";

const SHARED = "declarations";
/** Before the path of a file that stays; rollup does not say where it is from each file that imports it. */
const KEPT = "kept:";
const imported = /kept:([\w./-]+)\.d\.ts/g;

/** Whether it says what is no fault: index files of rooms import each other's types, some entries have no types, and not all types are exported. */
function isExpected({ code, message }) {
  if (code === "PLUGIN_WARNING") return message.includes("still references private shared type exports");
  return code === "CYCLIC_CROSS_CHUNK_REEXPORT" || code === "CIRCULAR_DEPENDENCY" || code === "EMPTY_BUNDLE";
}

/**
 * Returns the texts of declaration files by their paths.
 *
 * @param {string} folder The package's folder; all paths are within it.
 * @param {readonly string[]} entries The declaration files of its entries.
 * @param {ReadonlySet<string>} kept Declaration files that stay as they are, and are imported.
 * @returns {Promise<ReadonlyMap<string, string>>}
 */
export async function rollDeclarations(folder, entries, kept) {
  const pathOf = (id) => relative(folder, id).split(sep).join("/");
  const rolled = entries.filter((path) => !kept.has(path));
  if (rolled.length === 0) return new Map();
  const isEntry = new Set(rolled);
  const resolveId = (specifier, from) => {
    if (!from || !specifier.startsWith(".")) return null;
    const path = pathOf(join(dirname(from), specifier.replace(/\.js$/, ".d.ts")));
    return kept.has(path) ? { id: `${KEPT}${path}`, external: true } : null;
  };
  const bundle = await rollup({
    input: Object.fromEntries(rolled.map((path) => [path.replace(/\.d\.ts$/, ""), join(folder, path)])),
    external: (id) => !id.startsWith(".") && !id.startsWith(folder),
    plugins: [{ name: "kept", resolveId }, dts()],
    onwarn: (warning) => {
      if (!isExpected(warning)) throw new Error(warning.message);
    },
  });
  const { output } = await bundle.generate({
    dir: folder,
    entryFileNames: "[name].d.ts",
    chunkFileNames: `dist/${SHARED}.d.ts`,
    manualChunks: (id) => (isEntry.has(pathOf(id)) ? undefined : SHARED),
    minifyInternalExports: false,
  });
  await bundle.close();
  return new Map(
    output.map(({ fileName, facadeModuleId, code }) => {
      const text = code.replaceAll(imported, (_, path) => toKept(fileName, path));
      const [renamed] = /\w+\$\d+ as \w+/.exec(text) ?? [];
      if (renamed)
        throw new Error(`${fileName} has ${renamed}: the compiler knows what lanewise declares by its name.`);
      return [fileName, [...(facadeModuleId ? referencesIn(facadeModuleId) : []), text].join("\n")];
    }),
  );
}

/** `/// <reference lib="…" preserve="true" />`: what a project's `lib` need not have, which rolling up loses. */
function referencesIn(file) {
  return readFileSync(file, "utf8").match(/^\/\/\/ <reference .*$/gm) ?? [];
}

function toKept(importer, path) {
  const from = posix.relative(posix.dirname(importer), path);
  return `${from.startsWith(".") ? "" : "./"}${from}.js`;
}
