// The definitions of device globals: type, initial value and properties, as footers register them (R1). They need no images, so copies work before
// any kernel is looked up (R3). Likewise for specialization constants.

import {
  type DataType,
  type Global,
  layoutOf,
  type StructDefinition,
  structureOf,
  withoutFinalZeros,
} from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import type { Properties } from "../../language/index.js";
import { fromBase64 } from "../../values/index.js";
import type { LoadedImage } from "../index.js";
import { evaluate, type GlobalRegistration, globalIdOf, registry } from "./registry.js";

/** One version of a device global: hot reload may register others with the same id. */
export interface GlobalDefinition {
  readonly id: string;
  readonly type: DataType;
  readonly structs: readonly StructDefinition[];
  /** In bytes. */
  readonly size: number;
  /** Undefined: zeros. */
  readonly initial: Uint8Array | undefined;
  readonly properties: Properties;
}

const known = new WeakMap<GlobalRegistration, GlobalDefinition>();

/** The definition that is registered under an id; undefined if no loaded module declares it. */
export function definitionOf(id: string): GlobalDefinition | undefined {
  return registered(id, registry().definitions.get(id));
}

/** As `definitionOf`, for a specialization constant; the initial value is its default. */
export function constantDefinitionOf(id: string): GlobalDefinition | undefined {
  return registered(id, registry().constantDefinitions.get(id));
}

const given = new WeakMap<object, GlobalDefinition>();

/** Defines an object that no module has registered: a bundle returned it (named-objects.ts). */
export function giveDefinition(object: object, definition: GlobalDefinition): void {
  given.set(object, definition);
}

export function givenDefinition(object: object): GlobalDefinition | undefined {
  return given.get(object);
}

function registered(id: string, registration: GlobalRegistration | undefined): GlobalDefinition | undefined {
  if (!registration) return undefined;
  const earlier = known.get(registration);
  if (earlier) return earlier;
  const { type, structs = [], initial, properties = {} } = registration;
  const made = define(id, type, structs, initial === undefined ? undefined : fromBase64(initial), properties);
  known.set(registration, made);
  return made;
}

/** A global as an image has it. */
export interface ImageGlobal {
  readonly global: Pick<Global, "id" | "type" | "storage" | "initial">;
  readonly structs: readonly StructDefinition[];
  /** Its key there: its index, or a name for globals that were linked in. */
  readonly key: number | string;
}

/** The image's definition of a global. For one that another package defines, that package's, if it is the same memory. */
export function definitionInImage(loaded: LoadedImage, { global, structs }: ImageGlobal): GlobalDefinition {
  if (global.storage === "imported") return importedDefinition(loaded, global, structs);
  return define(global.id, global.type, structs, global.initial, {});
}

function define(
  id: string,
  type: DataType,
  structs: readonly StructDefinition[],
  initial: Uint8Array | undefined,
  properties: Properties,
): GlobalDefinition {
  const value = initial?.some((byte) => byte !== 0) ? initial : undefined;
  return { id, type, structs, size: layoutOf(type, structs).size, initial: value, properties };
}

/** Whether both have the same type and initial value, and so may share storage. */
export function isSameDefinition(a: GlobalDefinition, b: GlobalDefinition): boolean {
  if (a === b) return true;
  const [first, second] = [withoutFinalZeros(a.initial) ?? none, withoutFinalZeros(b.initial) ?? none];
  const isSameValue = first.length === second.length && first.every((byte, index) => byte === second[index]);
  return isSameValue && structureOf(a.type, a.structs) === structureOf(b.type, b.structs);
}

const none = new Uint8Array();

function importedDefinition(loaded: LoadedImage, global: ImageGlobal["global"], structs: readonly StructDefinition[]) {
  const object = importedObject(loaded.owner, global.id);
  const id = object ? globalIdOf(object) : releasedId(global.id, loaded.owner);
  const found = id === undefined ? undefined : definitionOf(id);
  if (!found) {
    throw new LanewiseError(
      "link_program_error",
      `Device global ${global.id}, which ${loaded.owner} imports, is in no loaded module that Lanewise compiled.`,
      { help: "Compile the package that declares it with Lanewise." },
    );
  }
  const [theirs, ours] = [structureOf(found.type, found.structs), structureOf(global.type, structs)];
  if (theirs === ours && !found.properties.deviceImageScope) return found;
  throw new LanewiseError(
    "link_program_error",
    theirs === ours
      ? `Device global ${found.id} has deviceImageScope: images of other packages, here of ${loaded.owner}, cannot use it.`
      : `Device global ${found.id} has the type ${theirs}, but ${loaded.owner} was compiled for ${ours}.`,
    { help: "Compile both packages again, against the loaded versions." },
  );
}

/** `<package>@<version>/<path>:<name>`; a scope also has an @. */
const ofRelease = /^(@?[^@]+)@[^/]*(\/.*)$/;

/**
 * Maps the id of a global in the release that an image was compiled with to the loaded release: the same one, or the only other one. Needed for
 * globals that the image's module does not import itself, so that it has no object for them.
 */
function releasedId(id: string, owner: string): string | undefined {
  const { definitions } = registry();
  if (definitions.has(id)) return id;
  const found = releasesOf(id, definitions);
  if (found.length < 2) return found[0];
  throw new LanewiseError(
    "link_program_error",
    `Device global ${id}, used by functions in an image of ${owner}, is loaded more than once: ${found.join(", ")}.`,
    {
      help: "Install one version of the package (`npm ls` shows them), or import the device global in the kernel's module.",
    },
  );
}

/** Whether it is the id or symbol of a definition, `<package>@<version>/<path>:<name>`, rather than an import's name. */
export function isOfRelease(id: string): boolean {
  return /.@[^:]*:/.test(id);
}

/** The ids that other releases of the package have registered for the same definition. */
export function releasesOf(id: string, registered: { keys(): Iterable<string> }): readonly string[] {
  const nameOf = (one: string) => one.replace(ofRelease, "$1$2");
  return [...registered.keys()].filter((one) => one !== id && nameOf(one) === nameOf(id));
}

/** Searches the module's own imports first, then those of others: images that were linked together have a separate owner. */
export function importedObject(owner: string, name: string): object | undefined {
  const { modules } = registry();
  const own = modules.get(owner);
  for (const registration of own ? [own, ...modules.values()] : modules.values()) {
    const thunk = registration.imports?.[name];
    const object = thunk && evaluate(thunk);
    if ((typeof object === "object" && object !== null) || typeof object === "function") return object;
  }
  return undefined;
}
