// The module that images of several modules stand in (`split: "off"` and "auto"): a source file of the program that nobody wrote,
// imported by the headers of the modules whose kernels it has, so that it has registered before any of them runs.

import { posix } from "node:path";
import { type DeviceImage, encodeImage } from "@lanewise/ir";
import type { References } from "./references.js";

const NAME = "lanewise-images";

/** Where it stands: in the deepest folder that has all the modules in it. */
export function imagesFileName(fileNames: readonly string[]): string {
  return `${commonFolder(fileNames)}/${NAME}.ts`;
}

/** The deepest folder that has all the files in it. */
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

/** An image as it stands in emitted code. */
export function imageLiteral(image: DeviceImage): string {
  return JSON.stringify(Buffer.from(encodeImage(image)).toString("base64"));
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
