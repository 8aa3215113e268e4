// Device functions of loaded images. Exports what other rooms may import.

export { ForeignModules } from "./foreign-modules.js";
export { functionPart } from "./function-part.js";
export { functionIn, imagesCalledBy } from "./function-text.js";
export { replacedBuiltins, replacementIn } from "./math-library.js";
