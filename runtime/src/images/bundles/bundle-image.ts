// What users see of a device image in a bundle.

/** A device image as it is shown: what it is, not what is in it. */
export interface BundleImage {
  /** The module that it belongs to, `<package>@<version>/<path>`. */
  readonly module: string;
  readonly format: string;
  /** The symbols of its kernels. */
  readonly kernels: readonly string[];
  /** Of its code, in bytes. */
  readonly size: number;
}
