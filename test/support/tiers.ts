// Which test files `npm test` leaves to `npm run test:later`, so that it is done in minutes: those that start compilers and bundlers again and
// again, the random ones, and those that repeat for one more tool or kind of module what others show. A change is merged when both pass.
// Measured in processor time; a file that takes more than some fifteen seconds belongs here, unless nothing else tests what it does.

const later = {
  adapters: [
    "ahead-of-time",
    "ahead-of-time-packages",
    "before",
    "build-options",
    "bundle-options",
    "bundlers",
    "code-cache",
    "command",
    "compiler-memory",
    "compiler-memory-size",
    "device-globals",
    "device-packages",
    "editor/broken-code",
    "editor/diagnostics",
    "editor/fixes",
    "emission",
    "faults",
    "foreign-functions",
    "incremental",
    "init",
    "kernel-errors",
    "link",
    "module-identities",
    "package-functions",
    "package-globals",
    "processes",
    "project-references",
    "register",
    "run",
    "run-watch",
    "serverless",
    "split",
    "tsc-modes",
    "tsc-watch",
    "typescript-versions",
    "visible-globals",
    "vite-server",
    "vitest",
    "wasm-packages",
    "without-kernels",
    "workers",
  ],
  codegen: [
    "differential",
    "group-differential",
    "half-floats",
    "out-of-bounds",
    "private-arrays",
    "random-pointers",
    "sub-group-differential",
    "wasm-program",
  ],
  conformance: [
    "ahead-of-time",
    "ahead-of-time-arrays",
    "graphs-random",
    "starting",
    "sycl/4.17-group-functions",
    "sycl/4.9.1.8-sub-groups",
    "wasm-functions",
  ],
  debugging: ["node"],
  differential: ["function-refs", "numbers", "source"],
  examples: ["c-library", "checks", "checks-scalar", "palette", "photo", "pictures", "races", "workspace"],
  filetests: ["robustness"],
  fuzz: ["fuzz"],
  package: ["declarations", "editor", "library", "packages"],
  programs: ["polybench-scalar", "published-scalar"],
  runtime: [
    "aot-entry",
    "long-kernels-memory",
    "misuse-anything",
    "process-faults",
    "races-random",
    "timeouts",
    "unloading",
    "workers",
  ],
} as const;

/** What tests the runtime alone runs on the remote device, too, as it is (the vitest project "remote"): a test that asks for a capability that the
 * device lacks is skipped there, and says which. */
const remote = {
  conformance: [
    "device-global-access",
    "device-global-copies",
    "device-global-placement",
    "device-global-properties",
    "device-global-shapes",
    "host-arrays",
    "kernels",
    "restrictions",
    "sycl/4.15-atomics",
    "sycl/4.17-group-functions",
    "sycl/4.7.6-local-accessors",
    "sycl/4.9-items-and-groups",
    "sycl/4.9-ranges-and-barriers",
    "sycl/4.9.1.8-sub-groups",
    "sycl/4.9.2-reductions",
  ],
  runtime: ["globals", "half-floats", "interpreter", "launch", "link", "random", "vec"],
} as const;

const filesOf = (folders: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(folders).flatMap(([folder, names]) => names.map((name) => `test/${folder}/${name}.test.ts`));

export const laterFiles = filesOf(later);
export const remoteFiles = filesOf(remote);
