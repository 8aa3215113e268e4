// The process in the sandbox that runs tests: gets names of test files and of files that changed, and answers what failed, if any did. It
// keeps vitest and what vite has made of everything else; workers are new each time.

import { createVitest, type TestSpecification } from "vitest/node";

export interface AskedTests {
  readonly file: string;
  /** Full names of tests; without them, all of the file. */
  readonly names?: readonly string[];
}

const vitest = await createVitest("test", {
  watch: false,
  bail: 1,
  reporters: [{}],
  maxWorkers: 1,
  update: false,
  env: { CI: "true", LANEWISE_CACHE: "off" },
});
await vitest.standalone();

const escaped = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

async function specificationsOf({ file, names }: AskedTests): Promise<readonly TestSpecification[]> {
  const all = await vitest.globTestSpecifications([file]);
  if (names === undefined) return all;
  const testNamePattern = new RegExp(`^(?:${names.map(escaped).join("|")})$`);
  return all.map(({ project, moduleId }) => project.createSpecification(moduleId, { testNamePattern }));
}

interface Question {
  readonly tests: readonly AskedTests[];
  /** Files of packages that are not what they were. */
  readonly changed: readonly string[];
}

process.on("message", async ({ tests, changed }: Question) => {
  // Packages that are linked are not left to Node: vite keeps what it has made of them, too.
  for (const file of changed) vitest.invalidateFile(file);
  const specifications = (await Promise.all(tests.map(specificationsOf))).flat();
  const { testModules: known, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // It answers with all that it has ever run, as that was when it ran last: a failure of another mutant's tests is none of this one.
  const asked = new Set(specifications.map(({ moduleId }) => moduleId));
  const testModules = known.filter(({ moduleId }) => asked.has(moduleId));
  const errors = testModules.flatMap((module) => [
    ...module.errors(),
    ...[...module.children.allTests("failed")].flatMap((one) => one.result().errors ?? []),
  ]);
  const isPassed = testModules.length > 0 && testModules.every((module) => module.state() === "passed");
  const [first = isPassed ? undefined : `${testModules.length} files of tests, none with a failure`] = [
    ...unhandledErrors,
    ...errors,
  ].map((error) => (error instanceof Object && "message" in error ? String(error.message) : String(error)));
  process.send?.(first ?? "");
});
process.send?.("ready");
