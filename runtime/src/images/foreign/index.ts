// Binaries of other compilers. Exports what other rooms may import.

export { type ForeignBinary, isWasm } from "./foreign-binary.js";
export { type ForeignProviders, withForeign } from "./link-foreign.js";
export { loadForeign } from "./load-foreign.js";
