// The order of test files: the slowest first, so that none of them is left for the end, when the other workers have nothing to do. vitest knows
// durations only of earlier runs on the same machine.

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that take more than about half a minute, in any order. */
const slow = [
  "adapters/ahead-of-time",
  "adapters/before",
  "adapters/bundlers",
  "adapters/compiler-memory",
  "adapters/device-packages",
  "adapters/editor/fixes",
  "adapters/init",
  "adapters/package-bodies",
  "adapters/package-functions",
  "adapters/project-references",
  "adapters/register",
  "adapters/run",
  "adapters/tsc-modes",
  "adapters/tsc-watch",
  "adapters/vitest",
  "examples/photo",
  "fuzz/fuzz",
  "package/library",
  "package/packages",
  "runtime/process-faults",
  "runtime/unloading",
].map((name) => `/test/${name}.test.ts`);

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => slow.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
