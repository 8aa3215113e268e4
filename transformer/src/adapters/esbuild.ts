// The esbuild plugin. It does not use unplugin, because esbuild's errors have their own form of positions: columns and lengths in bytes,
// and the line's text.
//
//   import lanewise from "@lanewise/transformer/esbuild";
//   await esbuild.build({ entryPoints: ["src/main.ts"], bundle: true, plugins: [lanewise()] });

import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Location, OnLoadResult, PartialMessage, Plugin } from "esbuild";
import type { EditedText } from "../text-edits.js";
import { AHEAD_ENTRY, builtFor } from "./ahead-of-time.js";
import { withoutErrorTexts } from "./error-texts.js";
import { importOfDebug } from "./import-of-debug.js";
import { namedMethods } from "./named-methods.js";
import { type ResolveImport, resolvedElsewhere } from "./package-resolutions.js";
import { isForPages, pageModule } from "./page-bundle.js";
import type { Place, Problem } from "./problem.js";
import type { BundlerOptions } from "./project-options.js";
import { createProjectService } from "./project-service.js";
import { isTypeScript } from "./typescript-files.js";
import { addWorkerAsset } from "./worker-asset.js";

export type { BundlerOptions, ProjectOptions } from "./project-options.js";

/**
 * The plugin for esbuild: compiles the kernels in the modules that esbuild loads.
 *
 *     await esbuild.build({ entryPoints: ["src/main.ts"], bundle: true, format: "esm", outdir: "dist", plugins: [lanewise()] });
 */
export default function lanewise(options: BundlerOptions = {}): Plugin {
  const { debug = false, errorTexts = true, methods, target, ...projectOptions } = options;
  return {
    name: "lanewise",
    setup(build) {
      const service = createProjectService(builtFor(target, projectOptions));
      const { absWorkingDir = process.cwd() } = build.initialOptions;
      const ending = debug ? importOfDebug : "";
      const named = namedMethods(target);
      const isWhole = methods === "all";
      const isPage = isForPages(build.initialOptions);
      const texts = new WeakMap<EditedText, { readonly end: string; readonly text: Uint8Array }>();
      addWorkerAsset(build);
      // Most files are unchanged at a rebuild. Maps are most of the text, and used only if requested.
      const textOf = (file: string, edited: EditedText, end: string): Uint8Array => {
        const known = texts.get(edited);
        if (known?.end === end) return known.text;
        const text = Buffer.from(
          withMap(file, edited.code + end, build.initialOptions.sourcemap ? edited.map : undefined),
        );
        texts.set(edited, { end, text });
        return text;
      };
      // esbuild watches the files that any module names, and rebuilds everything, so naming a file once is enough.
      const watched = new Set<string>();
      build.onStart(() => {
        watched.clear();
        service.invalidate();
      });
      if (target) {
        build.onResolve({ filter: /^lanewise$/ }, ({ importer, resolveDir, kind }) =>
          build.resolve(AHEAD_ENTRY, { importer, resolveDir, kind }),
        );
      }
      // A module that the compiler adds is not on disk.
      build.onResolve({ filter: /lanewise-images\.js$/ }, ({ path: name, resolveDir }) => {
        const file = path.resolve(resolveDir, name.replace(/\.js$/, ".ts"));
        return service.addedModule(file) === undefined ? undefined : { path: file };
      });
      const message = (problem: Problem) => messageOf(problem, absWorkingDir);
      const resolve: ResolveImport = async ({ name, from, isRequire }) => {
        const found = await build.resolve(name, {
          ...{ importer: from, resolveDir: path.dirname(from), kind: isRequire ? "require-call" : "import-statement" },
        });
        return found.external || found.namespace !== "file" || found.errors.length > 0 ? undefined : found.path;
      };
      const find = (name: string, from: string) => resolve({ name, from, isRequire: false });
      const loadForeign = async (file: string): Promise<OnLoadResult | undefined> => {
        const text = await readFile(file, "utf8");
        const uncompiled = service.foreignKernels(file, text);
        if (uncompiled.length > 0) return { errors: uncompiled.map(message) };
        const edited = isWhole ? undefined : await named.edited(file, text, find);
        return edited === undefined ? undefined : { contents: edited, loader: "default" };
      };
      build.onLoad({ filter: /\.[cm]?jsx?$/ }, async ({ path: file, namespace }) => {
        if (namespace !== "file") return undefined;
        const replaced = isPage ? pageModule(file, methods) : undefined;
        if (replaced !== undefined) return { contents: replaced, resolveDir: path.dirname(file) };
        if (!isWhole && named.isList(file)) return { contents: "export {};" };
        const shorter = errorTexts ? undefined : withoutErrorTexts(file, await readFile(file, "utf8"));
        return shorter ? { contents: shorter.code, loader: "js" } : loadForeign(file);
      });
      build.onLoad({ filter: /\.[cm]?tsx?$/ }, async ({ path: file, namespace }) => {
        if (namespace !== "file") return undefined;
        if (!isTypeScript(file)) return loadForeign(file);
        const added = service.addedModule(file);
        if (added !== undefined) return { contents: added, loader: "ts", resolveDir: path.dirname(file) };
        const { edited, errors, warnings, watchFiles, packageImports, methods, library } = service.transform(file);
        const elsewhere = await resolvedElsewhere(packageImports(), resolve);
        const last = isWhole ? "" : await named.ending(file, methods(), find, library());
        const unedited = async () => (last === "" ? undefined : (await readFile(file, "utf8")) + last);
        const contents = edited ? textOf(file, edited, ending + last) : await unedited();
        return {
          errors: errors.map(message),
          warnings: [...warnings, ...elsewhere].map(message),
          watchFiles: [...watchFiles(watched)],
          ...(contents !== undefined && { contents, loader: /x$/.test(file) ? "tsx" : "ts" }),
        };
      });
    },
  };
}

/** Appends the map to the text, where esbuild reads it. */
function withMap(file: string, code: string, map: EditedText["map"] | undefined): string {
  if (!map) return code;
  const { sources: _, ...rest } = map();
  const json = JSON.stringify({ ...rest, sources: [path.basename(file)] });
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(json).toString("base64")}`;
}

function messageOf({ code, message, place, notes, help }: Problem, folder: string): PartialMessage {
  const at = (found: Place | undefined) => (found ? { location: locationOf(found, folder) } : {});
  return {
    id: code,
    text: `${code}: ${message}`,
    ...at(place),
    notes: [
      ...notes.map((note) => ({ text: note.message, ...at(note.place) })),
      ...(help === undefined ? [] : [{ text: `help: ${help}` }]),
    ],
  };
}

function locationOf({ file, line, column, length, lineText }: Place, folder: string): Partial<Location> {
  return {
    file: path.relative(folder, file),
    line,
    column: Buffer.byteLength(lineText.slice(0, column)),
    length: Buffer.byteLength(lineText.slice(column, column + length)),
    lineText,
  };
}
