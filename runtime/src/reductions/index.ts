// Reductions: the exports for other rooms.

export { type Combination, HostReduction } from "./host-reduction.js";
export type { PlainReducer } from "./plain-reducer.js";
export type { ReducingLaunch } from "./reducing-launch.js";
export { takenReductions } from "./taken-reductions.js";
