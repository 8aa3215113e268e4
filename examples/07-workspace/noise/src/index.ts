// A library of noise for kernels: what other packages may use.

export { fractal, octaves, ridges } from "./fractal.js";
export { noise } from "./noise.js";
