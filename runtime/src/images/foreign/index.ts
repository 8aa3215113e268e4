// Binaries of other compilers: the exports for other rooms.

export { type ForeignBinary, isWasm } from "./foreign-binary.js";
export { type ForeignProviders, withForeign } from "./link-foreign.js";
export { loadForeign } from "./load-foreign.js";
