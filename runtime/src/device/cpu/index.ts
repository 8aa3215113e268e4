// The "cpu" device, WebAssembly over its memory: the exports for other rooms.

export { planForeignCalls } from "./foreign-calls.js";
export { groupExecutable } from "./group-executable.js";
export { loadPrebuilt, type PrebuiltInput } from "./prebuilt.js";
export {
  type Executable,
  type GroupTargetInput,
  oneByOne,
  type PlacedForeign,
  type ProgramInput,
  type Run,
  type Target,
  type TargetInput,
} from "./target.js";
