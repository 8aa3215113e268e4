// Mutants that no test can notice, and why: they change how long something takes, or nothing at all. A row holds while the source says what it
// says here.

import type { Mutant } from "./mutations.js";

interface Equivalent extends Pick<Mutant, "file" | "before" | "text"> {
  /** The line of the source, where `before` does not tell which one it is. */
  readonly line?: string;
  readonly reason: string;
}

export const equivalent: readonly Equivalent[] = [
  {
    file: "codegen/src/analysis/aligned.ts",
    before: 'value.kind === "op" && value.op === "rem" && isFound(value, loops)',
    text: '(value.kind === "op" && value.op === "rem") || (isFound(value, loops))',
    reason:
      "a remainder that is not found varies, and what is computed of it does; a quotient that is found is uniform",
  },
  {
    file: "codegen/src/analysis/assumptions.ts",
    before: "1",
    text: "0",
    line: "if (only?.value && others.length === 0) assumeIn(search, only.value, only.bodies, depth + 1);",
    reason: "what goes round from local to local goes through operations, which count",
  },
  {
    file: "codegen/src/simplify/forward-locals.ts",
    before: 'index.kind === "const" || index.kind === "query"',
    text: 'index.kind === "const"',
    reason: "a query that is kept in a local is the same index",
  },
  {
    file: "codegen/src/wasm/gang/vector-operations.ts",
    before: "1",
    text: "2",
    line: "const LOW_HALVES = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];",
    reason: "all bytes of a mask's element are equal",
  },
  {
    file: "codegen/src/simplify/unroll.ts",
    before: "1",
    text: "2",
    line: "if (local !== undefined) counts.set(local, (counts.get(local) ?? 0) + 1);",
    reason: "counts are compared with each other, and all are twice as high",
  },
  {
    file: "ir/src/checked/work-items.ts",
    before: "0",
    text: "(-1)",
    line: "this.#lastOfSubGroup = new Array<number>(Math.ceil(this.perGroup / range.subGroupSize)).fill(0);",
    reason: "no access is earlier than time 1",
  },
  {
    file: "ir/src/overflow/javascript.ts",
    before: "0",
    text: "1",
    line: 'const operand = (value: Value): Value => (typeof value === "boolean" ? value : (wrap(value, 0, 0) ?? 0));',
    reason: "`wrap` takes one operand, and gives a number for what is no boolean",
  },
  {
    file: "codegen/src/simplify/scalar-replacement.ts",
    before: "0",
    text: "(-1)",
    line: "const local = localOf.get(part) ?? 0;",
    reason: "each part has a local",
  },
  {
    file: "codegen/src/simplify/scalar-replacement.ts",
    before: "0",
    text: "1",
    line: "const replacing = { structs, trees, locals, localOf, originals: fn.locals.length, site: siteIn(fn) ?? 0 };",
    reason: "without a site there is no element, and nobody asks for one",
  },
  {
    file: "codegen/src/simplify/scalar-replacement.ts",
    before: "0",
    text: "1",
    line: "const local = localOf.get(part) ?? 0;",
    reason: "each part has a local",
  },
  {
    file: "codegen/src/simplify/scalar-replacement.ts",
    before: "0",
    text: "(-1)",
    line: 'return { kind: "address", type: refTo(part.type), local: localOf.get(part) ?? 0 };',
    reason: "each part has a local",
  },
  {
    file: "codegen/src/simplify/unroll.ts",
    before: "(counts.get(local) ?? 0) + 1",
    text: "(counts.get(local) ?? 0) - 1",
    reason: "counts are compared with each other, and all are negative",
  },
  {
    file: "ir/src/overflow/javascript.ts",
    before: "0",
    text: "(-1)",
    line: "return (a, b, c) => apply(operand(a, b, c) ?? 0, b, c);",
    reason: "`operand` gives a number for each",
  },
  {
    file: "ir/src/checked/work-items.ts",
    before: "0",
    text: "1",
    line: "#first = 0;",
    reason: "`beginGroup` sets it before it is read",
  },
  {
    file: "ir/src/checked/work-items.ts",
    before: "0",
    text: "(-1)",
    line: "#first = 0;",
    reason: "`beginGroup` sets it before it is read",
  },
  {
    file: "ir/src/checked/work-items.ts",
    before: "0",
    text: "(-1)",
    line: "#lastBarrier = 0;",
    reason: "no access is earlier than time 1",
  },
  {
    file: "ir/src/checked/work-items.ts",
    before: "0",
    text: "1",
    line: "group: Triple = [0, 0, 0];",
    reason: "`beginGroup` and `become` set them before they are read",
  },
  {
    file: "ir/src/checked/work-items.ts",
    before: "0",
    text: "(-1)",
    line: "group: Triple = [0, 0, 0];",
    reason: "`beginGroup` and `become` set them before they are read",
  },
  {
    file: "ir/src/checked/work-items.ts",
    before: "0",
    text: "1",
    line: "local: Triple = [0, 0, 0];",
    reason: "`beginGroup` and `become` set them before they are read",
  },
  {
    file: "ir/src/checked/work-items.ts",
    before: "0",
    text: "(-1)",
    line: "local: Triple = [0, 0, 0];",
    reason: "`beginGroup` and `become` set them before they are read",
  },
  {
    file: "ir/src/checked/work-items.ts",
    before: "0",
    text: "1",
    line: "id: Triple = [0, 0, 0];",
    reason: "`beginGroup` and `become` set them before they are read",
  },
  {
    file: "ir/src/checked/work-items.ts",
    before: "0",
    text: "(-1)",
    line: "id: Triple = [0, 0, 0];",
    reason: "`beginGroup` and `become` set them before they are read",
  },
  {
    file: "ir/src/checked/run-checked.ts",
    before: "0",
    text: "1",
    line: "const begin = size === 0 ? 0 : host.localMemory(size);",
    reason: "no address is in memory without a byte, wherever it begins",
  },
  {
    file: "ir/src/checked/run-checked.ts",
    before: "0",
    text: "(-1)",
    line: "const begin = size === 0 ? 0 : host.localMemory(size);",
    reason: "no address is in memory without a byte, wherever it begins",
  },
  {
    file: "ir/src/interpret/interpret-ops.ts",
    before: "8",
    text: "9",
    line: "const scratch = new DataView(new ArrayBuffer(8));",
    reason: "nobody reads the ninth byte",
  },
  {
    file: "ir/src/overflow/expression-text.ts",
    before: "0",
    text: "(-1)",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source code.
    line: 'if (op === "saturate") return [`${type}(${as(a, 0, 0)})`, OPERAND];',
    reason: "no text binds less than 0",
  },
  {
    file: "ir/src/overflow/expression-text.ts",
    before: "0",
    text: "(-1)",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source code.
    line: 'if (op === "convert" && type === "f32") return [`f32(${as(a, 0, 0)})`, OPERAND];',
    reason: "no text binds less than 0",
  },
  {
    file: "ir/src/overflow/javascript.ts",
    before: "0",
    text: "(-1)",
    line: 'const operand = (value: Value): Value => (typeof value === "boolean" ? value : (wrap(value, 0, 0) ?? 0));',
    reason: "`wrap` takes one operand, and gives a number for what is no boolean",
  },
  {
    file: "ir/src/races/shadow.ts",
    before: "0",
    text: "(-1)",
    line: "const common = Math.min(reach, this.#sites[site]?.reach ?? 0);",
    reason: "each access that is recorded has a site",
  },
  {
    file: "ir/src/races/shadow.ts",
    before: "0",
    text: "1",
    line: "const common = Math.min(reach, this.#sites[site]?.reach ?? 0);",
    reason: "each access that is recorded has a site",
  },
  {
    file: "ir/src/races/shadow.ts",
    before: "this.#lastNumber = number;",
    text: ";",
    reason: "the page is found in the table instead, which takes longer",
  },
  {
    file: "ir/src/module/layout.ts",
    before: "if (earlier) return earlier;",
    text: ";",
    reason: "what is computed again is the same, and takes longer",
  },
  {
    file: "codegen/src/wasm/gang/tiles.ts",
    before: 'signed && type !== "f16"',
    text: "signed",
    reason: "the bits above an f16 are shifted out when it becomes an f32; its code is longer by an instruction",
  },
  {
    file: "codegen/src/narrow/demands.ts",
    before: 'expr.kind !== "op" || expr.type !== "f64"',
    text: '(expr.kind !== "op") && (expr.type !== "f64")',
    reason: "only doubles have operands of which the bits modulo 2^32 are enough",
  },
  {
    file: "codegen/src/wasm/gang/whole-rounds.ts",
    before: "0",
    text: "(-1)",
    line: 'if (shape.kind === "uniform") return 0;',
    reason: "a side that grows is compared with 0 alone, and its own steps are what is used",
  },
  {
    file: "codegen/src/narrow/private-words.ts",
    before: "1",
    text: "2",
    line: 'const word = stmt.kind === "store" ? words.get(arrayOfNumber(stmt.place) ?? -1) : undefined;',
    reason: "no local has a number below 0",
  },
  {
    file: "codegen/src/narrow/private-words.ts",
    before: "1",
    text: "2",
    line: 'const word = expr.kind === "load" ? words.get(arrayOfNumber(expr.place) ?? -1) : undefined;',
    reason: "no local has a number below 0",
  },
  {
    file: "codegen/src/narrow/expression-ranges.ts",
    before: "0",
    text: "(-1)",
    line: "Math.floor(a.high / (a.high < 0 ? divisors.high : divisors.low)),",
    reason: "-1 shifted by any count is -1",
  },
  {
    file: "codegen/src/simplify/split-structs.ts",
    before: 'typeof type === "object" && type.kind === "ref"',
    text: 'typeof type === "object"',
    reason: "a field is always a reference",
  },
  {
    file: "codegen/src/wasm/gang/small-tables.ts",
    before: "value >= 0",
    text: "value > 0",
    reason: "the least element is 0 then, too",
  },
  {
    file: "codegen/src/wasm/gang/small-tables.ts",
    before: "0",
    text: "1",
    line: "const isOfBytes = numbers.every((value) => value >= 0 && value < 256);",
    reason: "the least element is 0 then, too",
  },
  {
    file: "codegen/src/wasm/gang/small-tables.ts",
    before: "256",
    text: "255",
    line: "const isOfBytes = numbers.every((value) => value >= 0 && value < 256);",
    reason: "the table is one of differences from its least element, and takes one addition more",
  },
  {
    file: "codegen/src/wasm/gang/wrap-check.ts",
    before: "Number.isSafeInteger(times) && times !== 0",
    text: "Number.isSafeInteger(times)",
    reason: "what is multiplied by 0 adds nothing, and is tested for its own size",
  },
  {
    file: "codegen/src/wasm/gang/wrap-check.ts",
    before: "Number.isSafeInteger(times) && times !== 0",
    text: "times !== 0",
    reason:
      "a product of two that vary is in doubt wherever it is not 0, and then computed as a double, as without the test",
  },
  {
    file: "codegen/src/wasm/gang/segment.ts",
    before: "coefficient < 0",
    text: "coefficient <= 0",
    reason: "no term has the coefficient 0",
  },
  {
    file: "codegen/src/wasm/gang/segment.ts",
    before: "0",
    text: "1",
    line: "const wanted = coefficient < 0 ? opposite[side] : side;",
    reason: "no term has the coefficient 0",
  },
  {
    file: "codegen/src/wasm/gang/segment.ts",
    before: "one < other",
    text: "one <= other",
    reason: "two constants that are the same are the same side",
  },
  {
    file: "codegen/src/wasm/gang/segment.ts",
    before: "step > 0",
    text: "step >= 0",
    reason: "no counter has the step 0",
  },
  {
    file: "codegen/src/wasm/gang/segment.ts",
    before: "0",
    text: "(-1)",
    line: 'const isUp = ({ step }: Counter): boolean => typeof step !== "number" || step > 0;',
    reason: "no counter has the step 0",
  },
  {
    file: "codegen/src/analysis/plan.ts",
    before: '!index && others.some(({ value }) => value.kind !== "known")',
    text: 'others.some(({ value }) => value.kind !== "known")',
    reason: "a term with an index is tested for the same two lines below",
  },
  {
    file: "codegen/src/analysis/transposed.ts",
    before: "!counter || others.length > 0",
    text: "!counter",
    reason: "a loop of two counters has two conditions, and `isWhole` is false",
  },
  {
    file: "codegen/src/analysis/own-stores.ts",
    before: 'typeof type === "object" && type.kind === "ref"',
    text: 'type.kind === "ref"',
    reason: "a name of a type has no kind",
  },
  {
    file: "codegen/src/analysis/own-stores.ts",
    before: 'isNumber && (index.type === "i32" || index.type === "u32")',
    text: '(isNumber) || ((index.type === "i32" || index.type === "u32"))',
    reason: "an index of another type has no form, and an element that is no number is no place of a store",
  },
];

export const reasonOf = ({ file, before, text, line }: Mutant, source: string): string | undefined =>
  equivalent.find(
    (one) =>
      one.file === file &&
      one.before === before &&
      one.text === text &&
      (one.line === undefined || one.line === source.split("\n")[line - 1]?.trim()),
  )?.reason;
