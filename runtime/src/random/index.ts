// lanewise/random: random numbers and hashes for kernels and the host. All exports are listed here.

export { Philox } from "./generator.js";
export { hash2, hash3, murmur3Mix, pcg2d, pcg3d, pcgHash, splitmix32, wangHash } from "./hashes.js";
export { philox4x32 } from "./philox.js";
export { randomNormal, randomU32, randomUniform, randomUniformF64 } from "./stateless.js";
