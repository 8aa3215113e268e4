// The binary form of a device image. Its tables precede the code, so the runtime reads them without the IR.

import {
  type DeviceImage,
  type KernelParameter,
  type KernelSymbol,
  type PropertySetName,
  type PropertySets,
  type PropertyValue,
  propertySetNames,
} from "../image/index.js";
import { Reader, Writer } from "./binary-io.js";
import { bytes, type Codec, flagged, list, numberUpTo, position, record, string, type, word } from "./codec.js";

/** The first bytes of every image. */
export const IMAGE_MAGIC = "LWIM";

const symbol: Codec<KernelSymbol> = record<KernelSymbol>({
  symbol: string,
  name: string,
  dimensions: numberUpTo<0 | 1 | 2 | 3>([0, 1, 2, 3]),
  parameters: flagged(
    record<Omit<KernelParameter, "isLocal">>({
      name: string,
      type,
      access: word(["none", "read", "write", "readWrite"], "an access"),
    }),
    "isLocal",
  ),
  at: position,
});

const propertyValue: Codec<PropertyValue> = {
  write: (to, value) => {
    to.uint(typeof value === "number" ? 0 : 1);
    if (typeof value === "number") to.uint(value);
    else to.bytes(value);
  },
  read: (from) => (from.uint() === 0 ? from.uint() : from.bytes()),
};

interface Property {
  readonly set: string;
  readonly name: string;
  readonly value: PropertyValue;
}
const propertyList = list(record<Property>({ set: string, name: string, value: propertyValue }));
const setNames = list(string);

const properties: Codec<PropertySets> = {
  write: (to, sets) => {
    const names = propertySetNames.filter((name) => sets[name] !== undefined);
    setNames.write(to, names);
    const inSet = (set: PropertySetName) =>
      Object.entries(sets[set] ?? {}).map(([name, value]) => ({ set, name, value }));
    propertyList.write(to, names.flatMap(inSet));
  },
  read: (from) => {
    const names = setNames.read(from);
    const all = propertyList.read(from);
    const sets: PropertySets = {};
    for (const found of names) {
      const name = propertySetNames.find((known) => known === found);
      // A later minor version may add sets, which this one ignores.
      if (name === undefined && !from.isNewer) from.unknown(found, "a property set");
      if (name === undefined) continue;
      // fromEntries makes own properties, even for a name like __proto__.
      const entries = all
        .filter((property) => property.set === found)
        .map((property) => [property.name, property.value]);
      sets[name] = Object.fromEntries(entries);
    }
    return sets;
  },
};

const image: Codec<DeviceImage> = record<DeviceImage>({
  format: word(["ir", "wasm"], "an image's format"),
  features: list(string),
  files: list(string),
  symbols: list(symbol),
  properties,
  code: bytes,
});

export function encodeImage(value: DeviceImage): Uint8Array<ArrayBuffer> {
  const writer = new Writer();
  image.write(writer, value);
  return writer.finish(IMAGE_MAGIC);
}

/** Decodes an image. Throws only FormatError. */
export function decodeImage(data: Uint8Array): DeviceImage {
  const reader = new Reader(data, IMAGE_MAGIC, "device image");
  const decoded = image.read(reader);
  reader.end();
  return decoded;
}
