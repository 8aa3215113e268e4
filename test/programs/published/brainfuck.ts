// An interpreter of the language Brainfuck: each work-item runs a program of its own, with a tape in a private array.

import { type FixedArray, fixedArray, type i32, type Queue, type u8 } from "lanewise";
import { ascii, pack } from "./messages.js";
import { type Answers, same } from "./program.js";

/** The letters of the language. */
const Command = {
  right: 0x3e,
  left: 0x3c,
  increment: 0x2b,
  decrement: 0x2d,
  print: 0x2e,
  open: 0x5b,
  close: 0x5d,
} as const;

/** The bracket that belongs to the one at `at`: forwards with `step` 1, backwards with -1. */
function partner(program: Uint8Array, at: i32, step: 1 | -1): i32 {
  let depth = 0;
  for (let k = at; ; k += step) {
    switch (program[k]!) {
      case Command.open:
        depth++;
        break;
      case Command.close:
        depth--;
        break;
      default:
        continue;
    }
    if (depth === 0) return k;
  }
}

const programs = [
  "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.",
  "++++++++[>++++++++<-]>+.+.+.", // 8 * 8 + 1: A, and the next two
  "+++[>+++[>+++[>+++<-]<-]<-]>>>.", // 3^4 = 81: Q
  "-[----->+<]>-.", // (256 - 1) / 5 - 1 = 50: wraps below zero
  "",
  ">>[-]<<[.]",
] as const;
const printed = ["Hello World!\n", "ABC", "Q", "2", "", ""] as const;

const mostPrinted = 32;

export async function programsOfTheirOwn(q: Queue): Promise<Answers> {
  const { count, bytes, starts } = pack(
    q,
    programs.map((text) => ascii(text)),
  );
  const out = q.mallocShared(Uint8Array, count * mostPrinted);
  const lengths = q.mallocShared(Int32Array, count);
  await q.parallelFor(count, (i) => {
    const tape: FixedArray<u8, 32> = fixedArray(32, 0);
    let cell = 0;
    let length = 0;
    for (let at = starts[i]!; at < starts[i + 1]!; at++) {
      switch (bytes[at]!) {
        case Command.right:
          cell++;
          break;
        case Command.left:
          cell--;
          break;
        case Command.increment:
          tape[cell] = (tape[cell]! + 1) & 0xff;
          break;
        case Command.decrement:
          tape[cell] = (tape[cell]! - 1) & 0xff;
          break;
        case Command.print:
          out[i * mostPrinted + length] = tape[cell]!;
          length++;
          break;
        case Command.open:
          if (tape[cell]! === 0) at = partner(bytes, at, 1);
          break;
        case Command.close:
          if (tape[cell]! !== 0) at = partner(bytes, at, -1);
          break;
        default: // anything else is a comment
      }
    }
    lengths[i] = length;
  });
  const texts = Array.from(lengths, (length, i) =>
    String.fromCharCode(...out.subarray(i * mostPrinted, i * mostPrinted + length)),
  );
  return { printed: same(texts, printed) };
}
