// A library of colours for kernels: what other packages may use.

export { type Band, bands, names, paint, painted } from "./paint.js";
