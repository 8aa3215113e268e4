// Which tests are asked about a folder's mutants: stages of test files, the quick ones first. A mutant that one stage notices is not
// shown to the next. What is mutated at all is what stands here.

export interface Folder {
  /** Beginning of paths; the first row that fits counts. */
  readonly path: string;
  readonly stages: readonly (readonly string[])[];
}

const codegen = (...names: readonly string[]) => names.map((name) => `test/codegen/${name}.test.ts`);
const filetests = (...names: readonly string[]) => names.map((name) => `test/filetests/${name}.test.ts`);

const kernels = codegen("guards", "failures", "kernels");
const goldens = filetests("why", "gang", "ir");
const random = codegen("out-of-bounds", "memory", "operations", "differential", "random-pointers");

export const folders: readonly Folder[] = [
  { path: "ir/src/races/", stages: [["test/runtime/races.test.ts"]] },
  { path: "ir/src/checked/", stages: [["test/runtime/races.test.ts", "test/runtime/overflow.test.ts"]] },
  { path: "ir/src/overflow/", stages: [["test/runtime/overflow.test.ts"]] },
  {
    path: "ir/src/",
    stages: [
      ["access", "coverage", "format", "interpret", "limits", "round-trip", "semantics", "uses-groups", "verify"].map(
        (name) => `test/ir/${name}.test.ts`,
      ),
      [...kernels, ...codegen("pointers")],
      [...filetests("ir", "diagnostics"), ...random],
    ],
  },
  {
    path: "codegen/src/analysis/",
    stages: [
      [...kernels, ...codegen("repeated-loads", "repeated-load-groups", "interleaved")],
      goldens,
      [...random, ...codegen("gangs", "remainder", "sub-group-differential")],
    ],
  },
  {
    path: "codegen/src/simplify/",
    stages: [[...kernels, ...codegen("scalar-replacement", "private-arrays", "unroll", "specialize")], goldens, random],
  },
  {
    path: "codegen/src/narrow/",
    stages: [[...kernels, ...codegen("accumulators", "extremes")], goldens, ["test/numbers/numbers.test.ts"], random],
  },
  {
    path: "codegen/src/wasm/gang/",
    stages: [
      [...kernels, ...codegen("interleaved", "private-arrays", "half-floats")],
      goldens,
      [...random, ...codegen("gangs", "gang-math", "sub-group-differential", "wide-math")],
    ],
  },
  {
    path: "transformer/src/infer/",
    stages: [
      [...filetests("ir", "diagnostics"), "test/transformer/number-helps.test.ts"],
      filetests("run"),
      ["test/numbers/numbers.test.ts"],
    ],
  },
  ...[
    "runtime/src/memory/device",
    "runtime/src/context/",
    "runtime/src/device/device",
    "runtime/src/images/libraries/",
  ].map((path) => ({
    path,
    stages: [["memory", "memory-faults", "link", "contexts"].map((name) => `test/runtime/${name}.test.ts`)],
  })),
  { path: "runtime/src/device/cpu/threads/chunks", stages: [["test/runtime/options.test.ts"]] },
];

export const folderOf = (file: string): Folder | undefined => folders.find(({ path }) => file.startsWith(path));
