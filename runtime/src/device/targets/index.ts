// The code generators of devices: the exports for other rooms.

export { prepareMapped } from "./targets.js";
