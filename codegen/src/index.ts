// The public surface of @lanewise/codegen.

export { functionStubs, type StubTables } from "./ahead/function-stubs.js";
export type { Provider } from "./ahead/link-own.js";
export { encodePrebuilt, type PrebuiltImage, prebuildImage } from "./ahead/prebuild-image.js";
export type { PrebuildOptions } from "./ahead/prebuild-kernel.js";
export type * from "./ahead/wasm-image.js";
export { areLoopsBounded } from "./bounded/bounded-loops.js";
export { withCallSites } from "./call-sites.js";
export { type Column, type ColumnKernel, splitColumns } from "./columns.js";
export { costOf, type KernelCost } from "./cost.js";
export { estimateKernel, type KernelEstimate } from "./estimate.js";
export { takeFractions } from "./fractional-parameters.js";
export type { KnownParameter } from "./fusion/affine-index.js";
export { type FusedKernel, fuseKernels } from "./fusion/fuse-kernels.js";
export { type FusionMember, type KernelUses, usesOfKernel } from "./fusion/kernel-uses.js";
export { fusionObstacle } from "./fusion/obstacle.js";
export { withBarrierSites } from "./groups/barrier-sites.js";
export { bindLocalSize, type GroupShape, type LocalSizes } from "./groups/bind-local-size.js";
export { type DividedKernel, divideKernel, type GroupForm } from "./groups/divide-kernel.js";
export { type GroupKind, groupKindOf } from "./groups/group-kind.js";
export { type GroupNode, type GroupNumber, type GroupPlan, knownLaunch } from "./groups/group-plan.js";
export { UndividedKernel } from "./groups/kept-values.js";
export { type GroupKernel, splitGroups } from "./groups/split-groups.js";
export { inUsualGroups, inUsualUndividedGroups } from "./groups/usual-groups.js";
export { inlineWithPaths } from "./inline.js";
export { compileJavaScript } from "./js/compile.js";
export { type Script, scriptOf } from "./js/source-map.js";
export { type KernelFacts, kernelFacts } from "./kernel-facts.js";
export { mathFunctions } from "./math/math-functions.js";
export { hostMathFunctions } from "./math/wide-math-functions.js";
export { type NeededPart, neededParts } from "./needed-parts.js";
export { offsetIndices } from "./offset.js";
export type * from "./program.js";
export {
  COMBINING_ITEMS,
  type CombiningKernel,
  combineCopies,
  combineCopiesInGroups,
} from "./reductions/combine-copies.js";
export { neutralOf } from "./reductions/identity.js";
export type { KernelReduction } from "./reductions/kernel-reduction.js";
export { reduceInBlocks } from "./reductions/reduce-in-blocks.js";
export { reduceInGroups } from "./reductions/reduce-in-groups.js";
export { reduceKernel } from "./reductions/reduce-kernel.js";
export { builtinsOf, replaceBuiltins } from "./replace-builtins.js";
export { replacePrivate } from "./simplify/replace-private.js";
export { simplifyKernel } from "./simplify/simplify-any.js";
export { forTarget } from "./specialize/for-target.js";
export { type SpecializedValues, specialize } from "./specialize/specialize.js";
export { compileWasm, compileWasmSteps, printWat } from "./wasm/compile.js";
export { explainKernel } from "./wasm/explain.js";
export { atomicLowering } from "./wasm/gang/atomic-lowering.js";
export { narrowLanes } from "./wasm/gang/narrow-lanes.js";
export { lowerSubGroup } from "./wasm/gang/sub-group-gangs.js";
export { CodeTooLarge } from "./wasm/split/split-functions.js";
export { type MemoryParts, partsOf, type Stretch, type Stretches } from "./wgsl/apart.js";
export { compileWgsl, type WgslProgram, type WgslVariant } from "./wgsl/compile.js";
export { FATES, LAUNCH, RECORD } from "./wgsl/failure-record.js";
export { NotForGpu } from "./wgsl/not-for-gpu.js";
export type { WgslOptions } from "./wgsl/scope.js";
export { explainWgsl, type GpuNote } from "./wgsl/why.js";
