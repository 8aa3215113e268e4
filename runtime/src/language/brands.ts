// The symbols that mark our types. They exist only for the type checker: the compiler recognises kernels, device globals and numeric flavours by
// them, never by a name, so user code may wrap and rename everything. No run-time part: what the program itself needs to know about an object is in
// registry.ts.

/** Marks the numeric flavours: `number & { readonly [flavour]?: "i32" }`. */
export declare const flavour: unique symbol;

/** Marks a parameter whose argument is compiled as a kernel. */
export declare const kernelBrand: unique symbol;

/** Marks specialization constants and carries their type. */
export declare const specConstantBrand: unique symbol;

/** Marks device globals and carries their type and properties. */
export declare const deviceGlobalBrand: unique symbol;

/** Marks functions that kernels of other modules and packages call without a copy. */
export declare const deviceFnBrand: unique symbol;

/** Marks such functions that another compiler compiles. */
export declare const externalDeviceFnBrand: unique symbol;

/** Marks element types that are structs, and carries the struct. */
export declare const structOfBrand: unique symbol;

/** Marks arrays of structs, and carries the struct. */
export declare const structArrayBrand: unique symbol;

/** Marks pointers, and carries the type to which they point. */
export declare const pointerBrand: unique symbol;

/** Marks references to functions, and carries the function's type. */
export declare const functionRefBrand: unique symbol;

/** Marks reducers, and carries the values' type and the operation. */
export declare const reducerBrand: unique symbol;

/** Marks reductions, and carries the same. */
export declare const reductionBrand: unique symbol;

/** Marks local memory whose length the launch sets. */
export declare const localAccessorBrand: unique symbol;

/** Marks read accessors, and carries the array's type. */
export declare const accessorBrand: unique symbol;

/** Marks accessors that have rows, and carries their dimensions. */
export declare const accessorRowsBrand: unique symbol;

/** Marks items and groups, and carries which kind they are and their dimensions. */
export declare const itemBrand: unique symbol;

/** Marks a parameter for which the compiler passes the calling module's name. */
export declare const moduleNameBrand: unique symbol;
