// A device image in a bundle, as users see it.

/** Describes a device image, without its contents. */
export interface BundleImage {
  /** The module to which it belongs, `<package>@<version>/<path>`. */
  readonly module: string;
  readonly format: string;
  /** The symbols of its kernels. */
  readonly kernels: readonly string[];
  /** The size of its code in bytes. */
  readonly size: number;
}
