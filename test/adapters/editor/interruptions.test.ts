// Our service ends when the editor wants something else, keeps what it has made, and what goes wrong in it does not take TypeScript's
// answers away (rules ED5 and ED6).

import ts from "typescript-6";
import { describe, expect, test } from "vitest";
import { editProgram } from "./edited-program.js";

const kernel = (store: string) => `import { Queue } from "lanewise";
const q = new Queue();
const out = new Float32Array(8);
q.parallelFor(8, (i) => { ${store} });
`;
const names = Array.from({ length: 12 }, (_, index) => `file${index}.ts`);
const sources = Object.fromEntries(names.map((name) => [name, kernel("out[i] = 1;")]));

describe("an editor", () => {
  test("cancels between files, and what has been made is not made again [ED5]", () => {
    let budget = 0;
    const program = editProgram(
      { ...sources, "file0.ts": kernel("out[i / 2] = 1;") },
      { isCancelled: () => budget-- <= 0 },
    );
    const ask = () => program.service.getSemanticDiagnostics(program.pathOf("file0.ts"));
    let cancelled = 0;
    for (let tries = 0; tries < 100; tries++) {
      budget = 3;
      try {
        expect(ask().map(({ code }) => code)).toEqual([91301]);
        break;
      } catch (error) {
        expect(error).toBeInstanceOf(ts.OperationCanceledException);
        cancelled += 1;
      }
    }
    // Each of 12 files is recognised and lowered: at most three of these 24 steps at a time.
    expect(cancelled).toBeGreaterThanOrEqual(8);
    expect(cancelled).toBeLessThan(24);
    // Of an edited file as well; what is faulty is always looked at again.
    budget = 1;
    program.text("file5.ts", kernel("out[i] = 2;"));
    expect(ask).toThrow(ts.OperationCanceledException);
    budget = 3;
    expect(ask().map(({ code }) => code)).toEqual([91301]);
    expect(program.logged).toEqual([]);
  });

  test("is told of our own faults, and keeps TypeScript's answers [ED6]", () => {
    const text = `${kernel("out[i / 2] = 1;")}const wrong: string = 1;\n`;
    const program = editProgram({ "main.ts": text });
    Object.defineProperty(program.service.getProgram() ?? {}, "getTypeChecker", {
      value: () => {
        throw new Error("no checker");
      },
    });
    const found = program.service.getSemanticDiagnostics(program.pathOf("main.ts"));
    expect(found.map(({ code, start, category }) => [code, start, category])).toEqual([
      [2322, text.indexOf("wrong"), ts.DiagnosticCategory.Error],
      [90_000, text.indexOf('"lanewise"'), ts.DiagnosticCategory.Warning],
    ]);
    expect(found[1]?.messageText).toContain("Lanewise's compiler failed here, which is its own fault: no checker");
    expect(program.logged).toEqual([expect.stringContaining("no checker")]);
    program.text("main.ts", kernel("out[i / 2] = 1;"));
    expect(program.service.getSemanticDiagnostics(program.pathOf("main.ts")).map(({ code }) => code)).toEqual([91301]);
  });
});
