// Which tests execute a mutant: each file of tests runs once, alone and without a mutant, and says which places of the built packages each of
// its tests executes (executed-places.ts). A mutant that no test executes survives at once; about the others those tests alone are asked, the
// quickest first.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generatedPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import type { Place } from "./executed-places.js";
import type { Mutant } from "./mutations.js";
import { builtOf, type Sandbox } from "./sandbox.js";

export interface Test {
  readonly file: string;
  readonly name: string;
  readonly milliseconds: number;
}

const offsetsOf = (text: string): readonly number[] => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];

/** Where the mutant begins in what was built; undefined if the map of the source does not say so. */
function placeOf(root: string, folder: string, { file, before, start }: Mutant): Place | undefined {
  const [source, built] = [file, builtOf(file)].map((name) => readFileSync(join(root, name), "utf8"));
  if (source === undefined || built === undefined) return undefined;
  const map = new TraceMap(readFileSync(join(root, `${builtOf(file)}.map`), "utf8"));
  const lines = offsetsOf(source);
  const line = lines.filter((offset) => offset <= start).length;
  const position = { source: map.sources[0] ?? "", line, column: start - (lines[line - 1] ?? 0) };
  const generated = generatedPositionFor(map, position);
  if (generated.line === null) return undefined;
  const offset = (offsetsOf(built)[generated.line - 1] ?? 0) + generated.column;
  const isThere = built[offset] === before[0] || `"'\``.includes(before[0] ?? "");
  return isThere ? { url: pathToFileURL(join(folder, builtOf(file))).href, offset } : undefined;
}

export class TestsOfMutants {
  readonly #sandbox: Sandbox;
  readonly #places: readonly Place[];
  /** Of the mutants that have one, the index of the place. */
  readonly #indices = new Map<Mutant, number>();
  /** By file of tests; undefined: it fails without a mutant. */
  readonly #executed = new Map<string, readonly (Test & { readonly places: ReadonlySet<number> })[] | undefined>();

  constructor(root: string, sandbox: Sandbox, mutants: readonly Mutant[]) {
    this.#sandbox = sandbox;
    const places: Place[] = [];
    for (const mutant of mutants) {
      const place = placeOf(root, sandbox.folder, mutant);
      if (place) this.#indices.set(mutant, places.push(place) - 1);
    }
    this.#places = places;
  }

  /** Those of the files that pass without a mutant, the quickest first. */
  async of(files: readonly string[], mutant?: Mutant): Promise<readonly Test[]> {
    const index = mutant && this.#indices.get(mutant);
    const tests: Test[] = [];
    for (const file of files) {
      const own = await this.#testsIn(file);
      tests.push(...(own ?? []).filter(({ places }) => index === undefined || places.has(index)));
    }
    return tests.sort((a, b) => a.milliseconds - b.milliseconds);
  }

  /** Files of tests that fail without a mutant, of those asked so far. */
  failing(files: readonly string[]): readonly string[] {
    return files.filter((file) => this.#executed.has(file) && !this.#executed.get(file));
  }

  async #testsIn(file: string) {
    if (!this.#executed.has(file)) this.#executed.set(file, await this.#execute(file));
    return this.#executed.get(file);
  }

  async #execute(file: string) {
    const executed = await this.#sandbox.executedPlaces(file, this.#places);
    if (!executed) return undefined;
    return executed.tests.map(({ name, milliseconds, places }) => ({
      file,
      name,
      milliseconds,
      places: new Set([...places, ...executed.around]),
    }));
  }
}
