/** The version of this package: kept code of other versions is not used. */
export const VERSION = "0.1.0";
