// Reports two modules of one program with the same id: their packages have equal names and versions, or no names. Everything registered is identified
// by its module's id, so neither module is compiled.

import path from "node:path";
import type { Reporter } from "../diagnostics/reporter.js";
import { commonFolder } from "../link/images-module.js";
import { findPackage, identifyModule } from "../recognise/package-of.js";

/** `files` are those that register something. */
export function checkModuleIds(reporter: Reporter, files: readonly string[]): void {
  const filesOf = new Map<string, string[]>();
  for (const file of files) {
    const { module } = identifyModule(file);
    filesOf.set(module, [...(filesOf.get(module) ?? []), file]);
  }
  for (const [module, same] of filesOf) if (same.length > 1) report(reporter, module, same);
}

/** Reports it in each of them: an adapter may query any one alone. */
function report(reporter: Reporter, module: string, files: readonly string[]): void {
  const manifests = files.map((file) => path.join(findPackage(path.dirname(file)).root, "package.json"));
  const folder = commonFolder(manifests);
  const listed = (names: readonly string[]) => names.map((name) => path.relative(folder, name)).join(" and ");
  const spanOf = (file: string) => ({ file, start: 0, length: 0 });
  for (const file of files) {
    const others = files.filter((one) => one !== file);
    const notes = others.map((one) => ({ ...spanOf(one), message: "the other module of this id" }));
    reporter.report("LW1942", spanOf(file), [module, listed(files), listed(manifests)], notes);
  }
}
