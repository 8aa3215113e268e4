// Dynamic linking of images. Exports what other rooms may import.

export { type FindImage, type LinkedKernel, linkKernel } from "./link-images.js";
export { noReferences, targetsOf } from "./link-references.js";
