// Dynamic linking of images. What other rooms may import of it.

export { type FindImage, type LinkedKernel, linkKernel } from "./link-images.js";
export { noReferences, targetsOf } from "./link-references.js";
