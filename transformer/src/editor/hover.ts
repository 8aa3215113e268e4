// Extends the editor's hover on a kernel: TypeScript's own information, followed by a description of the compiled
// kernel.

import type { DeviceImage, KernelSymbol } from "@lanewise/ir";
import type ts from "typescript-6";
import { isError } from "../diagnostics/diagnostic.js";
import type { TypeScript } from "../pass-context.js";
import { identifyModule } from "../recognise/package-of.js";
import { describeKernel } from "./describe-kernel.js";
import { functionsAt } from "./kernel-at.js";
import type { Compiled } from "./project-compiler.js";

export function withKernels(
  typescript: TypeScript,
  compiled: Compiled | undefined,
  fileName: string,
  position: number,
  own: ts.QuickInfo | undefined,
): ts.QuickInfo | undefined {
  const source = compiled?.program.getSourceFile(fileName);
  if (!compiled || !source) return own;
  const place = functionsAt(typescript, compiled.program.getTypeChecker(), source, position);
  const text = place?.functions.flatMap((one) => described(compiled, one) ?? []).join("\n\n");
  if (!place || !text) return own;
  const { token } = place;
  const start = token.getStart(source);
  const plain: ts.QuickInfo = {
    kind: typescript.ScriptElementKind.functionElement,
    kindModifiers: "",
    textSpan: { start, length: token.getEnd() - start },
    displayParts: [{ kind: "text", text: "kernel" }],
  };
  const info = own ?? plain;
  const before = info.documentation ?? [];
  const gap = before.length > 0 ? [{ kind: "text", text: "\n\n" }] : [];
  return { ...info, documentation: [...before, ...gap, { kind: "text", text }] };
}

/** The description of a kernel; undefined for other functions. */
function described(compiled: Compiled, node: ts.Node): string | undefined {
  const found = kernelOf(compiled, node);
  if (found) return describeKernel(found.image, found.symbol);
  const file = node.getSourceFile();
  const faults = compiled.compilation.diagnostics.filter(
    (one) => isError(one) && one.file === file.fileName && one.start >= node.getStart() && one.start < node.getEnd(),
  );
  if (faults.length === 0) return undefined;
  return `**Kernel** that is not compiled: ${faults.map(({ code, message }) => `${code}, ${message}`).join(" ")}`;
}

function kernelOf(
  { compilation }: Compiled,
  node: ts.Node,
): { readonly image: DeviceImage; readonly symbol: KernelSymbol } | undefined {
  const file = node.getSourceFile();
  const { path } = identifyModule(file.fileName);
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  const images = [...(compilation.files.get(file.fileName)?.images ?? []), ...(compilation.added?.images ?? [])];
  for (const image of images) {
    const symbol = image.symbols.find(
      ({ at }) => image.files[at.file] === path && at.line === line + 1 && at.column === character + 1,
    );
    if (symbol) return { image, symbol };
  }
  return undefined;
}
