// Code as it is while somebody types: cut off, with a piece missing, with a piece twice. The plugin answers every question and never fails
// (rule ED10). In a server, and in more places of more programs in this process.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../../examples/programs.js";
import { project } from "../projects.js";
import { type EditedProgram, editProgram } from "./edited-program.js";
import { startServer } from "./server.js";

afterAll(removeTemporaryFolders);

const folder = fileURLToPath(new URL("../../filetests/", import.meta.url));
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");

const OUR_FAULT = 90_000;

/** Places in a text, in an order without pattern that is always the same. */
function* places(text: string, count: number): Generator<number> {
  const step = Math.floor(text.length * 0.618) | 1;
  for (let index = 1, at = step; index <= count; index++, at += step) yield at % text.length;
}

const breakages: Readonly<Record<string, (text: string, at: number) => string>> = {
  "cut off": (text, at) => text.slice(0, at),
  "with a piece missing": (text, at) => text.slice(0, at) + text.slice(at + 7),
  "with a piece twice": (text, at) => text.slice(0, at + 11) + text.slice(at),
};

describe("code that is being typed [ED10]", () => {
  test("is answered by a server", async () => {
    const text = textOf("diagnostics/objects.ts");
    const root = project({ "src/main.ts": text }, { plugins: [{ name: "@lanewise/transformer/editor" }] });
    const file = join(root, "src/main.ts");
    const server = startServer(root);
    try {
      server.open(file, text);
      let now = text;
      for (const at of places(text, 25)) {
        const next = text.slice(0, at);
        now = server.change(file, now, now, next);
        for (const { code, message, startLocation } of await server.diagnostics(file)) {
          expect(code, message).not.toBe(OUR_FAULT);
          const { line, offset } = startLocation;
          const span = { startLine: line, startOffset: offset, endLine: line, endOffset: offset };
          if (code > OUR_FAULT) await server.request("getCodeFixes", { file, ...span, errorCodes: [code] });
          if (code > OUR_FAULT) await server.request("quickinfo", { file, line, offset });
        }
      }
    } finally {
      await server.stop();
    }
  }, 300_000);

  const names = ["diagnostics/language.ts", "diagnostics/device-fns.ts", "why/groups.ts", "why/helpers.ts"];
  for (const [how, broken] of Object.entries(breakages)) {
    test.each(names)(
      `${how}: %s`,
      (name) => {
        const text = textOf(name);
        const program = editProgram({ "main.ts": text });
        for (const at of places(text, 15)) {
          program.text("main.ts", broken(text, at));
          ask(program, at);
        }
      },
      300_000,
    );
  }
});

function ask(program: EditedProgram, at: number): void {
  const { service } = program;
  const file = program.pathOf("main.ts");
  for (const { code, start = 0, length = 0, source } of service.getSemanticDiagnostics(file)) {
    expect(code, `at ${at}`).not.toBe(OUR_FAULT);
    if (source === "lanewise") service.getCodeFixesAtPosition(file, start, start + length, [code], {}, {});
  }
  for (let back = 0; back < 40; back += 8) service.getQuickInfoAtPosition(file, Math.max(0, at - back));
  expect(program.logged, `at ${at}`).toEqual([]);
}
