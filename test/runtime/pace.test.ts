// When launches are shared between threads: never for long where that is slower than one thread is.

import { describe, expect, test } from "vitest";
import { Pace } from "../../runtime/dist/images/programs/pace.js";

const ITEMS = 1000;
/** Of which one thread takes 0.2 ms for a launch. */
function known(): Pace {
  const pace = new Pace(200);
  pace.measured(ITEMS, 0.2);
  return pace;
}
/** Of so many launches, those that are shared, where several threads take `ms`. */
function sharedOf(pace: Pace, launches: number, ms: number, items = ITEMS): number {
  let shared = 0;
  for (let launch = 0; launch < launches; launch++) {
    if (!pace.mayShare(items)) continue;
    shared++;
    pace.compare(items, ms);
  }
  return shared;
}

describe("launches of several threads", () => {
  test("that are quicker are all shared", () => expect(sharedOf(known(), 1000, 0.15)).toBe(1000));
  test("that are slower stay with one thread, but for attempts that become rare", () => {
    const pace = known();
    expect(sharedOf(pace, 18, 0.3)).toBe(2);
    expect(sharedOf(pace, 1000, 0.3)).toBeLessThan(10);
  });
  test("that become quicker are shared again", () => {
    const pace = known();
    sharedOf(pace, 18, 0.3);
    expect(sharedOf(pace, 100, 0.1)).toBe(100);
  });
  test("are compared with what one thread takes, not with what several take together", () => {
    const pace = known();
    // Two threads that wait for the same memory.
    pace.agreed(ITEMS, ITEMS, 0.6);
    expect(sharedOf(pace, 18, 0.3)).toBe(2);
  });
  test("are shared where they are much longer than those that were slower", () => {
    const pace = known();
    sharedOf(pace, 2, 0.3);
    expect(pace.mayShare(ITEMS)).toBe(false);
    expect(pace.mayShare(10 * ITEMS)).toBe(true);
  });
});

describe("a trial on one thread", () => {
  const trialsIn = (pace: Pace, items: number): number =>
    Array.from({ length: 256 }, () => pace.wantsTrial(items)).filter(Boolean).length;
  test("is made now and then", () => expect(trialsIn(known(), ITEMS)).toBe(10));
  test("is not made of long launches", () => expect(trialsIn(known(), 100 * ITEMS)).toBe(0));
});
