// The flags of WebGPU, which are globals of browsers alone (https://gpuweb.github.io/gpuweb/#namespacedef-gpubufferusage).

export const USAGE = { MAP_READ: 1, COPY_SRC: 4, COPY_DST: 8, UNIFORM: 0x40, STORAGE: 0x80 } as const;
export const MAP_MODE_READ = 1;
export const STAGE_FRAGMENT = 2;
export const STAGE_COMPUTE = 4;
