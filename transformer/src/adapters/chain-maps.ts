// Chains the maps that TypeScript writes for edited text with the map of the edits, so that they lead to the user's own
// text. Handles .js.map, .d.ts.map and maps inside the JavaScript; files without edits pass through untouched.

import remapping, { type EncodedSourceMap } from "@jridgewell/remapping";
import type ts from "typescript-6";
import type { EditedText } from "../text-edits.js";

/** The edited text of a file of the emitting program, or undefined where the file has no edits. */
export type EditedFiles = (fileName: string) => EditedText | undefined;

const inlineMap = /(\/\/# sourceMappingURL=data:application\/json;base64,)([A-Za-z0-9+/=]+)/;

/** The text to write for one output of TypeScript, which made it from `sources`. */
export function chainMaps(
  fileName: string,
  text: string,
  sources: readonly ts.SourceFile[],
  editedFiles: EditedFiles,
  options: ts.CompilerOptions,
): string {
  if (!sources.some((source) => editedFiles(source.fileName))) return text;
  const chain = (json: string) => chainMap(json, sources, editedFiles, options.inlineSources === true);
  if (/\.[cm]?[jt]sx?\.map$/.test(fileName)) return chain(text);
  if (!options.inlineSourceMap || !/\.[cm]?jsx?$/.test(fileName)) return text;
  return text.replace(inlineMap, (_match, prefix: string, base64: string) => {
    const chained = chain(Buffer.from(base64, "base64").toString("utf8"));
    return prefix + Buffer.from(chained, "utf8").toString("base64");
  });
}

function chainMap(
  json: string,
  sources: readonly ts.SourceFile[],
  editedFiles: EditedFiles,
  withText: boolean,
): string {
  // TypeScript wrote it a moment ago, in version 3 with all of these fields.
  const outer = JSON.parse(json) as EncodedSourceMap & { sources: string[] };
  // Sources are numbered while chaining: their real names depend on sourceRoot, mapRoot and outDir, and must stay as they are.
  const numbered = { ...outer, sourceRoot: "", sources: outer.sources.map((_, index) => String(index)) };
  const chained = remapping(numbered, (source, context) => {
    const name = outer.sources[Number(source)];
    if (context.depth !== 1 || name === undefined) return null;
    const edits = editedFiles(sourceFileOf(name, sources))?.map();
    if (edits === undefined) return null;
    return {
      version: 3,
      sources: [source],
      sourcesContent: edits.sourcesContent ?? [],
      names: [],
      mappings: edits.mappings,
    };
  });
  const { sourcesContent: _dropped, ...fields } = outer;
  const order = chained.sources.map(Number);
  return JSON.stringify({
    ...fields,
    sources: order.map((index) => outer.sources[index]),
    names: chained.names,
    mappings: chained.mappings,
    ...(withText && outer.sourcesContent ? { sourcesContent: chained.sourcesContent } : {}),
  });
}

/** Which of the sources a map means; with more than one (outFile) the relative name ends like the absolute one. */
function sourceFileOf(name: string, sources: readonly ts.SourceFile[]): string {
  const tail = name.replace(/^(\.\.?\/)+/, "");
  const found = sources.length === 1 ? sources[0] : sources.find((source) => source.fileName.endsWith(tail));
  return found?.fileName ?? name;
}
