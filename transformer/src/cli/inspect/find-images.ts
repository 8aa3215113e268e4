// Finds device images for `lanewise inspect`: compiled from a TypeScript file, embedded in built JavaScript (even bundled or
// minified), or in an image file.

import { readFileSync } from "node:fs";
import { type DeviceImage, FormatError } from "@lanewise/ir";
import { compileProgram } from "../../compile.js";
import { decodeSound } from "../../link/decode-sound.js";
import { embeddedImages, imageBytes } from "../../link/image-text.js";
import { ownTypeScript } from "../../own-typescript.js";
import { createInMemoryProgram } from "../../run/in-memory-program.js";
import { CommandError } from "../command-error.js";
import { collectDiagnostics } from "../project.js";
import { writeDiagnostics } from "../terminal.js";

/** The images of a file; undefined after errors, which have been printed. */
export async function findImages(file: string): Promise<readonly DeviceImage[] | undefined> {
  if (/\.[cm]?tsx?$/.test(file)) return compiledImages(file);
  const bytes = readFileSync(file);
  if (!/\.[cm]?jsx?$/.test(file)) return [decode(bytes, file)];
  return embeddedImages(bytes.toString("utf8")).map((text) => decode(imageBytes(text), file));
}

async function compiledImages(file: string): Promise<readonly DeviceImage[] | undefined> {
  const typescript = ownTypeScript();
  const { text, options } = createInMemoryProgram(typescript, file, compileProgram);
  const errors = collectDiagnostics(text.program);
  writeDiagnostics(typescript, [...errors, ...text.warnings], options, process.stderr);
  if (errors.length > 0) return undefined;
  const source = text.program.getSourceFile(file);
  const own = (source && text.compilation.files.get(source.fileName)?.images) ?? [];
  return [...own, ...(text.compilation.added?.images ?? [])];
}

function decode(bytes: Uint8Array, file: string): DeviceImage {
  try {
    return decodeSound(bytes).image;
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new CommandError(`${file}: ${cause.message}\nBuild it again, or name another file.`, { cause });
  }
}
