// Commands, their events, and the scheduler: the exports for other rooms.

export { Command, type OrderedUse, type Progress, type Turn, type Work } from "./command.js";
export { CommandLine } from "./command-line.js";
export type { AbortSignalLike, CheckedOptions, CommandOptions, Dependencies } from "./command-options.js";
/** @internal These are also left out of the declarations of command-options.ts. */
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
