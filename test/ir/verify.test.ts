// The file tests of the IR: each test/filetests/ir/*.lwir is parsed, printed and parsed again, encoded and decoded, and
// verified. `; error: text` at the end of a line expects a violation there whose message contains the text; a violation
// without its comment fails, as does a comment without its violation.

import { readdirSync, readFileSync } from "node:fs";
import {
  build,
  decodeModule,
  encodeModule,
  parseModule,
  parseModuleWithLines,
  printModule,
  verify,
} from "@lanewise/ir";
import { describe, expect, test } from "vitest";

const folder = new URL("../filetests/ir/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".lwir"));

function expectedErrors(text: string): [line: number, message: string][] {
  return text.split("\n").flatMap((content, index) => {
    const comment = content.slice(content.lastIndexOf("; error:"));
    return comment.startsWith("; error:")
      ? [[index + 1, comment.slice("; error:".length).trim()] as [number, string]]
      : [];
  });
}

describe.each(files)("%s", (name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  const { module, lines } = parseModuleWithLines(text);

  test("verifies as its comments say", () => {
    const found = verify(module).map(({ node, message, where }) => ({ line: lines.get(node), message, where }));
    const open = [...found];
    for (const [line, message] of expectedErrors(text)) {
      const index = open.findIndex((violation) => violation.line === line && violation.message.includes(message));
      expect(index, `line ${line}: ${message}; found ${JSON.stringify(found, null, 2)}`).toBeGreaterThanOrEqual(0);
      open.splice(index, 1);
    }
    expect(open).toEqual([]);
  });

  test("is the same through text and bytes", () => {
    expect(parseModule(printModule(module))).toEqual(module);
    expect(decodeModule(encodeModule(module))).toEqual(module);
  });
});

test("a violation names its function and the way to its node", () => {
  const module = parseModule('module "m" file "f" fn #0.f internal "f" () @1:1 { if true { break L7 } }');
  expect(verify(module)).toMatchObject([{ function: "f", where: "body[0].then[0]" }]);
});

test("what nests too deep for the binary form is a violation", () => {
  const one = build.constant("i32", 1);
  const deep = Array.from({ length: 600 }).reduce((expr: typeof one) => build.op("add", expr, one), one);
  const module = parseModule('module "m" file "f" fn #0.f internal "f" () @1:1 { local %0.x: i32 }');
  const functions = module.functions.map((fn) => ({ ...fn, body: [build.set(0, deep)] }));
  expect(verify({ ...module, functions })).toMatchObject([
    { isLimit: true, message: expect.stringContaining("more than 500 levels") },
  ]);
});
