// Which tests are near a file: of a folder whose code is mutated, the first ones that are asked about its mutants (test/mutate); of others, those
// of a table here.

import { folderOf } from "../mutate/nearest-tests.js";

/** Beginnings of paths, and tests without `test/` and `.test.ts`; the first row that fits counts. */
const rows: readonly (readonly [path: string, tests: readonly string[]])[] = [
  ["transformer/src/adapters/", ["adapters/split", "adapters/bundle-options"]],
  ["transformer/src/cli/init/", ["adapters/init-edits"]],
  ["transformer/src/cli/", ["adapters/command", "adapters/build-options"]],
  ["transformer/src/editor/", ["adapters/editor/diagnostics"]],
  ["transformer/src/diagnostics/", ["filetests/diagnostics", "docs/diagnostics"]],
  ["transformer/src/package-bodies/", ["adapters/package-bodies", "filetests/run"]],
  ["transformer/src/recognise/", ["filetests/ir", "filetests/diagnostics", "transformer/evaluate"]],
  ["transformer/src/", ["filetests/ir", "filetests/run", "filetests/emit", "filetests/diagnostics"]],
  ["codegen/src/math/", ["codegen/wide-math", "codegen/gang-math"]],
  ["codegen/src/", ["codegen/kernels", "codegen/guards", "codegen/failures", "filetests/gang"]],
  ["runtime/src/algorithms/", ["algorithms/reduce", "algorithms/scan", "algorithms/compact"]],
  ["runtime/src/device/", ["runtime/launch", "runtime/threads", "runtime/options"]],
  [
    "runtime/src/diagnostics/",
    ["conformance/failures", "runtime/console", "runtime/races", "runtime/overflow", "runtime/unseen"],
  ],
  ["runtime/src/errors/", ["runtime/user-stack", "runtime/misuse"]],
  ["runtime/src/globals/", ["runtime/globals", "conformance/device-global-runtime"]],
  ["runtime/src/graph/", ["runtime/graphs", "conformance/graphs"]],
  ["runtime/src/images/bundles/", ["conformance/kernel-bundles", "conformance/bundle-linking"]],
  ["runtime/src/images/", ["runtime/registry", "runtime/link", "conformance/linking"]],
  ["runtime/src/language/", ["runtime/types", "conformance/kernels"]],
  ["runtime/src/launch/", ["runtime/launch", "runtime/host-arrays", "conformance/capture-failures"]],
  ["runtime/src/memory/buffers/", ["conformance/sycl/4.7-buffers-and-accessors"]],
  ["runtime/src/memory/", ["runtime/memory", "conformance/host-arrays", "conformance/freed-arrays"]],
  [
    "runtime/src/queue/",
    ["runtime/events", "runtime/order", "runtime/progress", "conformance/sycl/4.6.5-in-order-queues"],
  ],
  ["runtime/src/random/", ["runtime/random"]],
  ["runtime/src/reductions/", ["conformance/sycl/4.9.2-reductions"]],
  ["runtime/src/structs/", ["runtime/struct-of", "runtime/struct-array", "runtime/struct-launch"]],
  ["runtime/src/vec/", ["runtime/vec"]],
  ["runtime/src/", ["runtime/launch", "runtime/misuse", "conformance/runtime"]],
  ["docs/", ["docs/snippets", "docs/site", "docs/prose"]],
  ["README.md", ["docs/snippets", "docs/site", "docs/prose"]],
  ["site/", ["docs/site", "docs/docstrings"]],
];

/** Paths from the root of the project; none for a file that no test is near. */
export function nearTests(file: string): readonly string[] {
  if (/^test\/.*\.test\.ts$/.test(file)) return [file];
  const [, filetest] = /^test\/filetests\/(\w+)\//.exec(file) ?? [];
  if (filetest !== undefined) return [`test/filetests/${filetest}.test.ts`];
  const [, tests = []] = rows.find(([path]) => file.startsWith(path)) ?? [];
  return folderOf(file)?.nearest ?? tests.map((name) => `test/${name}.test.ts`);
}
