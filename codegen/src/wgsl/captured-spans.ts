// Where a launch's argument block says that the captured arrays lie.

import { argumentLayout, type Fn, isScalar, layoutOf, type Module } from "@lanewise/ir";

/** In the device's memory, in bytes; `end` is behind it. */
export interface CapturedSpan {
  /** Of the kernel's parameters. */
  readonly index: number;
  /** Of elements. */
  readonly length: number;
  readonly begin: number;
  readonly end: number;
}

/** Of an argument block: the arrays that the kernel takes, but for local memory. */
export function capturedSpans(module: Module, fn: Fn): (args: DataView) => readonly CapturedSpan[] {
  const parameters = fn.locals.slice(0, fn.parameters);
  const { offsets } = argumentLayout(parameters);
  const spans = parameters.flatMap(({ type, isLocal }, index) => {
    if (isScalar(type) || type.kind !== "span" || isLocal) return [];
    return [{ index, at: offsets[index] ?? 0, size: layoutOf(type.element, module.structs).size }];
  });
  return (args) =>
    spans.map(({ index, at, size }) => {
      const [begin, length] = [args.getUint32(at, true), args.getUint32(at + 4, true)];
      return { index, length, begin, end: begin + size * length };
    });
}

export const doOverlap = (a: Pick<CapturedSpan, "begin" | "end">, b: Pick<CapturedSpan, "begin" | "end">): boolean =>
  a.begin < b.end && b.begin < a.end;
