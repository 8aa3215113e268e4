// The module for images of several modules (`split: "off"` and "auto"): a generated source file, imported by the headers of the
// modules whose kernels it has, so that it registers before any of them runs.

import { posix } from "node:path";
import type { DeviceImage } from "@lanewise/ir";
import { imageText } from "./image-text.js";
import type { References } from "./references.js";

const NAME = "lanewise-images";

/** Its file name, in the deepest folder that contains all the modules. */
export function imagesFileName(fileNames: readonly string[]): string {
  return `${commonFolder(fileNames)}/${NAME}.ts`;
}

/** The deepest folder that contains all the files. */
export function commonFolder(fileNames: readonly string[]): string {
  const [first = "", ...others] = fileNames.map((name) => posix.dirname(name).split("/"));
  return others.reduce((all, one) => all.slice(0, countSame(all, one)), [...first]).join("/");
}

function countSame(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((part, index) => part !== b[index]);
  return different < 0 ? a.length : different;
}

/** The import statement in the header of `importer`. */
export function importOfImages(importer: string, imagesFile: string): string {
  const path = posix.relative(posix.dirname(importer), imagesFile).replace(/\.ts$/, ".js");
  return `import ${JSON.stringify(path.startsWith(".") ? path : `./${path}`)}; `;
}

/** An image as a literal in emitted code. */
export function imageLiteral(image: DeviceImage): string {
  return JSON.stringify(imageText(image));
}

export function imagesModuleText(
  protocol: number,
  module: string,
  images: readonly DeviceImage[],
  references: References,
): string {
  const fields = [
    `protocol: ${protocol}`,
    `module: ${JSON.stringify(module)}`,
    `images: [${images.map(imageLiteral).join(", ")}]`,
    "globals: {}",
    ...references.fields,
  ];
  return `import * as __lanewise from "lanewise/internal";\n${references.imports}\n__lanewise.register({ ${fields.join(", ")} });\n`;
}
