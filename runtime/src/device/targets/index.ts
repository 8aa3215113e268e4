// The code generators of devices. What other rooms may import of it.

export { compileGroups } from "./group-target.js";
export { targets } from "./targets.js";
