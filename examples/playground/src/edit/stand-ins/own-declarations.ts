// What a program of the playground can use besides lanewise: `console`, and `draw` of the module "playground".

export const consoleTypes = {
  "/node_modules/@types/node/package.json": '{ "name": "@types/node", "version": "0.0.0", "types": "index.d.ts" }',
  "/node_modules/@types/node/index.d.ts": `
    interface Console { ${["log", "info", "warn", "error", "debug"].map((name) => `${name}(...data: unknown[]): void;`).join(" ")} assert(condition?: boolean, ...data: unknown[]): void; }
    declare var console: Console;
    declare var performance: { now(): number };`,
};

export const drawingTypes = {
  "/node_modules/playground/package.json": '{ "name": "playground", "version": "0.0.0", "types": "index.d.ts" }',
  "/node_modules/playground/index.d.ts": `
    /** The picture that the visitor has opened, at first a cat's: red, green, blue and alpha of each pixel, row by row. */
    export declare const picture: { readonly pixels: Uint8ClampedArray<ArrayBuffer>; readonly width: number; readonly height: number };
    /** Draws a picture: red, green, blue and alpha of each pixel, row by row. */
    export declare function draw(pixels: Uint8Array | Uint8ClampedArray, width: number): void;`,
};
