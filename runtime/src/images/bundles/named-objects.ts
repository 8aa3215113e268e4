// Device globals and specialization constants of a bundle's images by name: the host has no other access to those of a text that was compiled at run
// time. Returns the same object each time for the same image and id.

import { LanewiseError } from "../../errors/index.js";
import { createGlobalObject, globalPart } from "../../globals/index.js";
import { describeValue } from "../../values/index.js";
import { createConstantObject } from "../constants/index.js";
import type { LoadedImage } from "../index.js";
import { definitionInImage, type GlobalDefinition, giveDefinition } from "../registry/index.js";

const kinds = {
  global: {
    what: "device global",
    storages: ["device", "image"],
    make: () => createGlobalObject(undefined, globalPart),
  },
  constant: {
    what: "specialization constant",
    storages: ["specialization"],
    make: () => createConstantObject(undefined),
  },
} as const;

const made = new WeakMap<LoadedImage, Map<string, object>>();

/** By the whole id, or by the name after its colon if only one has it. Throws `invalid`. */
export function objectNamed(
  images: readonly LoadedImage[],
  kind: keyof typeof kinds,
  name: string,
  where: string,
): object {
  const { what, storages } = kinds[kind];
  if (typeof name !== "string") {
    throw new LanewiseError(
      "invalid",
      `${where}: the name is ${describeValue(name)}; expected a string, the name of a ${what}.`,
    );
  }
  const wanted: readonly string[] = storages;
  const all = images
    .filter(({ image }) => image.format === "ir")
    .flatMap((loaded) => loaded.module().globals.map((global, key) => ({ loaded, global, key })))
    .filter(({ global }) => wanted.includes(global.storage) && global.id.includes("@"));
  const found = all.filter(({ global: { id } }) => id === name || id.slice(id.lastIndexOf(":") + 1) === name);
  const ids = [...new Set(found.map(({ global }) => global.id))];
  const [first] = found;
  if (!first || ids.length > 1) {
    const has = [...new Set((first ? found : all).map(({ global }) => global.id))].join(", ") || "none";
    throw new LanewiseError(
      "invalid",
      first
        ? `${where}: the bundle has several ${what}s ${JSON.stringify(name)}: ${has}.`
        : `${where}: the bundle has no ${what} ${JSON.stringify(name)}; it has ${has}.`,
      { help: "Write the whole id." },
    );
  }
  const { loaded, global, key } = first;
  const known = made.get(loaded) ?? new Map<string, object>();
  made.set(loaded, known);
  const object = known.get(global.id) ?? kinds[kind].make();
  known.set(global.id, object);
  const inImage = definitionInImage(loaded, { global, structs: loaded.module().structs, key });
  giveDefinition(object, { ...inImage, properties: propertiesOf(global) });
  return object;
}

function propertiesOf({
  storage,
  hostAccess,
}: {
  readonly storage: string;
  readonly hostAccess: string;
}): GlobalDefinition["properties"] {
  // The image holds the declared properties.
  const access = hostAccess as NonNullable<GlobalDefinition["properties"]["hostAccess"]>;
  return { hostAccess: access, ...(storage === "image" && { deviceImageScope: true as const }) };
}
