// The error codes of features that few programs use, apart from errors.ts: who throws such an error names its row, so bundles have those that can occur.

import type { ErrorRow } from "./error-row.js";

/** Those of kernel bundles. */
export const bundleErrors = {
  invalid_object: {
    number: "LW4022",
    help: "Pass at least one bundle. All bundles must have one state and one context.",
  },
  invalid_kernel: {
    number: "LW4023",
    help: "Take the kernel from the bundle that the command group uses: bundle.getKernel(…).",
  },
} as const satisfies Record<string, ErrorRow>;

/** Those of libraries that are loaded at run time. */
export const libraryErrors = {
  invalid_library: {
    number: "LW4025",
    help: "Pass device images, as compileSource of @lanewise/transformer/source gives them.",
  },
  load_failed: {
    number: "LW4026",
    help: "Check the address: the file must exist, and the program must be allowed to read it.",
  },
  library_not_supported: { number: "LW4028", help: "Build the binary as docs/dynamic-linking.md says." },
} as const satisfies Record<string, ErrorRow>;

/** Those of linking. */
export const linkErrors = {
  ir_needed: { number: "LW4063", help: 'Its package must ship IR, too: build it with `targets: ["ir", "wasm"]`.' },
} as const satisfies Record<string, ErrorRow>;

/** Those of recorded graphs. */
export const graphErrors = {
  not_recordable: { number: "LW4039", help: "Submit it outside of q.record, before or after a run of the graph." },
  recorded_event: { number: "LW4040", help: "Wait for the event that graph.run() returns." },
  unknown_capture: {
    number: "LW4041",
    help: "Name a captured variable as the kernel does. A const whose value the compiler knows is not captured: use let. Arrays cannot be replaced.",
  },
} as const satisfies Record<string, ErrorRow>;

/** Those of memory that only kernels reach. */
export const memoryErrors = {
  host_access: { number: "LW4005", help: "On the host, copy with q.copy(global, array) or q.copy(array, global)." },
} as const satisfies Record<string, ErrorRow>;

/** Those of GPUs. */
export const gpuErrors = {
  device_lost: {
    number: "LW4065",
    help: "Allocate the arrays again and resubmit: the next command opens the device again.",
  },
} as const satisfies Record<string, ErrorRow>;

export type RareErrorCode =
  | keyof typeof bundleErrors
  | keyof typeof libraryErrors
  | keyof typeof linkErrors
  | keyof typeof graphErrors
  | keyof typeof memoryErrors
  | keyof typeof gpuErrors;
