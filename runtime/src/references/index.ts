// Pointers and function references on the host: the exports for other rooms.

export { checkScalar, type ScalarArgument } from "./check-scalar.js";
export {
  nullFunction,
  referencedSymbols,
  referencesVersion,
  symbolOf,
  takenSymbolOf,
  takeReferences,
} from "./function-table.js";
export { createNullPointer, createPointer } from "./host-pointer.js";
export { referredBits } from "./referred-bits.js";
