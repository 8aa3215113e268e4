/** The version of this package: cached code of other versions is not used. */
export const VERSION = "0.1.0";
