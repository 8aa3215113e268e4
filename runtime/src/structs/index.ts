// Arrays of structs: the exports for other rooms.

export { AnyStructArray, AosArray } from "./struct-array.js";
export { hostStructs, SoaArray } from "./struct-columns.js";
export { createStructCopy, createStructFill, inSteps, stepOf } from "./struct-copy.js";
export { leavesOf } from "./struct-leaves.js";
export { mallocStructs } from "./struct-malloc.js";
export {
  type DataNode,
  describeNode,
  differenceOf,
  isSameLayout,
  nodeOf,
  nodeOfImage,
  prototypeOf,
  type StructNode,
  structNode,
} from "./struct-node.js";
export { structTypeOf, structTypes } from "./struct-type.js";
export { codecOf, isObject, toError } from "./struct-values.js";
