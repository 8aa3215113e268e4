// Several work-items write one element or device global without an atomic operation; and what is no race.
import { atomicRef, deviceGlobal, type FixedArray, type i32, type NdItem, ndRange, Queue, structOf, type u32 } from "lanewise";
import { addTo, half } from "./helpers.js";

const q = new Queue();
const n = 64;
const x = q.mallocShared(Float32Array, n);
const out = q.mallocShared(Float32Array, n);
const ints = q.mallocShared(Int32Array, n);
const counter = deviceGlobal<i32>();
const done = deviceGlobal<boolean>();
const unsigned = deviceGlobal<u32>();
const table = deviceGlobal<FixedArray<i32, 4>, { deviceImageScope: true }>();
const points = q.mallocShared(structOf<{ x: number; y: number }>(), n);
let offset = 3;
offset++;

// One place for all work-items.
q.parallelFor(n, (i) => {
  counter.value += 1; // warning LW1505: Several work-items write `counter.value` without an atomic operation, each with a value computed from what it read
  counter.value++; // warning LW1505: counter.value
  unsigned.value -= 1; // warning LW1505: unsigned.value
  counter.set(counter.get() + 1); // warning LW1505: counter
  out[0]! += x[i]!; // warning LW1505: `out[0]`
  out[offset] = x[i]!; // warning LW1505: write `out[offset]` without an atomic operation, and it is undefined which value stays
  table[2] = Math.max(table[2]!, i); // warning LW1505
  points[0]!.x = i; // warning LW1505: points[0]!.x
  points[1] = { x: i, y: 0 }; // warning LW1505: points[1]
  points[2] = { x: 1, y: 0 }; // all write the same
  const before = ints[1]!;
  ints[1] = before + 2; // warning LW1505: `ints[1]`
  if (offset > 3) ints[2]! += i; // warning LW1505
  for (let k = 0; k < 4; k++) {
    out[k]! += x[i]!; // warning LW1505
    table[k]! += 1; // warning LW1505
  }
  addTo(out, 8, x[i]!); // note: called from the kernel
});

// One row for the work-items of a row.
q.parallelFor([8, 8], (row, column) => {
  out[row]! += x[column]!; // warning LW1505: out[row]
  out[column] = row; // warning LW1505
  if (row === 0) ints[0]! += 1; // warning LW1505
  if (row === 0) ints[column] = 1;
  if (row === 0 && column === 0) ints[5]! += 1;
  out[row * 8 + column]! += 1;
  out[row] = row * 2; // all work-items of a row write the same
});

// What is no race, or cannot be known.
q.parallelFor(n, (i) => {
  atomicRef(counter).fetchAdd(1);
  done.value = true;
  ints[3] = offset;
  out[i]! += 1;
  out[half(i)]! += 1;
  out[(i + offset) % n]! += 1;
  ints[ints[0]!]! += 1;
  if (i === 0) counter.value += 1;
  if (x[i]! > 0.5) out[0] = i;
  const place = atomicRef(ints, 0).fetchAdd(1);
  ints[place] = i;
  if (place === 0) out[1] = i;
  ints[6] = ints[7]! + 1; // all write the same
  let chosen = 0;
  if (i > 3) chosen = 1;
  ints[chosen]! += 1;
  const own = [0, 0];
  own[0]! += i;
  own[1] = i;
  ints[own[1]!]! += 1;
  for (let k = 0; k < i; k++) {
    if (k === 3) break;
    out[k]! += 1;
  }
});
q.parallelFor(n, (i) => {
  if (i > 0) return;
  out[0]! += 1;
});
q.parallelFor(n, (i) => {
  for (;;) {
    if (x[i]! > 0) break;
    out[0]! += 1;
    break;
  }
  out[0]! += 1; // warning LW1505
});
q.singleTask(() => {
  counter.value += 1;
});
q.parallelFor(1, (i) => {
  out[0]! += x[i]!;
});
q.parallelFor([1, n], (row, column) => {
  out[column]! += x[row]!;
});

// What members of a sub-group have of each other is another for each.
q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
  const { subGroup } = item;
  const other = subGroup.shuffleXor(item.globalId(), 1);
  out[other] = item.globalId();
  const before = subGroup.exclusiveScan(1, "add");
  if (before === 0) ints[before] = item.globalId();
  if (subGroup.localId() === 0) counter.value += 1;
});
