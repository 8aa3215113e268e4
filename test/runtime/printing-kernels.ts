// Kernels that print, registered when this file is loaded.

import {
  build,
  consoleGlobal,
  type Expr,
  encodeMessage,
  type Local,
  type MessagePart,
  type Site,
  type Stmt,
  type ValueScalar,
} from "@lanewise/ir";
import { linearItem, logStatements, printedTypes } from "../../transformer/dist/lower/console.js";
import { at, elementOf, emit, i, mark, span } from "./emitted.js";

const int = (value: number) => build.constant("i32", value);
const i32s = span("i32");

type Print = (...parts: (string | Expr | { readonly text: Expr })[]) => Stmt[];
interface Printing {
  readonly name: string;
  readonly dimensions?: 0 | 1 | 2;
  readonly parameters?: readonly Local[];
  readonly body: (print: Print, newLocal: () => number) => Stmt[];
}

/** A module of kernels that print. Line n of the source is the n-th message. */
function emitPrinting(name: string, kernels: readonly Printing[]): void {
  const sites: Site[] = ["out", "console"].map((site) => ({ kind: "bounds", name: site, at }));
  const made = kernels.map(({ name: kernel, dimensions = 1, parameters = [], body }) => {
    const locals: Local[] = [...parameters];
    const newLocal = (local: string, type: ValueScalar) => locals.push({ name: local, type }) - 1;
    const print: Print = (...given) => {
      const parts = given.map((part): MessagePart => {
        if (typeof part === "string") return part;
        const isText = "text" in part;
        const type = printedTypes[(isText ? part.text : part).type as ValueScalar];
        return isText ? { type, isText } : { type };
      });
      const values = given.flatMap((part) => (typeof part === "string" ? [] : "text" in part ? [part.text] : [part]));
      const site = sites.push({ kind: "log", name: encodeMessage(parts), at: { ...at, line: sites.length - 1 } }) - 1;
      return logStatements({ site, ringSite: 1, item: linearItem(dimensions), values, global: 0, newLocal, at });
    };
    const stmts = body(print, () => newLocal("", "i32"));
    return { name: kernel, dimensions, parameters, locals: locals.slice(parameters.length), body: stmts };
  });
  emit({ name, sites, globals: [consoleGlobal(at)], kernels: made });
}

const types = ["f32", "f64", "i32", "u32", "i64", "u64", "bool"] as const;

emitPrinting("printing", [
  {
    name: "types",
    dimensions: 0,
    parameters: types.map((type) => ({ name: type, type })),
    body: (print) => [
      ...print(...types.flatMap((type, index) => [" ", build.local(index, type)])),
      ...print(...types.flatMap((type, index) => [" ", { text: build.local(index, type) }])),
    ],
  },
  {
    name: "rows",
    dimensions: 2,
    body: (print) => [...print("row ", i), ...print("column ", build.query("globalId", 1))],
  },
  {
    // Each `step`-th work-item prints, then all store to out[i].
    name: "storing",
    parameters: [
      { name: "out", type: i32s },
      { name: "step", type: "i32" },
    ],
    body: (print) => [
      build.ifElse(build.op("eq", build.op("rem", i, build.local(1, "i32")), int(0)), print("storing ", i)),
      build.store(elementOf(0, i32s, i), i, at),
    ],
  },
  {
    // Adds up 0 + 1 + … + (rounds - 1); each 1000th work-item prints the sum.
    name: "spinning",
    parameters: [{ name: "rounds", type: "i32" }],
    body: (print, newLocal) => {
      const [counter, total] = [newLocal(), newLocal()];
      const [round, sum] = [build.local(counter, "i32"), build.local(total, "i32")];
      return [
        build.set(counter, int(0)),
        build.set(total, int(0)),
        build.loop(
          0,
          {
            condition: build.op("lt", round, build.local(0, "i32")),
            body: [build.set(total, build.op("add", sum, round))],
            update: [build.set(counter, build.op("add", round, int(1)))],
          },
          at,
        ),
        build.ifElse(build.op("eq", build.op("rem", i, int(1000)), int(0)), print("sum ", build.op("add", i, sum))),
      ];
    },
  },
  {
    name: "endless",
    body: (print) => [build.loop(0, { condition: build.constant("bool", true), body: print("again ", i) }, at)],
  },
]);
// The same site numbers with other messages.
emitPrinting("elsewhere", [{ name: "hello", body: (print) => [...print("hello ", i), ...print("bye ", i)] }]);

export const printTypes = (...values: unknown[]) => mark("printing", "types", () => values);
export const printRows = () => mark("printing", "rows", () => []);
export const printStoring = (out: unknown, step: number) => mark("printing", "storing", () => [out, step]);
export const printSpinning = (rounds: number) => mark("printing", "spinning", () => [rounds]);
export const printEndless = () => mark("printing", "endless", () => []);
export const printHello = () => mark("elsewhere", "hello", () => []);
