// The tests run against the built packages (dist), as users get them; scripts/setup.mjs builds them first.
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { SlowestFirst } from "./test/support/slowest-first.js";
import { laterFiles, remoteFiles } from "./test/support/tiers.js";

/** Folders whose files leave nothing behind (no settings of the process, no threads that others would see): they share processes, so that the
 * compiler is loaded and warm in all but the first. Alone, each file would load it for two to five seconds. Files `*-scalar` compile the modules
 * of other files in another way, which one process would take for the same; what "math-library" loads replaces functions of Math for good. */
const sharedFolders = [
  ...["algorithms", "codegen", "conformance", "filetests", "ir", "lower", "numbers", "programs", "transformer"],
];
const shared = sharedFolders.map((folder) => `test/${folder}/**/!(*-scalar|math-library).test.ts`);
const isShared = (file: string) =>
  sharedFolders.some((folder) => file.startsWith(`test/${folder}/`)) && !/-scalar|math-library/.test(file);

const sampling = { runner: "./test/support/sample-runner.ts" };

export default defineConfig({
  test: {
    // Many tests start compilers in processes of their own: seconds alone, minutes on a machine with much else to do.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // All cores: most files wait for compilers in processes of their own, vitest itself has little to do.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: SlowestFirst },
    // Else a test would see what an earlier one has generated.
    env: { LANEWISE_CACHE: "off" },
    // Node loads the packages, as it does for users. Else vitest transforms some 900 files of theirs for each file of tests.
    server: { deps: { external: [/\/(ir|cluster|codegen|runtime|transformer)\/dist\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: "alone",
          include: ["test/**/*.test.ts"],
          // Those in browsers have vitest.browser.config.ts; those over NATS are a project of their own.
          exclude: [...configDefaults.exclude, "test/browser/**", "test/cluster/nats/**", ...shared, ...laterFiles],
        },
      },
      {
        extends: true,
        test: {
          name: "shared",
          include: shared,
          exclude: [...configDefaults.exclude, ...laterFiles],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "later", include: laterFiles.filter((file) => !isShared(file)), ...sampling },
      },
      {
        extends: true,
        test: {
          name: "later-shared",
          include: laterFiles.filter(isShared),
          isolate: false,
          ...sampling,
        },
      },
      // Needs a nats-server, as LANEWISE_NATS_SERVER names it or on the path: npm run test:cluster.
      { extends: true, test: { name: "nats", include: ["test/cluster/nats/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "remote",
          include: [...remoteFiles],
          runner: "./test/support/lacking-runner.ts",
          setupFiles: ["test/support/everything-remote.ts"],
          isolate: false,
        },
      },
    ],
  },
});
