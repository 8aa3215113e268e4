// Tracks the newest contents of a buffer: for each stretch of its bytes, the copies on devices and on the host that have them. A command brings
// what it reads to its own memory; afterwards only that memory has what it wrote.

import { LanewiseError } from "../../errors/index.js";

/** A copy of a buffer's bytes. */
export interface BufferCopy {
  /** For messages: "the host", "the context …". */
  readonly where: string;
  /** False if its memory was given up. */
  readonly isLive: boolean;
  bytes(start: number, end: number): Uint8Array;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  /** The copies that have its newest contents. None: nobody has written it, so every copy has zeros. */
  readonly holders: readonly BufferCopy[];
}

export class Contents {
  /** Consecutive stretches that cover all bytes. */
  #stretches: readonly Stretch[];

  constructor(byteLength: number, holder: BufferCopy | undefined) {
    this.#stretches = [{ start: 0, end: byteLength, holders: holder ? [holder] : [] }];
  }

  /** Whether `copy` has the newest contents of all of these bytes. */
  isHeldBy(copy: BufferCopy, start: number, end: number): boolean {
    return this.#between(start, end).every(({ holders }) => holders.length === 0 || holders.includes(copy));
  }

  /** Copies the newest contents to `copy`; `what` names the buffer in errors. */
  bring(copy: BufferCopy, start: number, end: number, what: string): void {
    if (this.isHeldBy(copy, start, end)) return;
    this.#replace(start, end, (stretch) => {
      const { holders } = stretch;
      if (holders.length === 0 || holders.includes(copy)) return holders;
      const from = holders.find(({ isLive }) => isLive);
      if (!from) throw isLost(what, holders);
      copy.bytes(stretch.start, stretch.end).set(from.bytes(stretch.start, stretch.end));
      return [...holders.filter(({ isLive }) => isLive), copy];
    });
  }

  /** Records that only `copy` has the newest contents. */
  wrote(copy: BufferCopy, start: number, end: number): void {
    const isKnown = this.#between(start, end).every(({ holders }) => holders.length === 1 && holders[0] === copy);
    if (isKnown) return;
    this.#replace(start, end, () => [copy]);
  }

  #between(start: number, end: number): readonly Stretch[] {
    return this.#stretches.filter((stretch) => stretch.start < end && start < stretch.end);
  }

  #replace(start: number, end: number, holdersOf: (stretch: Stretch) => readonly BufferCopy[]): void {
    const parts = this.#stretches.flatMap((stretch) => {
      const inner = { ...stretch, start: Math.max(start, stretch.start), end: Math.min(end, stretch.end) };
      if (inner.start >= inner.end) return [stretch];
      const before = { ...stretch, end: inner.start };
      const after = { ...stretch, start: inner.end };
      return [before, { ...inner, holders: holdersOf(inner) }, after].filter((part) => part.start < part.end);
    });
    this.#stretches = joined(parts);
  }
}

/** Joins neighbours with the same holders. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const list: Stretch[] = [];
  for (const stretch of stretches) {
    const last = list.at(-1);
    if (last && isSame(last.holders, stretch.holders)) list[list.length - 1] = { ...last, end: stretch.end };
    else list.push(stretch);
  }
  return list;
}

function isSame(a: readonly BufferCopy[], b: readonly BufferCopy[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

function isLost(what: string, holders: readonly BufferCopy[]): LanewiseError {
  const places = holders.map(({ where }) => where).join(", ");
  return new LanewiseError("freed", `${what}: its latest contents were in ${places}, which no longer exists.`, {
    help: "Read the buffer, or dispose of it, before the context whose queues wrote it.",
  });
}
