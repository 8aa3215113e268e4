// What a module of the IR is made of: types, operations, builtins, nodes, limits, and what builds and walks them: the exports for other rooms.

export * as build from "./builder.js";
export { type Builtin, builtins } from "./builtins.js";
export { type ForeignFunction, foreignResult } from "./foreign.js";
export { findStruct, type Layout, layoutOf, structLayout } from "./layout.js";
export { limits } from "./limits.js";
export type {
  Block,
  Call,
  Expr,
  Fn,
  Global,
  Label,
  Linkage,
  Local,
  MemoryOrder,
  MemoryScope,
  Module,
  Position,
  Site,
  Stmt,
} from "./module.js";
export {
  type AtomicOp,
  atomicOps,
  type Combination,
  combinations,
  type Op,
  ops,
  type Query,
  queries,
  type SubGroupOp,
  subGroupOps,
} from "./ops.js";
export { type Limit, overLimit, readingLimits } from "./reading-limits.js";
export { isLeftToEngine, isRestated, withoutRestatement } from "./restated.js";
export { isAggregate, isStorable, refTo, type TypeContext, typeOf } from "./type-of.js";
export {
  type ArrayType,
  type DataType,
  isSameType,
  isScalar,
  isValueScalar,
  type RefType,
  type ScalarType,
  type StructDefinition,
  type StructField,
  scalars,
  type Type,
  typeName,
  type ValueScalar,
} from "./types.js";
export { blocksOf, expressionsOf, forEachExpr, forEachStmt, hasBody, operandsOf, resultOf } from "./walk.js";
