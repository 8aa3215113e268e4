// Stores WebAssembly modules in files beside the emitted JavaScript, for small scripts and for hosts that compile nothing at run time: lists the
// files, and the statements that load them.

import { posix } from "node:path";
import type { BuildOptions } from "../build-options.js";
import type { Asset } from "../compilation.js";
import type { References } from "./references.js";
import type { SplitImage } from "./split-images.js";

/** How the JavaScript gets a module: its bytes, from a URL that bundlers recognise, or the module itself, by an import. */
const statements = {
  inline: () => "",
  files: (local: string, name: string) =>
    `const ${local} = await __lanewise.wasmFile(new URL(${JSON.stringify(`./${name}`)}, import.meta.url)); `,
  modules: (local: string, name: string) => `import ${local} from ${JSON.stringify(`./${name}`)}; `,
} as const satisfies Record<NonNullable<BuildOptions["wasm"]>, (local: string, name: string) => string>;

/** `images` are those of the source file, in registration order. */
export function wasmFiles(
  sourceFile: string,
  images: readonly SplitImage[],
  wasm: NonNullable<BuildOptions["wasm"]>,
): References & { readonly assets: readonly Asset[] } {
  const base = posix.basename(sourceFile).replace(/\.[cm]?[jt]sx?$/, "");
  const assets: Asset[] = [];
  const lists = images.flatMap(({ modules = [] }, index) => {
    if (modules.length === 0) return [];
    const locals = modules.map(
      (bytes) => `__lanewise_${assets.push({ name: `${base}.${assets.length}.wasm`, bytes }) - 1}`,
    );
    return [`${index}: [${locals.join(", ")}]`];
  });
  const imports = assets.map(({ name }, index) => statements[wasm](`__lanewise_${index}`, name));
  const fields = lists.length === 0 ? [] : [`wasm: { ${lists.join(", ")} }`];
  return { imports: imports.join(""), fields, assets };
}
