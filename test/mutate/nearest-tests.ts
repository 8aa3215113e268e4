// Which tests are asked about a folder's mutants: the nearest files of tests, which take seconds and which `npm run test:near` runs, too, more
// of them, and slow ones, most of them random, that are asked with `--slow` alone: they take minutes and say little about what is wrong.
// What is mutated at all is what stands here.

export interface Folder {
  /** Beginnings of paths; the first row that fits counts. The first one names the folder. */
  readonly paths: readonly string[];
  readonly nearest: readonly string[];
  readonly more: readonly string[];
  readonly slow: readonly string[];
}

const files =
  (folder: string) =>
  (...names: readonly string[]): readonly string[] =>
    names.map((name) => `test/${folder}/${name}.test.ts`);
const codegen = files("codegen");
const filetests = files("filetests");
const ir = files("ir");
const runtime = files("runtime");
const transformer = files("transformer");

const random = codegen("differential", "random-pointers", "out-of-bounds", "sub-group-differential");

const numbers = files("numbers")("numbers");

const kernels = codegen("guards", "failures", "kernels");
/** Goldens, and tests of one analysis each, most of whose kernels meet the others, too. */
const compiled = [
  ...filetests("gang", "why", "why-bench"),
  ...codegen("pointers", "repeated-loads", "repeated-load-groups", "interleaved", "scalar-replacement", "unroll"),
  ...codegen("specialize", "accumulators", "extremes", "gangs", "remainder", "memory", "operations", "own-stores"),
  ...codegen("whole-rounds", "rounds-random", "aligned-captures", "ranges", "fold", "pinned-values"),
  ...codegen("bounded-loops", "loop-hoists", "widened", "rows-of-gangs", "transposed", "aligned", "narrow-lanes"),
  ...filetests("ir"),
];

export const folders: readonly Folder[] = [
  {
    paths: ["ir/src/races/"],
    nearest: [...ir("shadow", "checked-runs"), ...runtime("races")],
    more: [],
    slow: runtime("races-random"),
  },
  {
    paths: ["ir/src/checked/"],
    nearest: [...ir("shadow", "checked-runs"), ...runtime("races", "overflow")],
    more: [],
    slow: [],
  },
  {
    paths: ["ir/src/overflow/"],
    nearest: [...ir("overflow-parts", "unseen-numbers", "checked-runs"), ...runtime("overflow", "unseen")],
    more: [],
    slow: [],
  },
  {
    paths: ["ir/src/"],
    nearest: ir(
      "access",
      "coverage",
      "format",
      "interpret",
      "limits",
      "nesting-depths",
      "reduction-rules",
      "round-trip",
      "semantics",
      "text-parts",
      "uses-groups",
      "verify",
    ),
    more: [...kernels, ...codegen("pointers", "reductions"), ...filetests("ir", "diagnostics")],
    slow: random,
  },
  {
    paths: ["codegen/src/analysis/"],
    // The tables of single functions first: under load, the time ends before tests that run many kernels are all asked.
    nearest: [
      ...filetests("plans", "vector-code"),
      ...codegen("analysis-parts", "lane-forms", "own-stores", "chosen-indices", "same-expr", "segment"),
      ...kernels,
      ...codegen("repeated-loads", "repeated-load-groups", "interleaved", "aligned"),
    ],
    more: compiled,
    slow: random,
  },
  {
    paths: ["codegen/src/simplify/"],
    nearest: [
      ...codegen("fold", "tidy", "simplify-parts"),
      ...kernels,
      ...codegen("scalar-replacement", "unroll", "specialize"),
    ],
    more: compiled,
    slow: [...random, ...codegen("private-arrays")],
  },
  {
    paths: ["codegen/src/narrow/"],
    nearest: [...codegen("narrow-parts", "ranges"), ...kernels, ...codegen("accumulators", "extremes")],
    more: [...compiled, ...numbers],
    slow: random,
  },
  {
    paths: ["codegen/src/wasm/gang/"],
    nearest: [
      ...codegen("segment", "lane-forms", "small-tables", "flat-indices", "wrap-checks"),
      ...filetests("vector-code"),
      ...kernels,
      ...codegen("rounds-random", "whole-rounds", "interleaved", "wrapped-floats"),
    ],
    more: [...compiled, ...codegen("private-arrays", "chosen-extremes", "gang-math", "wide-math")],
    slow: [...random, ...codegen("half-floats")],
  },
  {
    paths: ["transformer/src/infer/"],
    nearest: [
      ...filetests("ir", "diagnostics"),
      ...transformer("constant-fields", "number-helps", "made-functions", "own-class"),
    ],
    more: [...filetests("run"), ...transformer("made-by-host", "filled-arrays", "habits")],
    slow: numbers,
  },
  {
    // What a GPU's device does needs a GPU.
    paths: [
      "runtime/src/device/cpu/",
      "runtime/src/device/host/",
      "runtime/src/device/targets/",
      "runtime/src/device/d",
    ],
    nearest: runtime("launch", "threads", "options", "memory", "contexts", "private-copies"),
    more: runtime("workers", "progress", "timeouts", "private-memory", "groups", "globals", "link", "memory-faults"),
    slow: [],
  },
  {
    paths: ["runtime/src/memory/device", "runtime/src/context/", "runtime/src/images/libraries/"],
    nearest: runtime("device-copies", "memory", "memory-faults", "link", "contexts", "remote-device"),
    more: [],
    slow: [],
  },
];

export const folderOf = (file: string): Folder | undefined =>
  folders.find(({ paths }) => paths.some((path) => file.startsWith(path)));
