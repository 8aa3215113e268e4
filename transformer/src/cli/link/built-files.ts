// Reads the input of `lanewise link` from built JavaScript, even bundled or minified: the images, by the module that registers them,
// and the symbols of marked kernels.

import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { WasmImageHeader } from "@lanewise/codegen";
import { type DeviceImage, decodeWasmCode, FormatError, type Module } from "@lanewise/ir";
import { decodeSound } from "../../link/decode-sound.js";
import { embeddedImages, imageBytes } from "../../link/image-text.js";
import { CommandError } from "../command-error.js";

export interface BuiltImage {
  /** The image's text in the file. */
  readonly text: string;
  readonly image: DeviceImage;
  /** Named after the module that registers the image. For format "wasm" it is otherwise empty. */
  readonly module: Module;
}

export interface BuiltFile {
  readonly file: string;
  readonly images: readonly BuiltImage[];
  /** Symbols of marked kernels. */
  readonly marks: readonly string[];
}

/** A kernel's mark: `kernel("<module>:<names>#<ordinal>", () => [`; minifiers rename `kernel`. */
const MARK = /\(\s*(["'`])([^"'`\s]+@[^"'`\s]*\/[^"'`\s]*:[^"'`\s]*#\d+)\1\s*,\s*\(\)\s*=>/g;

/** The file itself, or all JavaScript files in and below a folder. */
export function builtFiles(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .flatMap((entry) => {
      const found = path.join(place, entry.name);
      if (entry.isDirectory()) return builtFiles(found);
      return /\.[cm]?jsx?$/.test(entry.name) ? [found] : [];
    })
    .sort();
}

function namedModule({ code, files }: DeviceImage): Module {
  const { module: name } = decodeWasmCode<WasmImageHeader>(code).header;
  return { name, files, structs: [], globals: [], sites: [], functions: [] };
}

export function readBuiltFile(file: string): BuiltFile {
  const content = readFileSync(file, "utf8");
  const images = embeddedImages(content).map((text): BuiltImage => {
    try {
      const { image, module = namedModule(image) } = decodeSound(imageBytes(text));
      return { text, image, module };
    } catch (cause) {
      if (cause instanceof FormatError) throw new CommandError(`${file}: ${cause.message}\nBuild it again.`, { cause });
      throw cause;
    }
  });
  return { file, images, marks: [...content.matchAll(MARK)].map(([, , symbol = ""]) => symbol) };
}
