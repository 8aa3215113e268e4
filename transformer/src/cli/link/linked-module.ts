// The module that `lanewise link` writes: a registration whose images replace those of the modules it names, provided that these still
// have the linked images.

import { readFileSync } from "node:fs";
import path from "node:path";
import { fingerprintOf } from "@lanewise/ir";
import { PROTOCOL } from "../../embed.js";
import { parsePackageJson } from "../../faults/package-json.js";
import { type Import, importAll, partReferences } from "../../link/image-parts.js";
import { imageLiteral } from "../../link/images-module.js";
import type { LinkedImage } from "./link-built.js";

export function linkedModuleText(
  file: string,
  modules: ReadonlyMap<string, string>,
  images: readonly LinkedImage[],
): string {
  const name = `lanewise:linked/${fingerprintOf([...modules.keys()])}`;
  const importOf = isCommonJs(file) ? requireAll : importAll;
  const parts = partReferences(images, ["links"], importOf);
  const fields = [
    `protocol: ${PROTOCOL}`,
    `module: ${JSON.stringify(name)}`,
    `images: [${images.map(({ image }) => imageLiteral(image)).join(", ")}]`,
    "globals: {}",
    `linked: ${JSON.stringify(Object.fromEntries(modules))}`,
    ...parts.fields,
  ];
  return `// Written by \`lanewise link\`. Import it before the program: node --import ./${path.basename(file)} …\n${importOf("__lanewise", "lanewise/internal")}${parts.imports}\n__lanewise.register({ ${fields.join(", ")} });\n`;
}

const requireAll: Import = (local, entry) => `const ${local} = require("${entry}"); `;

/** Whether a file is CommonJS, by its extension or the nearest package.json. */
function isCommonJs(file: string): boolean {
  if (/\.[cm]js$/.test(file)) return file.endsWith(".cjs");
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const type = typeOf(path.join(folder, "package.json"));
    if (type !== undefined) return type !== "module";
    if (path.dirname(folder) === folder) return false;
  }
}

function typeOf(packageFile: string): string | undefined {
  try {
    const { type } = parsePackageJson(packageFile, readFileSync(packageFile, "utf8"));
    return typeof type === "string" ? type : "commonjs";
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
