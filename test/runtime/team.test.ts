// How many pools of threads a device may lose before it does without: a worker that ended at the wrong moment costs no more than its pool.

import { afterEach, expect, test, vi } from "vitest";
import { Team } from "../../runtime/dist/device/cpu/threads/team.js";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const lost = (hasStarted: boolean, code: "thread_lost" | "timeout" = "thread_lost") => ({
  problem: { code, reason: "it ended with code 3" },
  workers: { hasStarted },
});

/** The number of threads after each loss. */
function threadsAfter(team: Team, losses: readonly ReturnType<typeof lost>[]): readonly number[] {
  vi.spyOn(console, "warn").mockReturnValue(undefined);
  return losses.map((loss) => {
    team.countLoss(loss);
    return team.threads;
  });
}

test("a pool that ends before one of its workers has run is tried again, and the second time is the last", () => {
  const team = new Team(4);
  expect(threadsAfter(team, [lost(false), lost(false)])).toEqual([4, 1]);
  expect(team.problem).toBe("workers do not run here: it ended with code 3");
});

test("a pool that has run in between makes the next false start the first", () => {
  expect(threadsAfter(new Team(4), [lost(false), lost(true), lost(false), lost(true)])).toEqual([4, 4, 4, 4]);
});

test("five pools within a minute are too many; five in a week are not", () => {
  const often = Array.from({ length: 5 }, () => lost(true));
  expect(threadsAfter(new Team(4), often)).toEqual([4, 4, 4, 4, 1]);
  vi.useFakeTimers();
  const team = new Team(4);
  for (const loss of [...often, ...often]) {
    vi.advanceTimersByTime(61_000);
    expect(threadsAfter(team, [loss])).toEqual([4]);
  }
});

test("those that a timeout ended do not count", () => {
  const team = new Team(4);
  expect(
    threadsAfter(
      team,
      Array.from({ length: 9 }, () => lost(true, "timeout")),
    ),
  ).toEqual(Array(9).fill(4));
});
