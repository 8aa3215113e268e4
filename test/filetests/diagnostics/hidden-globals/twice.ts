// Two `export *` of one name: TypeScript says so. One binding by two paths is fine.
export * from "./globals.js";
export * from "./others.js"; // error TS2308
export * from "./again.js";
