// Kernels of as many lines as one likes, each line written out with a number of its own. They are made as IR: TypeScript's own analysis of
// control flow does not take 2,000 branches in one function.

import { accessOf, build, encodeImage, encodeModule, type Module, type Stmt } from "@lanewise/ir";

export const symbol = "bench@1.0.0/src/long.ts:long#0";
export const moduleName = "bench@1.0.0/src/long.ts";

/** What a line is, of `x: Int32Array` and the line's number k. */
export const forms = {
  /** `if (x[i] === k) x[i] = k * 3;` */
  branches: (k: number) =>
    build.ifElse(build.op("eq", element(2 * k - 2), build.constant("f64", k)), [
      build.store(place(2 * k - 1), build.constant("i32", 3 * k), at),
    ]),
  /** `x[i] = x[i] * k + 1;` */
  plain: (k: number) => {
    const product = build.op("mul", element(2 * k - 1), build.constant("f64", k));
    const value = build.op("add", product, build.constant("f64", 1));
    return build.store(place(2 * k - 2), build.convert("wrap", "i32", value), at);
  },
} as const satisfies Readonly<Record<string, (k: number) => Stmt>>;
export type Form = keyof typeof forms;

/** The same line in JavaScript: of an element before, what it is behind. */
export const inJavaScript = {
  branches: (x, k) => (x === k ? k * 3 : x),
  plain: (x, k) => (x * k + 1) | 0,
} as const satisfies Readonly<Record<Form, (x: number, k: number) => number>>;

const at = { file: 0, line: 3, column: 7 };
const span = { kind: "span", element: "i32" } as const;
const place = (site: number) => build.element(build.local(0, span), build.local(1, "i32"), site);
const element = (site: number) => build.convert("convert", "f64", build.load(place(site)));

/** The image of a kernel over `x`. */
export function kernelImage(form: Form, lines: number): Uint8Array {
  const body = Array.from({ length: lines }, (_, index) => forms[form](index + 1));
  const module: Module = {
    name: moduleName,
    files: ["src/long.ts"],
    structs: [],
    globals: [],
    sites: Array.from({ length: 2 * lines }, () => ({ kind: "bounds", name: "x", at })),
    functions: [
      {
        symbol,
        name: "long",
        linkage: "kernel",
        dimensions: 1,
        parameters: 1,
        locals: [
          { name: "x", type: span },
          { name: "i", type: "i32" },
        ],
        result: "void",
        body: [build.set(1, build.query("globalId", 0)), ...body],
        at,
      },
    ],
  };
  const access = accessOf(module, 0).parameters[0] ?? "none";
  const symbols = [
    { symbol, name: "long", dimensions: 1, parameters: [{ name: "x", type: span, access }], at },
  ] as const;
  return encodeImage({
    format: "ir",
    features: [],
    files: module.files,
    symbols,
    properties: {},
    code: encodeModule(module),
  });
}
