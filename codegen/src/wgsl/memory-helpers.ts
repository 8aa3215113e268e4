// Helpers of generated WGSL that use memory or record failures. `heap_at` and the like are written for each program (compile.ts): the
// words of its heap are plain, or atomic.

import { RECORD } from "./failure-record.js";

export const memory = {
  // The lowest work-item that fails is the one that is told of. It takes a slot of its own, so that no two records mix.
  fail: `fn fail(site: u32, index: vec2<u32>, length: u32) {
  let at = launch.record;
  if (atomicMax(&records[at], ~item) >= ~item) { return; }
  let slot = atomicAdd(&records[at + 1u], 1u);
  if (slot >= ${RECORD.slots}u) { return; }
  let to = at + ${RECORD.firstSlot}u + slot * ${RECORD.slotWords}u;
  atomicStore(&records[to], item);
  atomicStore(&records[to + 1u], site + 1u);
  atomicStore(&records[to + 2u], index.x);
  atomicStore(&records[to + 3u], index.y);
  atomicStore(&records[to + 4u], length);
}`,
  // A part of a word, whose other parts other work-items may write at the same time.
  set_heap_part: `fn set_heap_part(address: u32, size: u32, value: u32) {
  let by = (address & 3u) * 8u;
  let at = address >> 2u;
  var before = atomicLoad(&heap[at]);
  loop {
    let next = insertBits(before, value, by, size);
    let result = atomicCompareExchangeWeak(&heap[at], before, next);
    if (result.exchanged) { break; }
    before = result.old_value;
  }
}`,
  heap_pair: "fn heap_pair(at: u32) -> vec2<u32> {\n  return vec2<u32>(heap_at(at), heap_at(at + 1u));\n}",
  stack_pair: "fn stack_pair(at: u32) -> vec2<u32> {\n  return vec2<u32>(stack_at(at), stack_at(at + 1u));\n}",
  set_heap_pair:
    "fn set_heap_pair(at: u32, value: vec2<u32>) {\n  set_heap(at, value.x);\n  set_heap(at + 1u, value.y);\n}",
  set_stack_pair:
    "fn set_stack_pair(at: u32, value: vec2<u32>) {\n  set_stack(at, value.x);\n  set_stack(at + 1u, value.y);\n}",
  heap_part:
    "fn heap_part(address: u32, size: u32) -> u32 {\n  return extractBits(heap_at(address >> 2u), (address & 3u) * 8u, size);\n}",
  stack_part:
    "fn stack_part(address: u32, size: u32) -> u32 {\n  return extractBits(stack_at(address >> 2u), (address & 3u) * 8u, size);\n}",
  // The stack is the work-item's own.
  set_stack_part: `fn set_stack_part(address: u32, size: u32, value: u32) {
  set_stack(address >> 2u, insertBits(stack_at(address >> 2u), value, (address & 3u) * 8u, size));
}`,
} as const satisfies Readonly<Record<string, string>>;
