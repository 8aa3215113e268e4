// Checks the images of a library that is being loaded, before any of them is used.

import { LanewiseError } from "../../errors/index.js";
import { contentsOf, exportsOf, type LoadedImage, reading } from "../index.js";
import type { LibraryRegistration } from "../registry/index.js";

/** Decodes and verifies the images of a library, which need not be registered yet. Throws for the first that is invalid. */
export function checkedImages(library: LibraryRegistration): readonly LoadedImage[] {
  const { images, failures } = contentsOf(library);
  if (failures[0]) throw failures[0];
  for (const [index, loaded] of images.entries()) assertTablesHold(loaded, `image ${index} of ${library.name}`);
  return images;
}

/** Throws if a table names a kernel or function that is not in the code. */
function assertTablesHold({ image, module, foreign, prebuilt }: LoadedImage, what: string): void {
  if (foreign) return;
  // An image without IR, which the program trusts, has only the table of its code.
  const functions =
    image.format === "wasm"
      ? reading(what, () =>
          prebuilt.flatMap(({ header }) => [
            ...header.kernels.map(({ symbol }) => ({ symbol, linkage: "kernel" })),
            ...header.functions.map(({ symbol }) => ({ symbol, linkage: "exported" })),
          ]),
        )
      : module().functions;
  const has = (symbol: string, linkage: "kernel" | "exported") =>
    functions.some((fn) => fn.symbol === symbol && fn.linkage === linkage);
  const kernel = image.symbols.find(({ symbol }) => !has(symbol, "kernel"));
  const exported = Object.keys(exportsOf(image)).find((symbol) => !has(symbol, "exported"));
  const missing = kernel ? `kernel ${kernel.symbol}` : exported && `device function ${exported}`;
  if (missing === undefined) return;
  throw new LanewiseError(
    "compile_program_error",
    `Cannot use ${what}: ${missing} is in its table, but not in its code.`,
  );
}
