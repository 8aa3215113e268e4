// Questions that kernels ask about their target: `targetIs("host")`, `hasAspect("fp64")`. In the IR each question is a bool, a constant global whose
// id encodes it. The program manager answers before it links (codegen/src/specialize/for-target.ts), which removes the reads of the global.
// Unanswered questions are false, like constants without initial bytes.

import type { Global, Position } from "../module/index.js";

export const targetNames = ["cpu", "host", "gpu"] as const;
export type TargetName = (typeof targetNames)[number];

/** SYCL's aspects that apply here, and differences between WebAssembly engines. */
export const aspects = [
  "cpu", // runs on the processor's cores
  "gpu", // runs on a graphics processor
  "hostDebuggable", // kernels can be stepped through with the debugger of the host program
  "fp16", // kernels may use f16
  "fp64", // kernels may use f64
  "atomic64", // kernels may use 64-bit atomics
  "simd128", // programs use 128-bit vectors
  "relaxedSimd", // programs use fused multiply-add
  "usmDeviceAllocations", // has memory that only kernels can access
  "usmHostAllocations", // kernels can access host memory
  "usmSharedAllocations", // has memory that kernels and the host can access
  "queueProfiling", // reports when a command began and ended
] as const;
/** What a device can do. `device.has(aspect)` asks on the host, and `hasAspect` in kernels. */
export type Aspect = (typeof aspects)[number];

export const targetQuestions = {
  targetIs: targetNames,
  hasAspect: aspects,
} as const satisfies Record<string, readonly string[]>;
export type TargetQuestion = keyof typeof targetQuestions;

/** A target's answers. */
export interface TargetAnswers {
  readonly targetIs: string;
  /** Undefined if not known yet. */
  readonly hasAspect: ReadonlySet<Aspect> | undefined;
}

const PREFIX = "lanewise:target/";

export function targetQuestion(question: TargetQuestion, name: string, at: Position): Global {
  const id = `${PREFIX}${question}/${name}`;
  const place = { type: "bool", initial: undefined, storage: "constant", hostAccess: "none", at } as const;
  return { id, name: `${question}_${name}`, ...place };
}

/** Undefined if the global is not a question, or has no answer yet. The answer to unknown questions is no. */
export function answerTo({ id }: Pick<Global, "id">, answers: TargetAnswers): boolean | undefined {
  if (!id.startsWith(PREFIX)) return undefined;
  const [question, name = ""] = id.slice(PREFIX.length).split("/");
  if (question === "targetIs") return name === answers.targetIs;
  const known: ReadonlySet<string> | undefined = answers.hasAspect;
  return question === "hasAspect" ? known?.has(name) : false;
}
