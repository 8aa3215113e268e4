// Device globals, their storage, and copies to and from them: the exports for other rooms.

export { type Direction, globalOfObject, placeOf } from "./global-copy.js";
export { createGlobalObject, hostValue } from "./global-object.js";
export { type GlobalPart, globalPart } from "./global-part.js";
export { type GlobalPlace, type GlobalStorage, globalStoragePart, type KeptPlace } from "./global-storage.js";
export { createGlobalStructCopy } from "./global-struct-copy.js";
export { globalPartOf, isGlobalObject } from "./host-globals.js";
