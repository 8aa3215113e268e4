// The public surface of @lanewise/codegen.

export { encodePrebuilt, type PrebuiltImage, prebuildImage } from "./ahead/prebuild-image.js";
export type { PrebuildOptions } from "./ahead/prebuild-kernel.js";
export type * from "./ahead/wasm-image.js";
export { type Column, type ColumnKernel, splitColumns } from "./columns.js";
export { costOf, type KernelCost } from "./cost.js";
export { estimateKernel, type KernelEstimate } from "./estimate.js";
export type { KnownParameter } from "./fusion/affine-index.js";
export { type FusedKernel, fuseKernels } from "./fusion/fuse-kernels.js";
export { type FusionMember, type KernelUses, usesOfKernel } from "./fusion/kernel-uses.js";
export { fusionObstacle } from "./fusion/obstacle.js";
export { bindLocalSize, type LocalSizes } from "./groups/bind-local-size.js";
export { type DividedKernel, divideKernel, type GroupForm } from "./groups/divide-kernel.js";
export { type GroupKind, groupKindOf } from "./groups/group-kind.js";
export { type GroupNode, type GroupNumber, type GroupPlan, knownLaunch } from "./groups/group-plan.js";
export { UndividedKernel } from "./groups/kept-values.js";
export { type GroupKernel, splitGroups } from "./groups/split-groups.js";
export { inUsualGroups } from "./groups/usual-groups.js";
export { compileJavaScript } from "./js/compile.js";
export { type KernelFacts, kernelFacts } from "./kernel-facts.js";
export { offsetIndices } from "./offset.js";
export type * from "./program.js";
export { COMBINING_NUMBERS, type CombiningKernel, combineCopies } from "./reductions/combine-copies.js";
export {
  identityOf,
  isReductionScalar,
  neutralOf,
  type ReductionOp,
  type ReductionScalar,
} from "./reductions/identity.js";
export { BLOCK_LANES, type KernelReduction, lanesOf } from "./reductions/kernel-reduction.js";
export { REDUCTION_NUMBERS, type ReductionNumber, reduceInBlocks } from "./reductions/reduce-in-blocks.js";
export { reduceInGroups } from "./reductions/reduce-in-groups.js";
export { builtinsOf, replaceBuiltins } from "./replace-builtins.js";
export { simplifyKernel } from "./simplify/simplify.js";
export { forTarget } from "./specialize/for-target.js";
export { type SpecializedValues, specialize } from "./specialize/specialize.js";
export { targetAnswers } from "./specialize/target-answers.js";
export { compileWasm, printWat } from "./wasm/compile.js";
export { explainKernel } from "./wasm/explain.js";
