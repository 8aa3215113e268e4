// The core of the adapters with compilers made up for the case: edits and positions, warnings, a compiler that gives up.

import { join } from "node:path";
import {
  applyEdits,
  type Compilation,
  createTextProgram,
  type Diagnostic,
  originalOffset,
  printDiagnostics,
} from "@lanewise/transformer";
import fc from "fast-check";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { project } from "./projects.js";

afterAll(removeTemporaryFolders);

const nothing: Compilation = { files: new Map(), faults: new Map(), diagnostics: [] };

function programOf(text: string): { program: ts.Program; host: ts.CompilerHost; file: string; folder: string } {
  const folder = project({ "main.ts": text });
  const file = join(folder, "main.ts");
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts"],
    types: [],
    strict: true,
  };
  const host = ts.createCompilerHost(options);
  return { program: ts.createProgram([file], options, host), host, file, folder };
}

function diagnosticIn(file: string, category: "error" | "warning"): Diagnostic {
  const note = { file, start: 0, length: 5, message: "It begins here." };
  return { file, start: 6, length: 1, code: "LW1001", category, message: "Not so.", help: "Do it.", notes: [note] };
}

describe("applyEdits and originalOffset", () => {
  test("insert in order, also at one place", () => {
    const edits = [
      { at: 0, text: "<" },
      { at: 2, text: "[" },
      { at: 2, text: "(" },
      { at: 4, text: ">" },
    ];
    expect(applyEdits("a.ts", "abcd", edits).code).toBe("<ab[(cd>");
  });

  test("every character of the user's text is found again", () => {
    const edit = fc.record({ at: fc.nat(20), text: fc.string({ maxLength: 5 }) });
    fc.assert(
      fc.property(fc.string({ minLength: 20, maxLength: 30 }), fc.array(edit), (text, unordered) => {
        const edits = unordered.toSorted((a, b) => a.at - b.at);
        const { code } = applyEdits("a.ts", text, edits);
        expect(code.length).toBe(text.length + edits.reduce((sum, { text: inserted }) => sum + inserted.length, 0));
        const found = [...Array(code.length).keys()].map((offset) => originalOffset(edits, offset));
        expect(found).toEqual(found.toSorted((a, b) => a - b));
        for (let at = 0; at < text.length; at++) expect(code[found.lastIndexOf(at)]).toBe(text[at]);
      }),
    );
  });
});

describe("createTextProgram", () => {
  test("is the checked program where nothing is edited", () => {
    const { program, host } = programOf("export const a = 1;\n");
    expect(createTextProgram(ts, program, host, () => nothing).program).toBe(program);
  });

  test("keeps warnings away from the program's diagnostics, on which tsc fails", () => {
    const { program, host, file } = programOf("const a = 1;\n");
    const diagnostics = [diagnosticIn(file, "warning")];
    const text = createTextProgram(ts, program, host, () => ({ ...nothing, diagnostics }));
    expect(text.program.getSemanticDiagnostics()).toEqual([]);
    expect(text.warnings).toMatchObject([{ category: ts.DiagnosticCategory.Warning, code: 91001, start: 6 }]);
  });

  test("gives errors per file and in all, in order", () => {
    const { program, host, file } = programOf("const a: string = 1;\nconst b: string = 2;\n");
    const diagnostics = [{ ...diagnosticIn(file, "error"), start: 10 }];
    const text = createTextProgram(ts, program, host, () => ({ ...nothing, diagnostics }));
    const codes = (found: readonly ts.Diagnostic[]) => found.map(({ code }) => code);
    expect(codes(text.program.getSemanticDiagnostics(text.program.getSourceFile(file)))).toEqual([2322, 91001, 2322]);
    expect(codes(text.program.getSemanticDiagnostics())).toEqual([2322, 91001, 2322]);
  });

  const giveUp = () => {
    throw new Error("cannot go on");
  };

  test("leaves it to TypeScript's errors where the compiler gives up on a program that has some", () => {
    const { program, host } = programOf("const a: string = 1;\n");
    const text = createTextProgram(ts, program, host, giveUp);
    expect(text.program.getSemanticDiagnostics()).toMatchObject([{ code: 2322 }]);
  });

  test("does not hide that the compiler gave up on a correct program", () => {
    const { program, host } = programOf("const a = 1;\n");
    expect(() => createTextProgram(ts, program, host, giveUp)).toThrow("cannot go on");
  });
});

describe("printDiagnostics", () => {
  function print(pretty: boolean): string {
    const { program, host, file, folder } = programOf("const a = 1;\n");
    const diagnostics = [diagnosticIn(file, "error")];
    const text = createTextProgram(ts, program, host, () => ({ ...nothing, diagnostics }));
    const found = text.program.getSemanticDiagnostics();
    return printDiagnostics(ts, [...found, ...found], { pretty, currentDirectory: folder });
  }

  test("plain", () => {
    expect(print(false)).toBe(
      "main.ts(1,7): error LW1001: Not so.\n  main.ts(1,1): note: It begins here.\n  help: Do it.\n",
    );
  });

  test("pretty", () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
    expect(print(true).replace(/\u001b\[\d+m/g, "")).toBe(`main.ts:1:7 - error LW1001: Not so.

1 const a = 1;
        ~

  main.ts:1:1
    1 const a = 1;
      ~~~~~
    It begins here.
  help: Do it.


Found 1 error in main.ts:1

`);
  });
});
