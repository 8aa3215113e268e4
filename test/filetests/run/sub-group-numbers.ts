// Sub-groups combine plain numbers as JavaScript does, whether the compiler computes them as words or as doubles.
import { type NdItem, ndRange, type Queue } from "lanewise";
import { program } from "./harness.js";

const SIZE = 4;
const numbers = [2 ** 31 - 1, -(2 ** 31), 7, -1, 2 ** 30, 2 ** 30, 2 ** 30, 2 ** 30, -(2 ** 31), -(2 ** 31), -(2 ** 31), -(2 ** 31), 3, 1, 2, 0];
const groupsOf = <T>(of: (members: readonly number[]) => readonly T[]): T[] =>
  Array.from({ length: numbers.length / SIZE }, (_, g) => of(numbers.slice(g * SIZE, (g + 1) * SIZE))).flat();
const sums = (members: readonly number[]) => members.map((_, k) => members.slice(0, k + 1).reduce((a, b) => a + b));
const before = (members: readonly number[]) => members.map((_, k) => members.slice(0, k).reduce((a, b) => a + b, 0));

/** Sums of words need more than 32 bits where their values count, and no more where an Int32Array cuts them. */
export const inBothWidths = program(async (q: Queue) => {
  const x = q.mallocShared(Int32Array, numbers.length);
  const wide = q.mallocShared(Float64Array, 3 * numbers.length);
  const cut = q.mallocShared(Int32Array, 3 * numbers.length);
  x.set(numbers);
  await q.parallelFor(
    ndRange(numbers.length, SIZE),
    (item: NdItem<1>) => {
      const subGroup = item.subGroup;
      const at = 3 * item.globalId();
      wide[at] = subGroup.inclusiveScan(x[item.globalId()]!, "add");
      wide[at + 1] = subGroup.exclusiveScan(x[item.globalId()]!, "add");
      wide[at + 2] = subGroup.reduce(x[item.globalId()]! + 1, "add");
      cut[at] = subGroup.inclusiveScan(x[item.globalId()]!, "add");
      cut[at + 1] = subGroup.exclusiveScan(x[item.globalId()]!, "add");
      cut[at + 2] = subGroup.reduce(x[item.globalId()]! + 1, "add") * 3;
    },
    { subGroupSize: SIZE },
  );
  return [...wide, ...cut];
}, [
  ...groupsOf((members) => members.flatMap((_, k) => [sums(members)[k]!, before(members)[k]!, sums(members).at(-1)! + SIZE])),
  ...groupsOf((members) =>
    members.flatMap((_, k) => [sums(members)[k]! | 0, before(members)[k]! | 0, ((sums(members).at(-1)! + SIZE) * 3) | 0]),
  ),
]);

/** The first member of an exclusive scan of extremes has no number before it. */
export const extremes = program(async (q: Queue) => {
  const x = q.mallocShared(Int32Array, numbers.length);
  const wide = q.mallocShared(Float64Array, 3 * numbers.length);
  const cut = q.mallocShared(Int32Array, 3 * numbers.length);
  x.set(numbers);
  await q.parallelFor(
    ndRange(numbers.length, SIZE),
    (item: NdItem<1>) => {
      const subGroup = item.subGroup;
      const at = 3 * item.globalId();
      wide[at] = subGroup.exclusiveScan(x[item.globalId()]!, "min");
      wide[at + 1] = subGroup.inclusiveScan(x[item.globalId()]! + 1, "max");
      wide[at + 2] = subGroup.reduce(x[item.globalId()]! * 2, "min");
      cut[at] = subGroup.exclusiveScan(x[item.globalId()]!, "min");
      cut[at + 1] = subGroup.inclusiveScan(x[item.globalId()]! + 1, "max");
      cut[at + 2] = subGroup.reduce(x[item.globalId()]! * 2, "min");
    },
    { subGroupSize: SIZE },
  );
  return [...wide, ...cut];
}, [
  ...groupsOf((members) => members.flatMap((_, k) => extremesOf(members, k))),
  ...groupsOf((members) => members.flatMap((_, k) => extremesOf(members, k).map((value) => value | 0))),
]);

function extremesOf(members: readonly number[], k: number): readonly [number, number, number] {
  return [Math.min(...members.slice(0, k)), Math.max(...members.slice(0, k + 1)) + 1, Math.min(...members) * 2];
}

/** A shuffled number keeps its value and the sign of its zero. */
export const shuffles = program(async (q: Queue) => {
  const x = q.mallocShared(Int32Array, numbers.length);
  const table = q.mallocShared(Int32Array, 16);
  const wide = q.mallocShared(Float64Array, 4 * numbers.length);
  x.set(numbers);
  table.set(table.map((_, k) => 100 + k));
  await q.parallelFor(
    ndRange(numbers.length, SIZE),
    (item: NdItem<1>) => {
      const subGroup = item.subGroup;
      const at = 4 * item.globalId();
      wide[at] = subGroup.shuffleXor(x[item.globalId()]! * 4, 1);
      wide[at + 1] = subGroup.shuffleUp(-x[item.globalId()]!, 1);
      wide[at + 2] = (subGroup.shuffleDown(x[item.globalId()]! * 3, 1) | 0) + 0.5;
      wide[at + 3] = table[subGroup.shuffleXor(item.globalId(), 2)]!;
    },
    { subGroupSize: SIZE },
  );
  return [...wide];
}, groupsOf((members) =>
  members.flatMap((own, k) => [
    members[k ^ 1]! * 4,
    -(members[k - 1] ?? own),
    ((members[k + 1] ?? own) * 3 | 0) + 0.5,
    0,
  ]),
).map((value, at) => (at % 4 === 3 ? 100 + ((at >> 2) ^ 2) : value)));
