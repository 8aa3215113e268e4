// Diagnostics file tests: each folder or file under diagnostics/ is a program, with what must be reported in comments on the
// line it concerns: `// error LW1301: fractional` (code, part of the message), `// error TS2322`, and for a diagnostic of
// ours `// note: called from` (part of a note's message) on the line that the note points at. All others fail.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../transformer/dist/diagnostics/catalogue.js";
import { type CompiledSource, compileSource, type Sources } from "../support/compile-source.js";

const folder = fileURLToPath(new URL("diagnostics/", import.meta.url));

/** Codes that no program here can bring about, with the reason. */
const untested: Readonly<Record<string, string>> = {
  LW1920: "a host of transformers brings it about: test/adapters/before.test.ts",
  LW1921: "a host of transformers brings it about: test/adapters/before.test.ts",
  LW1922: "a host of transformers brings it about: test/adapters/before.test.ts",
  LW1923: "a host of transformers brings it about: test/adapters/before.test.ts",
  LW1924: "a host of transformers brings it about: test/adapters/before.test.ts",
  LW1926: "a bundler brings it about: test/adapters/workers.test.ts",
  LW1927: "a bundler brings it about: test/adapters/workers.test.ts",
  LW1929: "a bundler brings it about: test/adapters/workers.test.ts",
  LW1928: "it is about the environment: test/adapters/environment.test.ts",
  LW1458: "it is about a built package: test/adapters/package-functions.test.ts",
  LW1459: "`lanewise link` says it: test/adapters/package-functions.test.ts",
  LW1522: "it is about an option of the build: test/conformance/ahead-of-time.test.ts",
  LW1523: "it is about an option of the build: test/conformance/wasm-functions.test.ts",
  LW1525: "it is about an option of the build: test/conformance/whole-images.test.ts",
  LW1534: "it is about an option of the build: test/conformance/whole-images.test.ts",
  LW1901: "it is about the tsconfig.json: test/adapters/build-options.test.ts",
  LW1902: "it is about a package: test/adapters/device-packages.test.ts",
  LW1240: "it is about a package: test/adapters/package-bodies.test.ts",
  LW1241: "it is about a package: test/adapters/package-bodies.test.ts",
  LW1256: "it is about a package: test/adapters/function-makers.test.ts",
  LW1257: "it is about a package: test/adapters/package-bodies.test.ts",
  LW1258: "it is about a package: test/programs/other-packages.test.ts",
  LW1259: "it is about a package: test/adapters/package-bodies.test.ts",
  LW1903: "it is about a package: test/adapters/package-bodies.test.ts",
  LW1904: "it is about a package: test/adapters/package-bodies.test.ts",
  LW1905: "a bundler brings it about: test/adapters/bundled-packages.test.ts",
  LW1910: "it is about the tsconfig.json: test/adapters/register.test.ts",
  LW1911: "the loader says it: test/adapters/register.test.ts",
  LW1912: "the loader says it: test/adapters/register.test.ts",
  LW1925: "it is about an option of the plugins: test/adapters/typescript-versions.test.ts",
  LW1942: "it is about several packages: test/adapters/module-identities.test.ts",
  LW1943: "sources are long: test/adapters/faults.test.ts",
  LW1944: "it is about a package.json: test/adapters/faults.test.ts",
  LW2002: "`lanewise link` says it: test/adapters/link.test.ts",
  LW2003: "`lanewise link` says it: test/adapters/link.test.ts",
  LW2004: "`lanewise link` says it: test/adapters/link.test.ts",
  LW2005: "`lanewise link` says it: test/adapters/link.test.ts",
};

/** The programs by name: a file by itself, or a folder of files. */
function programs(): Map<string, Sources> {
  const found = new Map<string, Sources>();
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    const names = statSync(path).isDirectory() ? readdirSync(path).map((file) => join(path, file)) : [path];
    found.set(name, Object.fromEntries(names.map((file) => [basename(file), readFileSync(file, "utf8")])));
  }
  return found;
}

/** `main.ts:3 error LW1301: message`, one for each comment; several may stand on a line. */
function expected(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([name, text]) =>
    text.split("\n").flatMap((line, index) => {
      const comments = line.matchAll(
        /\/\/ ((?:error|warning) (?:LW|TS)\d+(?:: .*?)?|note: .*?)(?= \/\/ (?:error|warning|note)|$)/g,
      );
      return [...comments].map(([, comment]) => `${name}:${index + 1} ${comment}`);
    }),
  );
}

interface Found {
  /** `main.ts:3 error LW1301` or `main.ts:3 note`. */
  readonly place: string;
  readonly message: string;
}

function found({ compilation, program, typeErrors }: CompiledSource): Found[] {
  const at = (file: string, start: number) => {
    const source = program.getSourceFile(file);
    return `${basename(file)}:${(source?.getLineAndCharacterOfPosition(start).line ?? -1) + 1}`;
  };
  const ours = compilation.diagnostics.flatMap(({ file, start, category, code, message, notes }) => [
    { place: `${at(file, start)} ${category} ${code}`, message },
    ...notes.map((note) => ({ place: `${at(note.file, note.start)} note`, message: note.message })),
  ]);
  const theirs = typeErrors.map(({ file, start, code }) => ({
    place: `${at(file?.fileName ?? "", start ?? 0)} error TS${code}`,
    message: "",
  }));
  return [...ours, ...theirs];
}

/** What is expected and not there, and what is there and not expected. */
function differences(sources: Sources, compiled: CompiledSource): { missing: string[]; unexpected: string[] } {
  const unexpected = found(compiled);
  const missing = expected(sources).filter((comment) => {
    const index = unexpected.findIndex(({ place, message }) => {
      const colon = comment.indexOf(": ");
      const [start, part] = colon < 0 ? [comment, ""] : [comment.slice(0, colon), comment.slice(colon + 2)];
      return place === start && message.includes(part);
    });
    if (index >= 0) unexpected.splice(index, 1);
    return index < 0;
  });
  return { missing, unexpected: unexpected.map(({ place, message }) => `${place}: ${message}`) };
}

describe("diagnostics", () => {
  for (const [name, sources] of programs()) {
    test(name, () => {
      const compiled = compileSource(sources);
      expect(differences(sources, compiled)).toEqual({ missing: [], unexpected: [] });
      expect(compiled.compilation.diagnostics.every(({ help }) => help.length > 0)).toBe(true);
    });
  }

  test("every code of the catalogue has a file test", () => {
    const named = new Set([...programs().values()].flatMap(expected).map((comment) => /LW\d+/.exec(comment)?.[0]));
    const missing = Object.keys(catalogue).filter((code) => !named.has(code) && !(code in untested));
    expect(missing).toEqual([]);
  });

  test("the driver sees what is missing and what is too much", () => {
    const text = 'import { Queue } from "lanewise";\nnew Queue().singleTask(() => { null; }); // error LW1101: none\n';
    const { missing, unexpected } = differences({ "a.ts": text }, compileSource({ "a.ts": text }));
    expect(missing).toEqual(["a.ts:2 error LW1101: none"]);
    expect(unexpected).toEqual([expect.stringContaining("a.ts:2 error LW1124")]);
  });
});
