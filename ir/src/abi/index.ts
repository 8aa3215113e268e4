// What generated code, the interpreter and the runtime agree on: the exports for other rooms.

export { argumentLayout, FAILURE, POINTER_TABLE_OFFSET, RANGE_OFFSET, THREAD_STACK_OFFSET } from "./abi.js";
export { CONSOLE_ID, decodeMessage, loggedSite, RING_TYPE } from "./console-ring.js";
export { isInGroupMemory } from "./group-memory.js";
export { followPointer, pointerTo } from "./pointer-table.js";
export { identityOf, isReductionScalar } from "./reduction-rules.js";
