// What pointers and function references are on the host. What other rooms may import of it.

export { checkScalar, type ScalarArgument } from "./check-scalar.js";
export {
  nullFunction,
  referencedSymbols,
  referencesVersion,
  symbolOf,
  takenSymbolOf,
  takeReferences,
} from "./function-table.js";
export { createNullPointer, createPointer, referredBits } from "./host-pointer.js";
