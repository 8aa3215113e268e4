// Kernels of one project may contain another project's functions, of which `tsc -b` and --watch only see the declarations: an edit of a
// body does not change those, and the kernels would be stale. So declarations that lead to device code end with a comment that
// identifies their source text (docs/decisions/0029-tsc-modes.md).

import { createHash } from "node:crypto";
import path from "node:path";
import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";
import { isDevicePackage } from "../device-packages.js";
import { findPackage } from "../recognise/package-of.js";

const stampPattern = /^\/\/# lanewise=\w+$/m;

/** Internal to TypeScript: its emitter passes this to file writers and reads it again afterwards. */
interface WrittenDeclarations {
  /** The position of the comment that names the map. */
  sourceMapUrlPos?: number;
}

/** Stamps a program that others refer to (`composite`), with declaration maps: without these, bodies are not visible. */
export function stampDeclarations(
  typescript: TypeScript,
  program: ts.Program,
  checked: ts.Program,
  host: ts.CompilerHost,
): void {
  const { composite, declarationMap } = checked.getCompilerOptions();
  const [root] = checked.getRootFileNames();
  if (!composite || !declarationMap || root === undefined) return;
  if (!isDevicePackage(typescript, findPackage(path.dirname(root)).root)) return;
  let others: string | undefined;
  const stampOf = (file: ts.SourceFile): string => {
    others ??= checked.getSourceFiles().flatMap(stampIn).join();
    const { text } = checked.getSourceFile(file.fileName) ?? file;
    return `//# lanewise=${createHash("sha256").update(text).update(others).digest("hex").slice(0, 16)}\n`;
  };
  const emit = program.emit;
  program.emit = (target, writeFile = host.writeFile, ...rest) =>
    emit(
      target,
      (name, text, bom, onError, sources, data) => {
        const written: WrittenDeclarations | undefined = data;
        const [source] = sources ?? [];
        const at = written?.sourceMapUrlPos;
        if (!written || !source || at === undefined || !/\.d\.[cm]?ts$/.test(name)) {
          writeFile(name, text, bom, onError, sources, data);
          return;
        }
        const stamp = stampOf(source);
        written.sourceMapUrlPos = at + stamp.length;
        writeFile(name, text.slice(0, at) + stamp + text.slice(at), bom, onError, sources, data);
      },
      ...rest,
    );
}

/** The stamps of the projects that this one refers to. */
function stampIn({ isDeclarationFile, text }: ts.SourceFile): string[] {
  return isDeclarationFile ? (stampPattern.exec(text) ?? []) : [];
}
