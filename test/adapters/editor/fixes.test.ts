// Quick fixes: each is made and the program compiled again (rules ED7 and ED8). Also all that are offered for the programs of the file tests
// of diagnostics.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type ts from "typescript-6";
import { describe, expect, test } from "vitest";
import { fixTable } from "../../../transformer/dist/editor/fixes/table.js";
import type { Sources } from "../../support/compile-source.js";
import { type EditedProgram, editProgram } from "./edited-program.js";
import { cases } from "./fixes.js";

function diagnosticsIn(program: EditedProgram, name: string): ts.Diagnostic[] {
  const file = program.pathOf(name);
  return [...program.service.getSyntacticDiagnostics(file), ...program.service.getSemanticDiagnostics(file)];
}

/** The numbers of all diagnostics, of all files. */
function codesOf(program: EditedProgram, sources: Sources): number[] {
  return Object.keys(sources).flatMap((name) => diagnosticsIn(program, name).map(({ code }) => code));
}

function fixesFor(program: EditedProgram, name: string, { code, start = 0, length = 0 }: ts.Diagnostic) {
  const file = program.pathOf(name);
  return program.service.getCodeFixesAtPosition(file, start, start + length, [code], {}, {});
}

function apply(program: EditedProgram, changes: readonly ts.FileTextChanges[]): void {
  for (const { fileName, textChanges } of changes) {
    const name = basename(fileName);
    let text = program.text(name);
    for (const { span, newText } of textChanges.toReversed()) {
      text = text.slice(0, span.start) + newText + text.slice(span.start + span.length);
    }
    program.text(name, text);
  }
}

describe("a fix", () => {
  test.each(cases.map((one) => [one.code, one.fix, one] as const))(
    "of %i: %s [ED7]",
    (code, fix, { before, after }) => {
      const program = editProgram(before);
      const [name = "", found] =
        Object.keys(before)
          .map((one) => [one, diagnosticsIn(program, one).find((diagnostic) => diagnostic.code === code)] as const)
          .find(([, diagnostic]) => diagnostic) ?? [];
      if (!found) throw new Error(`${codesOf(program, before)}`);
      const offered = fixesFor(program, name, found);
      const chosen = offered.find(({ fixName }) => fixName === `lanewise-${fix}`);
      expect(offered.map(({ fixName }) => fixName)).toContain(`lanewise-${fix}`);
      apply(program, chosen?.changes ?? []);
      for (const [file, text] of Object.entries({ ...before, ...after })) expect(program.text(file)).toBe(text);
      expect(codesOf(program, before)).toEqual([]);
      expect(program.logged).toEqual([]);
    },
  );

  test("every fix of the table has a case [ED7]", () => {
    const tested = new Set(cases.map(({ code, fix }) => `${code} lanewise-${fix}`));
    const all = Object.entries(fixTable).flatMap(([code, fixes]) =>
      fixes.map(({ id }) => `${90_000 + Number(code.slice(2))} ${id}`),
    );
    expect(all.filter((one) => !tested.has(one) && !/flavour-|1405|1434/.test(one))).toEqual([]);
  });

  test("is made everywhere in a file, once for each place [ED8]", () => {
    const sources = {
      "main.ts": `import { deviceFn, Queue } from "lanewise";
const q = new Queue();
const out = q.mallocShared(Float32Array, 8);
export const twice = deviceFn((x: number) => x * 2);
q.parallelFor(8, (i) => {
  out[i / 2] = 1;
  out[(i / 4) / 2 + i / 8] = 2;
  const n = i, m = 2;
  const k = 3;
  out[n + m] = k;
});
`,
    };
    const program = editProgram(sources);
    const all = (fixId: string) => {
      const scope = { type: "file", fileName: program.pathOf("main.ts") } as const;
      apply(program, program.service.getCombinedCodeFix(scope, fixId, {}, {}).changes);
    };
    all("lanewise-floor");
    all("lanewise-flavour-f32");
    all("lanewise-flavour-f32");
    expect(program.text("main.ts")).toBe(`import { deviceFn, Queue, type f32 } from "lanewise";
const q = new Queue();
const out = q.mallocShared(Float32Array, 8);
export const twice = deviceFn((x: f32): f32 => x * 2);
q.parallelFor(8, (i) => {
  out[Math.floor(i / 2)] = 1;
  out[Math.floor((i / 4) / 2 + i / 8)] = 2;
  const n = i, m = 2;
  const k = 3;
  out[n + m] = k;
});
`);
    expect(() => all("lanewise-count-index")).toThrow();
    expect(program.service.getSupportedCodeFixes()).toContain("91301");
  });

  describe("of a program with many mistakes takes one away, and makes no type errors [ED7]", () => {
    const folder = fileURLToPath(new URL("../../filetests/diagnostics/", import.meta.url));
    test.each(readdirSync(folder))("%s", (entry) => {
      const path = join(folder, entry);
      const names = statSync(path).isDirectory() ? readdirSync(path).map((file) => join(path, file)) : [path];
      const sources = Object.fromEntries(names.map((name) => [basename(name), readFileSync(name, "utf8")]));
      const program = editProgram(sources);
      const before = codesOf(program, sources);
      for (const name of Object.keys(sources)) {
        for (const diagnostic of diagnosticsIn(program, name)) {
          const fixes = diagnostic.source === "lanewise" ? fixesFor(program, name, diagnostic).slice(0, 1) : [];
          for (const { fixName, changes } of fixes) {
            apply(program, changes);
            const after = codesOf(program, sources);
            const where = `${diagnostic.code} at ${diagnostic.start} by ${fixName}`;
            const count = (codes: readonly number[]) => codes.filter((code) => code === diagnostic.code).length;
            expect(count(after), where).toBeLessThan(count(before));
            // Of flavours, which one is right the user knows.
            if (!fixName.includes("flavour")) {
              expect(after.filter(isTypeError), where).toEqual(before.filter(isTypeError));
            }
            for (const [file, text] of Object.entries(sources))
              if (program.text(file) !== text) program.text(file, text);
          }
        }
      }
      expect(program.logged).toEqual([]);
    });
  });
});

const isTypeError = (code: number): boolean => code <= 90_000;
