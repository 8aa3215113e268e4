// The public surface of @lanewise/ir: produced by the transformer, consumed by the runtime and the code generators.

export {
  type ArgumentLayout,
  argumentLayout,
  FAILURE,
  MAX_PRIVATE_COPIES,
  POINTER_TABLE_OFFSET,
  PRIVATE_COPIES_OFFSET,
  RANGE_OFFSET,
  THREAD_STACK_OFFSET,
} from "./abi.js";
export { accessOf, type KernelAccess } from "./access.js";
export { decodeModule, encodeModule, moduleWithoutPositions } from "./binary.js";
export { FormatError, type FormatErrorCode } from "./binary-io.js";
export * as build from "./builder.js";
export { type Builtin, type BuiltinRow, builtinOfSymbol, builtinSymbol, builtins } from "./builtins.js";
export type { CheckedLaunch, CheckHost } from "./checked/run-checked.js";
export type { Divergence } from "./checked/run-groups.js";
export { ShadowFull } from "./checked/shadow-full.js";
export {
  CONSOLE_ID,
  consoleGlobal,
  decodeMessage,
  encodeMessage,
  loggedSite,
  type MessagePart,
  type MessageValue,
  RING,
  recordWords,
} from "./console-ring.js";
export { type Coverage, coverageOf, type Factor } from "./coverage.js";
export { withoutFinalZeros } from "./final-zeros.js";
export { fingerprintOf, imageFingerprint, moduleFingerprint, withFingerprint } from "./fingerprint.js";
export {
  type CompiledFunction,
  EXTERNAL,
  type ForeignFunction,
  type ForeignSignature,
  foreignResult,
  foreignSignature,
  foreignSymbol,
  isExternalSymbol,
  symbolOfForeign,
} from "./foreign.js";
export {
  dispatchedType,
  functionOfGlobal,
  functionType,
  type ReferenceMeaning,
  referenceTo,
  referredSymbol,
  resolveReferences,
  withoutCircles,
} from "./function-references.js";
export { GROUP_MEMORY } from "./group-memory.js";
export { halfBits, halfValue } from "./half-float.js";
export { hostMath, mathDigest } from "./host-math.js";
export * from "./image.js";
export { decodeImage, encodeImage, IMAGE_MAGIC } from "./image-binary.js";
export { createInterpreter, type Interpreter, type InterpreterHost } from "./interpret.js";
export type { AccessKind } from "./interpret-expr.js";
export { KernelFailure } from "./interpret-failure.js";
export { scalarAccess } from "./interpret-memory.js";
export { type Apply, semanticsOf, type Value } from "./interpret-ops.js";
export { invariant } from "./invariant.js";
export { type Layout, layoutOf, type StructLayout, structLayout, structureOf } from "./layout.js";
export { limits } from "./limits.js";
export { LinkError, type LinkedModule, type LinkRequest, linkModules, type Part } from "./link-modules.js";
export type * from "./module.js";
export {
  type AtomicOp,
  atomicOps,
  type Combination,
  combinations,
  NO_INTEGER_INDEX,
  type Op,
  type OpRow,
  ops,
  type Query,
  queries,
  type SubGroupOp,
  subGroupOps,
} from "./ops.js";
export { runNumberCheck } from "./overflow/check-numbers.js";
export { type NumberDifference, type Showing, TOLERANCE } from "./overflow/number-watcher.js";
export type { Operation } from "./overflow/parted.js";
export { type UnseenKind, type UnseenNumber, type UnseenSettings, unseenNumbers } from "./overflow/unseen-numbers.js";
export { type ParsedModule, parseModule, parseModuleWithLines } from "./parse.js";
export {
  NULL_INDEX,
  type PointerEntry,
  pointerTable,
  pointerTableSize,
  SLOT_BITS,
  UNKNOWN_INDEX,
  writePointerTable,
} from "./pointer-table.js";
export { printModule } from "./print.js";
export { type CompileRecord, type LaunchProfile, type OnProfile, PROFILE_KEY, type ProfileRecord } from "./profile.js";
export { runRaceCheck } from "./races/check-races.js";
export type { Race, Touch } from "./races/watcher.js";
export {
  areInBlocks,
  BLOCK_LANES,
  COMBINING_NUMBERS,
  describeReductions,
  GROUP_COMBINING_NUMBERS,
  identityOf,
  isReductionScalar,
  lanesOf,
  REDUCTION_NUMBERS,
  type ReductionNumber,
  type ReductionOp,
  type ReductionScalar,
} from "./reduction-rules.js";
export { renumberFunction } from "./renumber.js";
export { isRestated, restated, withoutRestatement } from "./restated.js";
export { sourceExcerpt } from "./source-excerpt.js";
export { finish, oneStep, type Steps } from "./steps.js";
export { IrSyntaxError } from "./syntax-error.js";
export { targetAnswers } from "./target-answers.js";
export {
  type Aspect,
  answerTo,
  aspects,
  type TargetAnswers,
  type TargetName,
  type TargetQuestion,
  targetQuestion,
  targetQuestions,
} from "./target-questions.js";
export { isAggregate, isStorable, type Judgement, refTo, type TypeContext, typeOf } from "./type-of.js";
export * from "./types.js";
export { type GroupUse, groupUseOf, isOfGroups, runsTogether, usesGroups } from "./uses-groups.js";
export { type Violation, verify } from "./verify.js";
export { readBeforeSet } from "./verify-flow.js";
export { problemsOfSize } from "./verify-size.js";
export { blocksOf, expressionsOf, forEachExpr, forEachStmt, hasBody, operandsOf, resultOf } from "./walk.js";
export { decodeWasmCode, encodeWasmCode, type WasmCode } from "./wasm-code.js";
