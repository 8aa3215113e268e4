// What kernels with atomic operations need: programs whose kernels have none do without (docs/decisions/0036-parts.md).

import { lowerAtomic } from "../atomics.js";
import { lowerGangAtomic } from "./gang-atomics.js";

export const atomicLowering = { lowerAtomic, lowerGangAtomic };
