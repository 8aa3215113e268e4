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
  // As ir/src/abi/pointer-table.ts has them: whether it is right; the address, or the length of what it is outside of; its index for the record.
  follow_pointer: `fn follow_pointer(table: u32, pointer: vec2<u32>, size: u32, align: u32) -> vec4<u32> {
  let id = pointer.y;
  if (id == 0u) { return vec4<u32>(0u, 0u, 0xffffffffu, 0xffffffffu); }
  let entry = (table >> 2u) + 4u + 4u * (id & heap_at(table >> 2u));
  if (heap_at(entry) != id) { return vec4<u32>(0u, 0u, 0xfffffffeu, 0xffffffffu); }
  let length = heap_at(entry + 2u);
  let isInside = length >= size && pointer.x <= length - size && (pointer.x & (align - 1u)) == 0u;
  if (!isInside) { return vec4<u32>(0u, length, pointer.x, 0u); }
  return vec4<u32>(1u, heap_at(entry + 1u) + pointer.x, 0u, 0u);
}`,
  pointer_to: `fn pointer_to(table: u32, place: u32) -> vec2<u32> {
  let sorted = (table >> 2u) + 8u + 4u * heap_at(table >> 2u);
  var low = 0u;
  var high = heap_at((table >> 2u) + 1u);
  while (low < high) {
    let middle = (low + high) >> 1u;
    if (heap_at((heap_at(sorted + middle) >> 2u) + 1u) <= place) { low = middle + 1u; } else { high = middle; }
  }
  if (low == 0u) { return vec2<u32>(0u, 0u); }
  let found = heap_at(sorted + low - 1u) >> 2u;
  let offset = place - heap_at(found + 1u);
  return select(vec2<u32>(0u, 0u), vec2<u32>(offset, heap_at(found)), offset < heap_at(found + 2u));
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
} satisfies Readonly<Record<string, string>>;
