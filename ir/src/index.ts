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
} from "./abi/abi.js";
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
} from "./abi/console-ring.js";
export { GROUP_MEMORY } from "./abi/group-memory.js";
export {
  NULL_INDEX,
  type PointerEntry,
  pointerTable,
  pointerTableSize,
  SLOT_BITS,
  UNKNOWN_INDEX,
  writePointerTable,
} from "./abi/pointer-table.js";
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
} from "./abi/reduction-rules.js";
export { accessOf, type KernelAccess } from "./analysis/access.js";
export { type Coverage, coverageOf, type Factor } from "./analysis/coverage.js";
export { type GroupUse, groupUseOf, isOfGroups, runsTogether, usesGroups } from "./analysis/uses-groups.js";
export { decodeModule, encodeModule, moduleWithoutPositions } from "./binary/binary.js";
export { FormatError, type FormatErrorCode } from "./binary/binary-io.js";
export { ByteBuffer } from "./binary/byte-buffer.js";
export { decodeImage, encodeImage, IMAGE_MAGIC } from "./binary/image-binary.js";
export { decodeWasmCode, encodeWasmCode, type WasmCode } from "./binary/wasm-code.js";
export type { CheckedLaunch, CheckHost } from "./checked/run-checked.js";
export type { Divergence } from "./checked/run-groups.js";
export { ShadowFull } from "./checked/shadow-full.js";
export { fingerprintOf, imageFingerprint, moduleFingerprint, withFingerprint } from "./image/fingerprint.js";
export * from "./image/image.js";
export { createInterpreter, type Interpreter, type InterpreterHost } from "./interpret/interpret.js";
export type { AccessKind } from "./interpret/interpret-expr.js";
export { KernelFailure } from "./interpret/interpret-failure.js";
export { scalarAccess } from "./interpret/interpret-memory.js";
export { type Apply, semanticsOf, type Value } from "./interpret/interpret-ops.js";
export { invariant } from "./invariant.js";
export { withoutFinalZeros } from "./link/final-zeros.js";
export {
  dispatchedType,
  functionOfGlobal,
  functionType,
  type ReferenceMeaning,
  referenceTo,
  referredSymbol,
  resolveReferences,
  withoutCircles,
} from "./link/function-references.js";
export { LinkError, type LinkedModule, type LinkRequest, linkModules, type Part } from "./link/link-modules.js";
export { renumberFunction } from "./link/renumber.js";
export { leadingZeros, onesIn, rotatedLeft, rotatedLeft64, trailingZeros } from "./math/bits.js";
export { halfBits, halfValue } from "./math/half-float.js";
export { hostMath, mathDigest } from "./math/host-math.js";
export * as build from "./module/builder.js";
export { builtinOfSymbol, builtinSymbol } from "./module/builtin-symbols.js";
export { type Builtin, type BuiltinRow, builtins } from "./module/builtins.js";
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
} from "./module/foreign.js";
export { type Layout, layoutOf, type StructLayout, structLayout, structureOf } from "./module/layout.js";
export { limits } from "./module/limits.js";
export type * from "./module/module.js";
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
} from "./module/ops.js";
export { isRestated, restated, withoutRestatement } from "./module/restated.js";
export { isAggregate, isStorable, type Judgement, refTo, type TypeContext, typeOf } from "./module/type-of.js";
export * from "./module/types.js";
export { blocksOf, expressionsOf, forEachExpr, forEachStmt, hasBody, operandsOf, resultOf } from "./module/walk.js";
export { runNumberCheck } from "./overflow/check-numbers.js";
export { type NumberDifference, type Showing, TOLERANCE } from "./overflow/number-watcher.js";
export type { Operation } from "./overflow/parted.js";
export { type UnseenKind, type UnseenNumber, type UnseenSettings, unseenNumbers } from "./overflow/unseen-numbers.js";
export { type CompileRecord, type LaunchProfile, type OnProfile, PROFILE_KEY, type ProfileRecord } from "./profile.js";
export { runRaceCheck } from "./races/check-races.js";
export type { Race, Touch } from "./races/watcher.js";
export { sourceExcerpt } from "./source-excerpt.js";
export { finish, oneStep, type Steps } from "./steps.js";
export { defaultSubGroupSize, type SubGroupSize, subGroupSizes } from "./target/sub-group-sizes.js";
export { targetAnswers } from "./target/target-answers.js";
export {
  type Aspect,
  answerTo,
  aspects,
  type TargetAnswers,
  type TargetName,
  type TargetQuestion,
  targetQuestion,
  targetQuestions,
} from "./target/target-questions.js";
export { type ParsedModule, parseModule, parseModuleWithLines } from "./text/parse.js";
export { printModule } from "./text/print.js";
export { IrSyntaxError } from "./text/syntax-error.js";
export { type Violation, verify } from "./verify/verify.js";
export { readBeforeSet } from "./verify/verify-flow.js";
export { problemsOfSize } from "./verify/verify-size.js";
