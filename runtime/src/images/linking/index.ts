// Dynamic linking of images: the exports for other rooms.

export { type FindImage, type LinkedKernel, linkKernel } from "./link-images.js";
export { noReferences, targetsOf } from "./link-references.js";
