// The code generators of devices. Exports what other rooms may import.

export { prepareMapped } from "./targets.js";
