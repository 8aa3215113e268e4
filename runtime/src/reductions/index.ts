// Reductions. What other rooms may import of it.

export { type Combination, HostReduction } from "./host-reduction.js";
export type { PlainReducer } from "./plain-reducer.js";
export type { ReducingLaunch } from "./reducing-launch.js";
