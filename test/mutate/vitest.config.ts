// The settings of the tests that are asked about mutants, in the sandbox: one process runs most files, in the order in which they are asked for.
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const asked = (process.env.LANEWISE_MUTANT_TESTS ?? "").split(",");

class AsAsked extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => asked.findIndex((file) => moduleId.endsWith(file));
    return files.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

/** They leave settings of the process or threads behind. */
const alone = ["test/runtime/**/*.test.ts", "test/**/*-scalar.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
    sequence: { sequencer: AsAsked },
    setupFiles: ["test/mutate/switches.ts"],
    runner: "test/mutate/switching-runner.ts",
    // Few random programs: a mutant that needs many is one that a small kernel should notice.
    env: { LANEWISE_CACHE: "off", LANEWISE_FUZZ_PROGRAMS: "24" },
    server: { deps: { external: [/\/(ir|codegen|runtime|transformer)\/dist\//] } },
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: {
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...alone],
          isolate: false,
        },
      },
    ],
  },
});
