// What kernels ask of the target that they are compiled for: `targetIs("host")`, `hasAspect("fp64")`. In the IR each question is a bool, a
// constant global whose id names it. The program manager answers before it links (codegen/src/specialize/for-target.ts): then the
// global is not read any more. Where nobody answers, it is false, as constants without initial bytes are.

import type { Global, Position } from "./module.js";

export const targetNames = ["cpu", "host", "gpu"] as const;
export type TargetName = (typeof targetNames)[number];

/** SYCL's aspects that mean something here, and what WebAssembly engines differ in. */
export const aspects = [
  "cpu", // runs on the processor's cores
  "gpu", // runs on a graphics processor
  "hostDebuggable", // kernels can be stepped through with the debugger of the host's program
  "fp16", // kernels may use f16
  "fp64", // kernels may use f64
  "atomic64", // kernels may use atomics of 64 bits
  "simd128", // programs use vectors of 128 bits
  "relaxedSimd", // programs use fused multiply-add
  "usmDeviceAllocations", // has memory that kernels alone reach
  "usmHostAllocations", // kernels reach memory of the host
  "usmSharedAllocations", // has memory that kernels and host reach
  "queueProfiling", // says of a command when it began and ended
] as const;
export type Aspect = (typeof aspects)[number];

export const targetQuestions = {
  targetIs: targetNames,
  hasAspect: aspects,
} as const satisfies Record<string, readonly string[]>;
export type TargetQuestion = keyof typeof targetQuestions;

/** What a target says of itself. */
export interface TargetAnswers {
  readonly targetIs: string;
  /** Undefined: not known yet. */
  readonly hasAspect: ReadonlySet<Aspect> | undefined;
}

const PREFIX = "lanewise:target/";

export function targetQuestion(question: TargetQuestion, name: string, at: Position): Global {
  const id = `${PREFIX}${question}/${name}`;
  const place = { type: "bool", initial: undefined, storage: "constant", hostAccess: "none", at } as const;
  return { id, name: `${question}_${name}`, ...place };
}

/** Undefined: the global is no question, or one without an answer. What this version does not know is answered by no. */
export function answerTo({ id }: Pick<Global, "id">, answers: TargetAnswers): boolean | undefined {
  if (!id.startsWith(PREFIX)) return undefined;
  const [question, name = ""] = id.slice(PREFIX.length).split("/");
  if (question === "targetIs") return name === answers.targetIs;
  const known: ReadonlySet<string> | undefined = answers.hasAspect;
  return question === "hasAspect" ? known?.has(name) : false;
}
