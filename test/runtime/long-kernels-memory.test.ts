// Kernels of thousands of lines, each in a process of its own: what the engine takes for the first call grows no faster than they do.

import { describe, expect, test } from "vitest";
import { measureFirstCall } from "../../bench/long-kernels/first-call.js";

/** Loaded machines are slow. */
const SOON = 120_000;

describe.each(["branches", "plain"] as const)("%s", (form) => {
  test("memory and time of 4,000 lines, and of 1,000", { timeout: SOON }, () => {
    const [few, many] = [measureFirstCall(form, 1000), measureFirstCall(form, 4000)];
    expect(few).toMatchObject({ isRight: true });
    expect(many).toMatchObject({ isRight: true });
    // Without the kernel a process has some 70 MB. Before functions were split, 1,000 lines had 5,091 MB, plain ones 2,815 MB.
    expect(few.peakMB).toBeLessThan(300);
    expect(many.peakMB).toBeLessThan(300);
    expect(many.peakMB).toBeLessThan(5 * few.peakMB);
    expect(many.cpuMs).toBeLessThan(5 * few.cpuMs);
  });

  // The longest kernel that still runs in gangs.
  test("memory of 1,300 lines", { timeout: SOON }, () => {
    const { peakMB, isRight } = measureFirstCall(form, 1300);
    expect(isRight).toBe(true);
    expect(peakMB).toBeLessThan(300);
  });
});
