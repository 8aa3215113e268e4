// Launches in the interpreter that are watched: the exports for other rooms.

export { type NamedPlace, namePlace } from "./name-place.js";
export { type CheckedLaunch, type CheckedRun, type CheckHost, runChecked, type Stretch } from "./run-checked.js";
export { ShadowFull } from "./shadow-full.js";
export type { Order } from "./work-items.js";
