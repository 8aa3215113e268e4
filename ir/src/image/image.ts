// A device image: code with the tables that the runtime needs before it looks at the code. The post-link step writes it, emitted modules embed it as
// base64, the program manager reads it. binary/image-binary.ts defines the bytes.

import type { Position, Type } from "../module/index.js";

/**
 * Written into every image and every binary module. A reader accepts any minor of its own major: new words (a kind of node, an operation, a property
 * set) raise the minor, every other change of the bytes the major, once between two releases. test/ir/format-pin.test.ts guards this.
 */
export const FORMAT_VERSION = { major: 2, minor: 0 } as const;

export type Access = "none" | "read" | "write" | "readWrite";

export interface KernelParameter {
  readonly name: string;
  readonly type: Type;
  /** What the kernel does with the elements of a span; "none" for scalars. */
  readonly access: Access;
  /** A span in the work-group's own memory: the launch gives its length instead of an array. */
  readonly isLocal?: true;
}

export interface KernelSymbol {
  readonly symbol: string;
  readonly name: string;
  readonly dimensions: 0 | 1 | 2 | 3;
  readonly parameters: readonly KernelParameter[];
  /** `file` indexes `DeviceImage.files`. */
  readonly at: Position;
}

/**
 * The seeds' names, and four of our own: the functions the module takes references to, how many of its kernels' parameters are reducers, the build
 * options, and the fingerprint (fingerprint.ts).
 */
export const propertySetNames = [
  "SYCL/device globals",
  "SYCL/imported symbols",
  "SYCL/exported symbols",
  "SYCL/specialization constants",
  "lanewise/function references",
  "lanewise/reducers",
  "lanewise/options",
  "lanewise/fingerprint",
] as const;
export type PropertySetName = (typeof propertySetNames)[number];
/** A 32-bit number or bytes, as in SYCL_PROPERTY_TYPE_UINT32 and SYCL_PROPERTY_TYPE_BYTE_ARRAY. */
export type PropertyValue = number | Uint8Array;
export type PropertySets = Partial<Record<PropertySetName, Readonly<Record<string, PropertyValue>>>>;

export interface DeviceImage {
  readonly format: "ir" | "wasm";
  /** Target features that the code needs; an IR image needs none. */
  readonly features: readonly string[];
  readonly files: readonly string[];
  readonly symbols: readonly KernelSymbol[];
  readonly properties: PropertySets;
  /** For "ir", the module's binary form. */
  readonly code: Uint8Array;
}
