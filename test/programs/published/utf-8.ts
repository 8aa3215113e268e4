// UTF-8 validation, against the platform's own decoder: by a state machine, one string a work-item, and by what stands around
// a byte, one position a work-item.

import { atomicRef, type i32, type Queue } from "lanewise";
import { ascii, type Messages, pack } from "./messages.js";
import { type Answers, same } from "./program.js";

/** What may come next: any character, so many continuation bytes, or the second byte of a character that restricts it. */
const State = {
  start: 0,
  one: 1,
  two: 2,
  three: 3,
  afterE0: 4,
  afterED: 5,
  afterF0: 6,
  afterF4: 7,
  invalid: 8,
} as const;

function afterFirst(byte: i32): i32 {
  if (byte < 0x80) return State.start;
  switch (byte >> 4) {
    case 0xc:
    case 0xd:
      return byte < 0xc2 ? State.invalid : State.one;
    case 0xe:
      return byte === 0xe0 ? State.afterE0 : byte === 0xed ? State.afterED : State.two;
    case 0xf:
      if (byte === 0xf0) return State.afterF0;
      if (byte === 0xf4) return State.afterF4;
      return byte < 0xf4 ? State.three : State.invalid;
    default:
      return State.invalid;
  }
}

function after(state: i32, byte: i32): i32 {
  if (state !== State.start && (byte & 0xc0) !== 0x80) return State.invalid;
  switch (state) {
    case State.start:
      return afterFirst(byte);
    case State.one:
      return State.start;
    case State.two:
      return State.one;
    case State.afterE0:
      return byte < 0xa0 ? State.invalid : State.one;
    case State.afterED:
      return byte < 0xa0 ? State.one : State.invalid;
    case State.afterF0:
      return byte < 0x90 ? State.invalid : State.two;
    case State.afterF4:
      return byte < 0x90 ? State.two : State.invalid;
    case State.three:
      return State.two;
    default:
      return State.invalid;
  }
}

async function byStrings(q: Queue, { count, bytes, starts }: Messages): Promise<Uint8Array> {
  const valid = q.mallocShared(Uint8Array, count);
  await q.parallelFor(count, (i) => {
    let state: i32 = State.start;
    string: for (let k = starts[i]!; k < starts[i + 1]!; k++) {
      state = after(state, bytes[k]!);
      switch (state) {
        case State.invalid:
          break string;
        default:
          continue string;
      }
    }
    valid[i] = state === State.start ? 1 : 0;
  });
  return valid;
}

/** Which message a position lies in. */
function messageOf(starts: Int32Array, count: i32, position: i32): i32 {
  let low = 0;
  let high = count;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= position) low = middle;
    else high = middle;
  }
  return low;
}

async function byPositions(q: Queue, { count, bytes, starts }: Messages): Promise<Uint8Array> {
  const errors = q.mallocShared(Int32Array, count);
  const total = starts[count] ?? 0;
  await q.parallelFor(total, (position) => {
    const message = messageOf(starts, count, position);
    const start = starts[message]!;
    const byte = bytes[position]!;
    const before = position > start ? bytes[position - 1]! : 0;
    const before2 = position > start + 1 ? bytes[position - 2]! : 0;
    const before3 = position > start + 2 ? bytes[position - 3]! : 0;
    const mustContinue = before >= 0xc0 || before2 >= 0xe0 || before3 >= 0xf0;
    const isContinuation = (byte & 0xc0) === 0x80;
    const isNever = byte === 0xc0 || byte === 0xc1 || byte > 0xf4;
    const isOverlong = (before === 0xe0 && byte < 0xa0) || (before === 0xf0 && byte < 0x90);
    const isTooHigh = (before === 0xed && byte >= 0xa0) || (before === 0xf4 && byte >= 0x90);
    const isLast = position + 1 === starts[message + 1]!;
    const isCut = isLast && (byte >= 0xc0 || before >= 0xe0 || before2 >= 0xf0);
    if (mustContinue !== isContinuation || isNever || isOverlong || isTooHigh || isCut) {
      atomicRef(errors, message).fetchAdd(1);
    }
  });
  return Uint8Array.from(errors, (number) => (number === 0 ? 1 : 0));
}

const corners = [
  [],
  [0x00],
  [0x7f],
  [0xc2, 0x80],
  [0xdf, 0xbf],
  [0xe0, 0xa0, 0x80],
  [0xed, 0x9f, 0xbf], // the last before the surrogates
  [0xee, 0x80, 0x80],
  [0xef, 0xbf, 0xbf],
  [0xf0, 0x90, 0x80, 0x80],
  [0xf4, 0x8f, 0xbf, 0xbf], // the last of all
  [0xc0, 0x80], // overlong
  [0xc1, 0xbf],
  [0xe0, 0x80, 0x80],
  [0xe0, 0x9f, 0xbf],
  [0xf0, 0x80, 0x80, 0x80],
  [0xf0, 0x8f, 0xbf, 0xbf],
  [0xed, 0xa0, 0x80], // surrogates
  [0xed, 0xbf, 0xbf],
  [0xf4, 0x90, 0x80, 0x80], // too high
  [0xf5, 0x80, 0x80, 0x80],
  [0xff],
  [0xc2], // truncated
  [0xe1, 0x80],
  [0xf1, 0x80, 0x80],
  [0xf1, 0x80, 0x80, 0x41],
  [0x80], // continuation without a start
  [0xc2, 0x80, 0x80],
  [0xe1, 0x80, 0xc2, 0x80],
];

/** The corners, each also inside of a text; texts; and texts with a byte changed or cut off. */
function strings(): Uint8Array[] {
  const encoder = new TextEncoder();
  const text = encoder.encode("Zażółć gęślą jaźń: 日本語のテキスト, 🙂🚀, ˈʃtʁaːsə, \u{10ffff}\ud7ff\ue000 and ASCII.");
  const inside = corners.map((bytes) => Uint8Array.from([...ascii("before "), ...bytes, ...ascii(" after")]));
  const changed = Array.from({ length: 400 }, (_, i) => {
    const bytes = text.slice(i % 3 === 0 ? i % text.length : 0, i % 5 === 0 ? (i * 7) % text.length : text.length);
    if (bytes.length > 0 && i % 2 === 1) bytes[(i * 31) % bytes.length] = (i * 89) & 0xff;
    return bytes;
  });
  return [...corners.map((bytes) => Uint8Array.from(bytes)), ...inside, text, ...changed];
}

function isValid(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export async function validity(q: Queue): Promise<Answers> {
  const all = strings();
  const right = all.map((bytes) => (isValid(bytes) ? 1 : 0));
  const packed = pack(q, all);
  return {
    "of strings": same(await byStrings(q, packed), right),
    "of positions": same(await byPositions(q, packed), right),
    "there are both": same([right.includes(0) ? 1 : 0, right.includes(1) ? 1 : 0], [1, 1]),
  };
}
