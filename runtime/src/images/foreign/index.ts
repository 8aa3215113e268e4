// Binaries of other compilers. What other rooms may import of it.

export { type ForeignBinary, isWasm } from "./foreign-binary.js";
export { type ForeignProviders, withForeign } from "./link-foreign.js";
export { loadForeign } from "./load-foreign.js";
