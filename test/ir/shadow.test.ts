// What the race check remembers of accesses (ir/src/races/shadow.ts): which pairs race, by what orders them and how far their atomicity reaches,
// and how much memory that takes. Whole kernels are in test/runtime/races.test.ts.

import { expect, test } from "vitest";
import { WorkItems } from "../../ir/src/checked/work-items.js";
import type { AccessKind } from "../../ir/src/interpret/interpret-expr.js";
import { type AccessSite, Shadow } from "../../ir/src/races/shadow.js";

/** Two groups of four, in sub-groups of two: numbers 0 to 3 and 4 to 7. */
function launch(bytes = 1e6) {
  const items = new WorkItems({ size: [8, 1, 1], local: [4, 1, 1], subGroupSize: 2 });
  const sites: AccessSite[] = [];
  const budget = { bytes };
  const races: string[] = [];
  const shadow = new Shadow(items, sites, budget, ({ worker, site }, later) => {
    races.push(`${worker} ${sites[site]?.kind}, ${items.worker()} ${later.kind}`);
  });
  const touch = (worker: number, kind: AccessKind, reach = -1, address = 64, size = 4) => {
    const site = { id: sites.length, kind, reach };
    sites.push(site);
    items.beginGroup(Math.floor(worker / 4));
    items.become(worker % 4);
    shadow.touch(site, address, size);
  };
  return { items, budget, races, shadow, touch };
}

type Access = readonly [worker: number, kind: AccessKind, reach?: number];
const [own, sub, group, device] = [0, 1, 2, 3];

test.each<readonly [string, Access, Access, boolean]>([
  ["two reads", [0, "read"], [1, "read"], false],
  ["a read and a write", [0, "read"], [1, "write"], true],
  ["two writes", [0, "write"], [1, "write"], true],
  ["those of one work-item", [0, "write"], [0, "write"], false],
  ["a write and an atomic read", [0, "write"], [1, "atomicRead", device], true],
  ["an atomic read and a write", [0, "atomicRead", device], [1, "write"], true],
  ["a read and an atomic read", [0, "read"], [1, "atomicRead", device], false],
  ["a read and an atomic update", [0, "read"], [1, "atomicUpdate", device], true],
  ["an atomic write and a read", [0, "atomicWrite", device], [1, "read"], true],
  ["atomic updates of one scope", [0, "atomicUpdate", device], [7, "atomicUpdate", device], false],
  ["atomic updates, one of which reaches the group", [0, "atomicUpdate", device], [7, "atomicUpdate", group], true],
  ["atomic updates that reach the group, in one", [0, "atomicUpdate", group], [3, "atomicUpdate", group], false],
  ["atomic updates that reach the sub-group, in one", [0, "atomicUpdate", sub], [1, "atomicUpdate", sub], false],
  ["atomic updates that reach the sub-group, in a group", [0, "atomicUpdate", sub], [2, "atomicUpdate", sub], true],
  ["an atomic write and a read that reach the group", [0, "atomicWrite", group], [7, "atomicRead", group], true],
  ["atomic reads, whatever they reach", [0, "atomicRead", own], [7, "atomicRead", own], false],
])("%s", (_, first, second, isRace) => {
  const { races, touch } = launch();
  touch(...first);
  touch(...second);
  expect(races.length).toBe(isRace ? 1 : 0);
});

test("what comes before a barrier of the group races with nothing behind it", () => {
  const { items, races, touch } = launch();
  touch(0, "write");
  items.passBarrier();
  touch(1, "read");
  touch(2, "read");
  expect(races).toEqual([]);
  touch(3, "write");
  expect(races).toEqual(["1 read, 3 write", "2 read, 3 write"]);
});

test("a barrier orders nothing with other groups, not even with the last work-item of the one before", () => {
  const { items, races, touch } = launch();
  touch(3, "write");
  touch(4, "read", -1, 128);
  items.passBarrier();
  touch(4, "read");
  expect(races).toEqual(["3 write, 4 read"]);
});

test("a write takes the place of what came before it", () => {
  const { items, races, touch } = launch();
  touch(0, "read");
  touch(1, "atomicRead", device);
  items.passBarrier();
  touch(1, "write");
  touch(4, "write");
  expect(races).toEqual(["1 write, 4 write"]);
});

test("of many reads, two of different groups are kept", () => {
  const { races, touch } = launch();
  for (const worker of [0, 1, 2, 3, 4]) touch(worker, "read");
  touch(7, "write");
  expect(races).toContain("4 read, 7 write");
  expect(races).toHaveLength(2);
});

