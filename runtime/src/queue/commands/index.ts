// Commands, their events, and the scheduler. What other rooms may import of it.

export { Command, type OrderedUse, type Progress, type Turn, type Work } from "./command.js";
export type { AbortSignalLike, CheckedOptions, CommandOptions, Dependencies } from "./command-options.js";
/** @internal The file's declarations are without them, too. */
export {
  checkDependencies,
  checkEvent,
  checkOptions,
  commandOptions,
  type GroupOptions,
  groupAccessors,
  isOptions,
  toList,
} from "./command-options.js";
export { QueueEvent } from "./event.js";
export { FailureReports, type OnError } from "./failure-reports.js";
export { type OnProgress, ProgressReports } from "./progress-reports.js";
export { enqueue, finish, type Lane, lastOf, withdraw } from "./scheduler.js";
