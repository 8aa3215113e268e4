// The type of local accessors: local memory whose length the command group sets. launch/local-accessor.ts makes the object.

import type { localAccessorBrand } from "./brands.js";

/**
 * Local memory whose length is known at the launch: the result of `h.localAccessor(Float32Array, n)`. A kernel of its command group uses it as a
 * typed array or an array of structs; the host cannot read it. (SYCL 2020, 4.7.6.11)
 */
export type LocalAccessor<A> = A & { readonly [localAccessorBrand]: true };
