// The same bindings by another path, and one that is chosen.
export * from "./globals.js";
export { total } from "./globals.js";
