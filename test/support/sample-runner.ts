// Runs the tests of the vitest projects "later", "later-shared" and "later-warm". With LANEWISE_SAMPLE, which `.ci/run` sets to the commit, it leaves out four
// fifths of the tests of `sampledFiles` (tiers.ts): for each commit others.

import { createHash } from "node:crypto";
import { type RunnerTask, type RunnerTestCase, TestRunner } from "vitest";
import { sampledFiles } from "./tiers.js";

const shares = 5;

export default class SampleRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const sample = process.env.LANEWISE_SAMPLE;
    if (sample && isLeftOut(test, sample)) test.context.skip("left to other commits, and to npm run test:all");
    await TestRunner.getTestFn(test)();
  }
}

function isLeftOut(test: RunnerTestCase, sample: string): boolean {
  if (!sampledFiles.some((file) => test.file.filepath.endsWith(`/${file}`))) return false;
  const digest = createHash("sha256")
    .update(`${sample} ${pathOf(test)}`)
    .digest();
  return digest.readUInt32LE() % shares !== 0;
}

/** The names of the file, of what the test is in, and its own. */
function pathOf(task: RunnerTask): string {
  return task.suite ? `${pathOf(task.suite)} > ${task.name}` : `${task.file.name} > ${task.name}`;
}
