// The settings of the tests that are asked about mutants, in the sandbox: most files share one process, in the order in which they are asked
// for, so that the compiler is loaded once for each mutant.
import { configDefaults, defineConfig } from "vitest/config";

class AsAsked {
  sort = async <T>(files: T): Promise<T> => files;
  shard = this.sort;
}

/** They leave settings of the process or threads behind. */
const alone = ["test/runtime/**/*.test.ts", "test/**/*-scalar.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 300_000,
    sequence: { sequencer: AsAsked },
    setupFiles: ["test/mutate/executed-places.ts"],
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
