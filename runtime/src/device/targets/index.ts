// The code generators of devices. What other rooms may import of it.

export { prepareMapped } from "./targets.js";
