// Chains the source maps that TypeScript writes for edited text to the user's text: edits are insertions, so each segment moves back by the preceding
// insertions, and segments of inserted text are dropped. Handles .js.map, .d.ts.map and inline maps; files without edits pass through unchanged.

import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import type ts from "typescript-6";
import type { EditedText } from "../text-edits.js";

/** The edited text of a file in the emitting program; undefined if the file has no edits. */
export type EditedFiles = (fileName: string) => EditedText | undefined;

const inlineMap = /(\/\/# sourceMappingURL=data:application\/json;base64,)([A-Za-z0-9+/=]+)/;

/** The text to write for an output that TypeScript made from `sources`. */
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

interface SourceMapFile {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
  readonly mappings: string;
}

function chainMap(
  json: string,
  sources: readonly ts.SourceFile[],
  editedFiles: EditedFiles,
  withText: boolean,
): string {
  // TypeScript has just written it, in version 3 with these fields.
  const { sourcesContent, ...map } = JSON.parse(json) as SourceMapFile;
  const edited = map.sources.map((name) => editedFiles(sourceFileOf(name, sources)));
  const lines = decode(map.mappings).map((line) => line.flatMap((segment) => movedSegment(segment, edited)));
  const texts = withText ? sourcesContent?.map((text, index) => edited[index]?.original ?? text) : undefined;
  return JSON.stringify({ ...map, mappings: encode(lines), ...(texts && { sourcesContent: texts }) });
}

function movedSegment(segment: SourceMapSegment, edited: readonly (EditedText | undefined)[]): SourceMapSegment[] {
  const [generated, source, line, column, name] = segment;
  const text = source === undefined ? undefined : edited[source];
  if (source === undefined || line === undefined || column === undefined || !text) return [segment];
  const place = text.origin({ line, column });
  if (!place) return [];
  const moved: SourceMapSegment = [generated, source, place.line, place.column];
  return [name === undefined ? moved : [...moved, name]];
}

/** The source that a map means; with several (outFile), the relative name is a suffix of the absolute one. */
function sourceFileOf(name: string, sources: readonly ts.SourceFile[]): string {
  const tail = name.replace(/^(\.\.?\/)+/, "");
  const found = sources.length === 1 ? sources[0] : sources.find((source) => source.fileName.endsWith(tail));
  return found?.fileName ?? name;
}
