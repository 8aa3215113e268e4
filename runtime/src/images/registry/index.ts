// The registrations of loaded modules: the exports for other rooms.

export {
  constantDefinitionOf,
  definitionInImage,
  definitionOf,
  type GlobalDefinition,
  giveDefinition,
  givenDefinition,
  type ImageGlobal,
  importedObject,
  isOfRelease,
  isSameDefinition,
  releasesOf,
} from "./global-definition.js";
export { type CheckPart, functions, type ImageParts, imagePart, methodPart, parts } from "./optional-parts.js";
export {
  addLibrary,
  globalIdOf,
  type HostConstant,
  type HostGlobal,
  isProgramCompiled,
  type KernelMark,
  kernelMark,
  type LibraryRegistration,
  markKernel,
  ownerOf,
  type Registration,
  registry,
  removeLibrary,
} from "./registry.js";
