// Local exports hide what `export *` brings (D4), also enclosing namespaces and classes (D5).
export * from "./globals.js"; // note: exported here // note: exported here // note: exported here // note: exported here
export const total = 1; // error LW1415: `total` hides the device global `total` of an `export *`
export const plain = 2;
export const Space = 3; // error LW1415: `Space` hides the device global `other`
export interface Totals { x: number } // error LW1415: `Totals` hides the device global `own`
export const Empty = 4;
const local = 5;
export { local as renamed }; // error LW1415
