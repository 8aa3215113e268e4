// Runs the tests of the vitest project "remote" and "gpu", where all devices are that one. A test that fails with the error for a capability that
// it lacks is skipped, and its note names the capability; every other failure is one.

import { type RunnerTestCase, TestRunner } from "vitest";
import { lackedIn } from "./lacks.js";

export default class LackingRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    try {
      await TestRunner.getTestFn(test)();
    } catch (error) {
      const lacked = lackedIn(textOf(error));
      if (lacked === undefined) throw error;
      test.context.skip(`the device lacks ${lacked}`);
    }
  }
}

/** What an error says, with its causes; of an assertion also what was found. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { actual } = error as { actual?: unknown };
  const found = actual instanceof Error || typeof actual === "string" ? textOf(actual) : "";
  return `${error.message}\n${"code" in error ? error.code : ""}\n${found}\n${error.cause === undefined ? "" : textOf(error.cause)}`;
}
