// Device functions of loaded images: the exports for other rooms.

export { ForeignModules } from "./foreign-modules.js";
export { functionPart } from "./function-part.js";
export { functionIn, imagesCalledBy } from "./function-text.js";
export { replacedBuiltins, replacementIn } from "./math-library.js";
