// Kernels of one project may have in them what another project's functions do, of which `tsc -b` and --watch see the declarations
// alone: an edit of a body leaves those as they are, and the kernels would stay old. So declarations that lead to device code end with a
// comment that says which text they were made from (docs/decisions/0029-tsc-modes.md).

import { createHash } from "node:crypto";
import path from "node:path";
import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";
import { isDevicePackage } from "../device-packages.js";
import { findPackage } from "../recognise/package-of.js";

const stampPattern = /^\/\/# lanewise=\w+$/m;

/** Internal to TypeScript: what its emitter tells those who write files, and looks at again afterwards. */
interface WrittenDeclarations {
  /** Where the comment begins that names the map. */
  sourceMapUrlPos?: number;
}

/** Of a program that others refer to (`composite`), with declaration maps: without these, nobody sees bodies. */
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

/** What the projects stand on that this one refers to. */
function stampIn({ isDeclarationFile, text }: ts.SourceFile): string[] {
  return isDeclarationFile ? (stampPattern.exec(text) ?? []) : [];
}
