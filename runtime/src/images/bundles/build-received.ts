// Builds the bundle of an image that another process has sent (lanewise/internal/cluster), for one device. A GPU's queue accepts it, too, though it
// accepts no bundles of the program's own images.

import type { Context } from "../../context/index.js";
import type { Device } from "../../device/index.js";
import { SpecializationSet } from "../constants/index.js";
import { imageOfBytes } from "../index.js";
import { haveAllParts } from "./all-parts.js";
import { build } from "./build-bundle.js";
import { type ExecutableBundle, makeBundle } from "./kernel-bundle.js";

/** The image comes from outside, so it is verified, its indices are checked, and it has no pointers. */
export function buildReceived(context: Context, device: Device, bytes: Uint8Array, what: string): ExecutableBundle {
  haveAllParts();
  const images = [imageOfBytes(bytes, what, false)];
  const constants = new SpecializationSet();
  return build(makeBundle("input", { context, devices: [device], images, kernels: new Map(), constants }));
}
