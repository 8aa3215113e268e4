// Helpers of generated WGSL that use memory or record failures. `heap_at` and the like are written for each program (compile.ts): words of a
// memory are plain, or atomic.

import { FATES, RECORD } from "./failure-record.js";

/** Pairs of words, and parts of one. */
const ofSpace = <S extends string>(space: S) =>
  ({
    [`${space}_pair`]: `fn ${space}_pair(at: u32) -> vec2<u32> {\n  return vec2<u32>(${space}_at(at), ${space}_at(at + 1u));\n}`,
    [`set_${space}_pair`]: `fn set_${space}_pair(at: u32, value: vec2<u32>) {\n  set_${space}(at, value.x);\n  set_${space}(at + 1u, value.y);\n}`,
    [`${space}_part`]: `fn ${space}_part(address: u32, size: u32) -> u32 {\n  return extractBits(${space}_at(address >> 2u), (address & 3u) * 8u, size);\n}`,
  }) as Readonly<Record<`${S}_pair` | `set_${S}_pair` | `${S}_part`, string>>; // as it is written

/** A part of a word, whose other parts other work-items may write at the same time. */
const sharedPart = (space: string, words: string) => `fn set_${space}_part(address: u32, size: u32, value: u32) {
  let by = (address & 3u) * 8u;
  let at = address >> 2u;
  var before = atomicLoad(&${words}[at]);
  loop {
    let next = insertBits(before, value, by, size);
    let result = atomicCompareExchangeWeak(&${words}[at], before, next);
    if (result.exchanged) { break; }
    before = result.old_value;
  }
}`;

/** A part that nobody else writes, of a word whose other parts others may write: what changes in it is changed, by one operation. */
const ownPart = (space: string) => `fn set_own_${space}_part(address: u32, size: u32, value: u32) {
  let by = (address & 3u) * 8u;
  let at = address >> 2u;
  let change = extractBits(atomicLoad(&${space}[at]), by, size) ^ extractBits(value, 0u, size);
  atomicXor(&${space}[at], change << by);
}`;

export const memory = {
  // The lowest work-item that fails is the one that is told of. It takes a slot of its own, so that no two records mix.
  fail: `fn fail(site: u32, index: vec2<u32>, length: u32) {
  let at = launch.record;
  if (atomicMax(&records[at], ~item) >= ~item) { return; }
  atomicStore(&records[launch.number % ${FATES.count}u], launch.number);
  let slot = atomicAdd(&records[at + 1u], 1u);
  if (slot >= ${RECORD.slots}u) { return; }
  let to = at + ${RECORD.firstSlot}u + slot * ${RECORD.slotWords}u;
  atomicStore(&records[to], item);
  atomicStore(&records[to + 1u], site + 1u);
  atomicStore(&records[to + 2u], index.x);
  atomicStore(&records[to + 3u], index.y);
  atomicStore(&records[to + 4u], length);
}`,
  write_note: `var<private> noted_at = 0xffffffffu;
var<private> noted: u32;
fn write_note() {
  if (noted_at != 0xffffffffu) { set_heap(noted_at, noted); }
}`,
  ...ofSpace("heap"),
  ...ofSpace("atomics"),
  ...ofSpace("stack"),
  ...ofSpace("local"),
  set_heap_part: sharedPart("heap", "heap"),
  set_atomics_part: sharedPart("atomics", "atomics"),
  set_own_heap_part: ownPart("heap"),
  set_own_atomics_part: ownPart("atomics"),
  set_local_part: sharedPart("local", "local_words"),
  // The stack is the work-item's own.
  set_stack_part: `fn set_stack_part(address: u32, size: u32, value: u32) {
  set_stack(address >> 2u, insertBits(stack_at(address >> 2u), value, (address & 3u) * 8u, size));
}`,
} as const satisfies Readonly<Record<string, string>>;