test("of two that are kept, one that a barrier orders makes room", () => {
  const { items, races, touch } = launch();
  touch(0, "read");
  touch(4, "read");
  items.passBarrier();
  touch(5, "read");
  touch(6, "write");
  expect(races).toEqual(["0 read, 6 write", "5 read, 6 write"]);
});

test.each([
  ["one in the sub-group of the first does not take the place of a distant one", 3],
  ["one as distant as the second does not take its place", 1],
])("%s", (_, later) => {
  const { races, touch } = launch();
  touch(2, "read");
  touch(0, "read");
  touch(later, "read");
  touch(later, "write");
  expect(races).toEqual([`2 read, ${later} write`, `0 read, ${later} write`]);
});

test("a work-item that reads again makes room for another", () => {
  const { races, touch } = launch();
  for (const worker of [0, 2, 0]) touch(worker, "read");
  touch(1, "write");
  expect(races).toEqual(["2 read, 1 write", "0 read, 1 write"]);
});

test.each<readonly [AccessKind, AccessKind, boolean]>([
  ["read", "write", true],
  ["read", "atomicWrite", true],
  ["read", "atomicUpdate", true],
  ["read", "atomicRead", false],
  ["atomicRead", "write", true],
  ["atomicRead", "atomicWrite", true],
  ["atomicRead", "atomicUpdate", true],
  ["atomicRead", "atomicRead", false],
  ["atomicRead", "read", false],
  ["atomicUpdate", "read", true],
  ["atomicUpdate", "write", true],
  ["atomicUpdate", "atomicRead", true],
  ["atomicUpdate", "atomicUpdate", true],
])("%s by two, then %s: each of the two races: %s", (earlier, later, areRaces) => {
  const { races, touch } = launch();
  touch(0, earlier, own);
  touch(2, earlier, own);
  races.length = 0; // of these two
  touch(7, later, own);
  expect(races).toEqual(areRaces ? [`0 ${earlier}, 7 ${later}`, `2 ${earlier}, 7 ${later}`] : []);
});

test("a large access touches all of its locations, and a smaller one later finds the parts of earlier ones", () => {
  const { races, touch } = launch();
  touch(0, "write", -1, 128, 4);
  touch(0, "write", -1, 64, 8);
  touch(1, "write", -1, 68, 4);
  expect(races).toEqual(["0 write, 1 write"]);
  touch(2, "atomicUpdate", device, 256, 4);
  touch(2, "read", -1, 512, 1);
  touch(3, "write", -1, 258, 1);
  expect(races.slice(1)).toEqual(["2 atomicUpdate, 3 write"]);
});

test("memory of another group is new: what was touched before is forgotten, and given back once", () => {
  const { budget, races, shadow, touch } = launch();
  touch(0, "write");
  shadow.clear();
  shadow.clear();
  expect(budget.bytes).toBe(1e6);
  touch(1, "write");
  expect(races).toEqual([]);
});

test("all of the memory may be used", () => {
  const { budget, touch } = launch((1024 / 4) * 9 * 4);
  touch(0, "read");
  expect(budget.bytes).toBe(0);
});

test("locations are as small as the smallest access, and take the memory of that", () => {
  const { budget, races, shadow, touch } = launch();
  const bytesOf = (size: number) => (1024 / size) * 9 * 4;
  touch(0, "write", -1, 64, 8);
  expect(1e6 - budget.bytes).toBe(bytesOf(8));
  touch(1, "write", -1, 72, 1);
  expect(1e6 - budget.bytes).toBe(bytesOf(1));
  for (const address of [63, 72]) touch(1, "read", -1, address, 1);
  expect(races).toEqual([]);
  touch(1, "read", -1, 71, 1);
  expect(races).toEqual(["0 write, 1 read"]);
  shadow.clear();
  expect(budget.bytes).toBe(1e6);
});

test("what does not fit is said", () => {
  const { touch } = launch(10_000);
  touch(0, "read", -1, 0, 4);
  expect(() => touch(0, "read", -1, 4096, 4)).toThrow("the shadow memory is full");
});

test("work-items have their linear ids in the range, whatever group they are in", () => {
  const [size, local] = [[4, 6, 8] as const, [2, 3, 4] as const];
  const items = new WorkItems({ size, local, subGroupSize: 8 });
  const ids: number[] = [];
  for (let group = 0; group < items.groups; group++) {
    items.beginGroup(group);
    for (let place = 0; place < items.perGroup; place++) {
      items.become(place);
      const [x, y, z] = items.id;
      expect(items.linearId(items.worker())).toBe((x * size[1] + y) * size[2] + z);
      ids.push(items.linearId(items.worker()));
    }
  }
  expect(new Set(ids)).toEqual(new Set(Array.from({ length: 4 * 6 * 8 }, (_, id) => id)));
});
