// Stands for Node's `fs` where the compiler runs in a page: reads the files that it brings.

import brought from "virtual:compiler-files";
import { consoleTypes, drawingTypes } from "./own-declarations.js";

const files: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...brought,
    ...consoleTypes,
    ...drawingTypes,
    "/package.json": '{ "name": "your-program", "type": "module", "dependencies": { "lanewise": "*" } }',
  }),
);
const folders: ReadonlySet<string> = new Set(
  [...files.keys()].flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index) || "/")),
);

export const existsSync = (path: string): boolean => files.has(path) || folders.has(path);
export const isFolder = (path: string): boolean => folders.has(path);
export const textOf = (path: string): string | undefined => files.get(path);

export function readFileSync(path: string): string {
  const text = files.get(path);
  if (text === undefined) throw new Error(`There is no file ${path} in the playground.`);
  return text;
}

/** The compiler asks for the time of the last change. */
export function statSync(path: string): { readonly mtimeMs: number } | undefined {
  return existsSync(path) ? { mtimeMs: 0 } : undefined;
}

export function readdirSync(folder: string): readonly string[] {
  const start = folder === "/" ? "/" : `${folder}/`;
  const inside = [...files.keys(), ...folders].filter((path) => path !== "/" && path.startsWith(start));
  return [...new Set(inside.map((path) => path.slice(start.length).split("/")[0] ?? ""))];
}
