// The type of local accessors: local memory whose length the command group says. The object is made in ../local-accessor.ts.

import type { localAccessorBrand } from "./brands.js";

/**
 * Local memory of a length that is known at the launch: what `h.localAccessor(Float32Array, n)` gives. To a kernel of its command group it is
 * the typed array, or the array of structs, that it looks like; the host cannot read it. (SYCL 2020, 4.7.6.11)
 */
export type LocalAccessor<A> = A & { readonly [localAccessorBrand]: true };
