// Device images as data: the exports for other rooms.

export {
  type Access,
  type DeviceImage,
  FORMAT_VERSION,
  type KernelParameter,
  type KernelSymbol,
  type PropertySetName,
  type PropertySets,
  type PropertyValue,
  propertySetNames,
} from "./image.js";
