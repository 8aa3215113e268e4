// The plugin for Vite, Rollup, rolldown, webpack and Rspack, all through unplugin. esbuild has a separate one (esbuild.ts).
//
//   import lanewise from "@lanewise/transformer/vite";
//   export default { plugins: [lanewise()] };

import path from "node:path";
import { createUnplugin, type UnpluginMessage } from "unplugin";
import { AHEAD_ENTRY, builtFor } from "./ahead-of-time.js";
import { resolverOf } from "./bundler-resolver.js";
import { withoutErrorTexts } from "./error-texts.js";
import { importOfDebug } from "./import-of-debug.js";
import { namedMethods } from "./named-methods.js";
import { resolvedElsewhere } from "./package-resolutions.js";
import { type Problem, printProblem } from "./problem.js";
import type { PluginOptions } from "./project-options.js";
import { createProjectService } from "./project-service.js";
import { isTypeScript } from "./typescript-files.js";
import { createHotUpdates, fileOf } from "./vite-hot-updates.js";
import { viteSettings } from "./vite-settings.js";
import { vitestHooks } from "./vitest-cache.js";

export const plugin = createUnplugin((options: PluginOptions | undefined) => {
  const { crossOriginIsolation = true, debug, errorTexts = true, methods, target, ...projectOptions } = options ?? {};
  const service = createProjectService(builtFor(target, projectOptions));
  const hot = createHotUpdates(service);
  const named = namedMethods(target);
  const hasAll = methods === "all";
  let isDevelopment = false;
  const configure = ({ options: { mode, resolve, target: platform } }: Compiler) => {
    isDevelopment = mode === "development" && !/node/.test(String(platform));
    // Only for webpack and Rspack; the others call `resolveId`.
    if (!target) return;
    const { alias } = resolve;
    resolve.alias = Array.isArray(alias)
      ? [...alias, { name: "lanewise", alias: AHEAD_ENTRY, onlyModule: true }]
      : { ...(typeof alias === "object" ? alias : {}), lanewise$: AHEAD_ENTRY };
  };
  const ending = (file: string) =>
    hot.ending(file) + ((debug ?? (isDevelopment || hot.isPageServer())) ? importOfDebug : "");
  return {
    name: "lanewise",
    // Before other plugins remove the types.
    enforce: "pre",
    vite: {
      config: (user) => viteSettings(user, crossOriginIsolation),
      configResolved: hot.configResolved,
      configureServer: hot.configureServer,
      hotUpdate: hot.hotUpdate,
      ...vitestHooks(service),
    },
    webpack: configure,
    rspack: configure,
    buildStart: () => service.invalidate(),
    watchChange: (file) => hot.changed(file),
    resolveId(name, importer) {
      if (target && name === "lanewise") return resolveWith(this, AHEAD_ENTRY, importer);
      if (importer === undefined || !name.endsWith("lanewise-images.js")) return undefined;
      const file = path.resolve(path.dirname(importer), name.replace(/\.js$/, ".ts"));
      return service.addedModule(file) === undefined ? undefined : file;
    },
    load: {
      filter: { id: /lanewise-images\.ts$/ },
      handler: (id) => service.addedModule(id),
    },
    transform: {
      filter: { id: /\.(?:[cm]?[jt]sx?|vue|svelte|astro)(?:\?|$)/ },
      async handler(code, id) {
        const file = fileOf(id);
        // A query asks for something other than the module: Vite's `?raw` and `?url`, or a part of a component.
        if (/[?&](?:raw|url|type=(?!script))/.test(id)) return undefined;
        const isWhole = hasAll || hot.isServer();
        const resolve = resolverOf(this);
        const find = (name: string, from: string) => resolve({ name, from, isRequire: false });
        const withMethods = async () => {
          const edited = isWhole ? undefined : await named.edited(file, code, find);
          return edited === undefined ? undefined : { code: edited, map: null };
        };
        if (/[?&]type=/.test(id)) return withMethods();
        if (!isTypeScript(file)) {
          if (!isWhole && named.isList(file)) return { code: "export {};\n", map: null };
          const shorter = errorTexts ? undefined : withoutErrorTexts(file, code);
          if (shorter) return shorter;
          const uncompiled = service.foreignKernels(file, code);
          if (uncompiled.length === 0) return withMethods();
          // A server's pages may run such code as JavaScript, for debugging.
          if (!hot.isServer()) this.error(messageOf("error", uncompiled));
          this.warn(messageOf("warning", uncompiled));
          return undefined;
        }
        const found = service.transform(file, code);
        const { edited, errors, warnings, packageImports } = found;
        hot.answered(id, found, (watched) => this.addWatchFile(watched));
        const elsewhere = await resolvedElsewhere(packageImports(), resolve);
        for (const warning of [...warnings, ...elsewhere]) this.warn(messageOf("warning", [warning]));
        if (errors.length > 0) this.error(messageOf("error", errors));
        const last = isWhole ? "" : await named.ending(file, found.methods(), find, found.library());
        if (edited) return { code: edited.code + ending(file) + last, map: edited.map() };
        return last === "" ? undefined : { code: code + last, map: null };
      },
    },
  };
});

/** The parts of webpack's and Rspack's compilers that we set. */
interface Compiler {
  readonly options: {
    readonly mode?: string | undefined;
    readonly target?: unknown;
    readonly resolve: { alias?: unknown };
  };
}

/** Resolves a name through Vite, Rollup or rolldown. */
function resolveWith(context: object, name: string, importer: string | undefined) {
  const resolve: unknown = Reflect.get(context, "resolve");
  if (typeof resolve !== "function") return undefined;
  // According to their documentation: the resolution of the name, or null.
  return Reflect.apply(resolve, context, [name, importer, { skipSelf: true }]) as Promise<{ id: string } | null>;
}

/** These tools stop at the first error, and some print no position, so the text includes all errors with their positions. */
function messageOf(category: "error" | "warning", problems: readonly Problem[]): UnpluginMessage {
  const relative = (file: string) => {
    const found = path.relative(process.cwd(), file);
    return found.startsWith("..") ? file : found;
  };
  const message = problems.map((problem) => printProblem(category, problem, relative)).join("\n");
  const [first] = problems;
  if (!first?.place) return { message };
  const { file, line, column } = first.place;
  return { message, code: first.code, id: file, loc: { file, line, column } };
}
