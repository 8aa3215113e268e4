// What a JavaScript program is besides its meaning: readable, mapped to the user's lines, and at home in any buffer.

import { Session } from "node:inspector";
import { SourceMap } from "node:module";
import { compileJavaScript, scriptOf } from "@lanewise/codegen";
import { build, type Module } from "@lanewise/ir";
import { expect, test } from "vitest";
import { kernelModule, ownElement, span } from "../support/kernel-module.js";

const line = (number: number) => ({ file: 0, line: number, column: 3 });

const named: Module = kernelModule({
  locals: [span("f32"), "f32"],
  parameters: 2,
  body: [
    build.store(
      ownElement(0, "f32"),
      build.op("mul", build.load(ownElement(0, "f32")), build.local(1, "f32")),
      line(7),
    ),
    build.fail(0),
  ],
});

const compile = (module: Module) => compileJavaScript({ module, kernel: 0, bounds: "checked", threads: "one" });

test("a generated line knows the user's line", () => {
  const { source, lines } = compile(named);
  const lineOf = (text: string) => source.split("\n").findIndex((one) => one.includes(text)) + 1;
  expect(lines).toContainEqual({ line: lineOf("Math.fround("), at: line(7) });
  expect(lines).toContainEqual({ line: lineOf("fail(0, 0, 0)"), at: { file: 0, line: 1, column: 1 } });
});

test("a debugger is told the script's name, and the user's lines", () => {
  const program = compile(named);
  const session = new Session();
  session.connect();
  const scripts = new Map<string, string>();
  session.on("Debugger.scriptParsed", ({ params }) => scripts.set(params.url, params.sourceMapURL ?? ""));
  session.post("Debugger.enable");
  const { text, url } = scriptOf(program, "body of new Function", ["a b.ts"], "my kernel");
  const create = new Function("memory", "globals", "foreign", text);
  session.disconnect();
  const map = scripts.get(url);
  expect(url).toBe("lanewise:///my%20kernel.js");
  const json = decodeURIComponent(map?.slice(map.indexOf(",") + 1) ?? "");
  const places = new SourceMap(JSON.parse(json));
  const lineOf = (text: string) =>
    create
      .toString()
      .split("\n")
      .findIndex((one) => one.includes(text));
  const expected = { originalSource: "a b.ts", originalLine: 6, originalColumn: 2 };
  expect(places.findEntry(lineOf("Math.fround("), 80)).toMatchObject(expected);
  const failing = { originalSource: "a b.ts", originalLine: 0, originalColumn: 0 };
  expect(places.findEntry(lineOf("fail(0, 0, 0)"), 80)).toMatchObject(failing);
});

test("contains the helpers it uses, and no others", () => {
  const { source } = compile(named);
  expect(source).toContain("function $elementAt");
  expect(source).not.toContain("function $nearest");
});

test("the user's names stay, where JavaScript and the program itself have not taken them", () => {
  const names = ["x", "two words", "for", "item", "x", "elementAt", ""];
  const [kernel] = named.functions;
  if (!kernel) throw new Error("the module has a kernel");
  const locals = names.map((name) => ({ name, type: "i32" as const }));
  const { source } = compile({ ...named, functions: [{ ...kernel, locals, parameters: locals.length, body: [] }] });
  expect(source).toContain("(x, two_words, for$2, item, x$2, elementAt, _)");
});

test("takes up a memory that has a new buffer", () => {
  const { source } = compile(kernelModule({ ...partsOf(named), body: named.functions[0]?.body.slice(0, 1) ?? [] }));
  let buffer = new ArrayBuffer(1024);
  const run = new Function("memory", "globals", source)(() => buffer, []);
  for (const value of [2, 5]) {
    buffer = new ArrayBuffer(1024);
    const view = new DataView(buffer);
    view.setInt32(64, 1, true);
    view.setUint32(80, 512, true);
    view.setInt32(84, 1, true);
    view.setFloat32(88, value, true);
    view.setFloat32(512, 10, true);
    run(64, 256, 0, 1);
    expect(view.getFloat32(512, true)).toBe(10 * value);
  }
});

function partsOf(module: Module) {
  const locals = module.functions[0]?.locals.map(({ type }) => type) ?? [];
  return { locals, parameters: locals.length };
}
