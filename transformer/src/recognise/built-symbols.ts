// Reads which device functions and globals the JavaScript beside a declaration file registers, so that compiling a kernel reveals imports
// that a launch would not find (requirement X8). Only certain cases count: there is no warning without JavaScript beside the
// declarations, or if another file of the package registers the name.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import type { Binding } from "./bindings.js";
import { createCache } from "./cache.js";
import { identifyModule } from "./package-of.js";

/** A quoted id, `"<package>@<version>/<path>:<qualified name>"`, in a footer or in a block that hands over its declarations. */
const REGISTERED = /["'`][^"'`\n]+@[^"'`\n]*\/[^"'`\n]*:([^"'`\n:]+)["'`]/g;

interface Built {
  readonly file: string;
  /** The qualified names. */
  readonly names: ReadonlySet<string>;
}

const built = createCache<ts.SourceFile, Built | "none">();

/** Warns (LW1458) if the JavaScript beside the declaration does not register it; `use` is where a kernel names it. */
export function checkRegistered(
  context: PassContext,
  declaration: ts.VariableDeclaration | ts.PropertyDeclaration,
  { names }: Binding,
  use: ts.Node,
): void {
  const declarations = declaration.getSourceFile();
  const beside = built(context, declarations, () => readBeside(declarations.fileName) ?? "none");
  // A path through re-exporting modules begins with their names. Declaration bundlers may rename what they bundle.
  const known = [...names.map((_, first) => names.slice(first).join(".")), declaration.name.getText()];
  const has = (registered: ReadonlySet<string>) => known.some((name) => registered.has(name));
  if (beside === "none" || has(beside.names)) return;
  if (javaScriptIn(path.dirname(beside.file)).some((file) => has(registeredIn(file)))) return;
  context.reporter.report("LW1458", use, [use.getText(), identifyModule(beside.file).module]);
}

/** Reads `index.js` for `index.d.ts`. */
function readBeside(declarations: string): Built | undefined {
  const file = declarations.replace(/\.d\.([cm]?)ts$/, ".$1js");
  return file !== declarations && existsSync(file) ? { file, names: registeredIn(file) } : undefined;
}

function registeredIn(file: string): ReadonlySet<string> {
  return new Set([...readFileSync(file, "utf8").matchAll(REGISTERED)].map(([, name = ""]) => name));
}

function javaScriptIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const found = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : javaScriptIn(found);
    return /\.[cm]?js$/.test(entry.name) ? [found] : [];
  });
}
