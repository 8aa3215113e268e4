// The tests run against the built packages (dist), as users get them; scripts/setup.mjs builds them first.
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { SlowestFirst } from "./test/support/slowest-first.js";
import { laterFiles, remoteFiles, warmFiles } from "./test/support/tiers.js";

/** Folders whose files leave nothing behind (no settings of the process, no threads that others would see): they share processes, so that the
 * compiler is loaded and warm in all but the first. Alone, each file would load it for two to five seconds. With the files that need a process of
 * their own: `*-scalar` compile the modules of other files in another way, which one process would take for the same. */
const sharedFolders: Readonly<Record<string, readonly string[]>> = {
  algorithms: [],
  codegen: [],
  conformance: ["math-library"], // it replaces functions of Math for good
  filetests: ["*-scalar"],
  ir: [],
  lower: [],
  numbers: [],
  programs: ["*-scalar"],
  // They set the number of threads, or count the memory and the modules that their process has.
  runtime: [
    ...["command-faults", "console", "contexts", "data-order*", "groups", "host-arrays*", "launches-at-once"],
    ...["memory*", "misuse", "pointers", "private-memory", "process-faults", "registry", "struct-array", "threads"],
    ...["timeouts", "unloading", "unregistered-globals", "workers"],
  ],
  transformer: [],
};
/** Of other folders, those that leave nothing behind either. */
const sharedFiles = [
  ...["adapters/completion", "adapters/editor/hover", "adapters/editor/interruptions"],
  ...["bench/gate", "bench/goals", "bench/statistics"],
  ...["cluster/chunk-kernel", "cluster/claims", "cluster/progress-bar", "cluster/results"],
  ...["docs/compare", "docs/diagnostics", "docs/docstrings", "docs/prose", "docs/reference", "docs/reliability"],
  ...["docs/requirements", "docs/rocks", "docs/roofline", "docs/site", "docs/sizes"],
  ...["fuzz/images", "gpu/wgsl", "mutate/equivalent", "mutate/type-errors"],
  ...["package/dependencies", "package/import-cycles", "package/release"],
].map((name) => `test/${name}.test.ts`);
const shared = [
  ...Object.entries(sharedFolders).map(([folder, alone]) =>
    alone.length === 0 ? `test/${folder}/**/*.test.ts` : `test/${folder}/**/!(${alone.join("|")}).test.ts`,
  ),
  ...sharedFiles,
];
const isShared = (file: string) => {
  const [, folder = "", name = ""] = /^test\/(\w+)\/(?:.*\/)?([^/]+)\.test\.ts$/.exec(file) ?? [];
  const alone = sharedFolders[folder];
  return alone !== undefined && !new RegExp(`^(${alone.join("|").replaceAll("*", ".*")})$`).test(name);
};

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
          // Those in browsers and on GPUs have configurations of their own; those over NATS are a project.
          exclude: [
            ...configDefaults.exclude,
            ...["test/browser/**", "test/cluster/nats/**", "test/gpu/!(default|wgsl).test.ts"],
            ...shared,
            ...laterFiles,
          ],
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
        test: {
          name: "later",
          include: laterFiles.filter((file) => !isShared(file) && !warmFiles.includes(file)),
          ...sampling,
        },
      },
      // They share the thread that compiles, and the declarations that it has read (test/support/warm-tools).
      { extends: true, test: { name: "later-warm", include: [...warmFiles], isolate: false, ...sampling } },
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
