// Lays out a function's aggregate locals in private memory: one after another, at their natural alignment.

import { type Fn, isAggregate, layoutOf, type Module } from "@lanewise/ir";

/** Alignment of a frame, so that frames can be consecutive. */
const FRAME_ALIGN = 8;

export interface Frame {
  /** By local: its offset in the frame; undefined for locals in registers. */
  readonly offsets: readonly (number | undefined)[];
  readonly size: number;
}

export function layoutFrame(fn: Fn, module: Module): Frame {
  let end = 0;
  const offsets = fn.locals.map(({ type }) => {
    if (!isAggregate(type)) return undefined;
    const { size, align } = layoutOf(type, module.structs);
    const offset = Math.ceil(end / align) * align;
    end = offset + size;
    return offset;
  });
  return { offsets, size: Math.ceil(end / FRAME_ALIGN) * FRAME_ALIGN };
}
