// The images of a library that is being loaded: all that they say must hold before any of them is used.

import { LanewiseError } from "../../errors/index.js";
import { contentsOf, exportsOf, type LoadedImage, reading } from "../index.js";
import type { LibraryRegistration } from "../registry/index.js";

/** The images of a library, which need not be registered yet, decoded and verified. Throws for the first that is not sound. */
export function checkedImages(library: LibraryRegistration): readonly LoadedImage[] {
  const { images, failures } = contentsOf(library);
  if (failures[0]) throw failures[0];
  for (const [index, loaded] of images.entries()) assertTablesHold(loaded, `image ${index} of ${library.name}`);
  return images;
}

/** The tables must name what is in the code. */
function assertTablesHold({ image, module, foreign, prebuilt }: LoadedImage, what: string): void {
  if (foreign) return;
  // Of an image without IR, which the program trusts, the table of its code is all that there is.
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
