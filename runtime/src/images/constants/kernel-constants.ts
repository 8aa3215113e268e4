// The values that specialize a kernel: the specialization constants that it uses, and its captured values in `specialized`. For each launch, chooses
// the values for which its program is compiled, and the program's key. Constants that the kernel does not use, and default values, do not affect the
// key (requirement S5).

import type { SpecializedValues } from "@lanewise/codegen";
import {
  accessOf,
  invariant,
  isValueScalar,
  layoutOf,
  scalarAccess,
  scalars,
  structureOf,
  type ValueScalar,
} from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import { checkScalar } from "../../references/index.js";
import type { LoadedImage } from "../index.js";
import type { LinkedKernel } from "../linking/index.js";
import {
  constantDefinitionOf,
  definitionInImage,
  type GlobalDefinition,
  globalIdOf,
  type ImageGlobal,
  importedObject,
  isOfRelease,
  isSameDefinition,
  registry,
  releasesOf,
} from "../registry/index.js";
import type { SpecializationValues } from "./specialization-set.js";

export interface KernelConstants {
  readonly constants: readonly UsedConstant[];
  readonly parameters: readonly SpecializedParameter[];
}
export interface UsedConstant {
  readonly id: string;
  /** Index in the linked module. */
  readonly index: number;
  /** The value in programs compiled for no values. */
  readonly initial: Uint8Array;
  /** The value unless it is set; a loaded package may declare its own. */
  readonly preset: Uint8Array;
}
interface SpecializedParameter {
  readonly index: number;
  readonly name: string;
  readonly type: ValueScalar;
}

/** The values of a launch for which a program may be compiled. */
export interface LaunchValues {
  /** The values that its command group has set. */
  readonly constants?: SpecializationValues | undefined;
  readonly captures?: readonly unknown[];
}

/** Undefined: the kernel is not specialized. */
export function kernelConstants(linked: LinkedKernel, name: string): KernelConstants | undefined {
  const { module, kernel } = linked;
  const fn = module.functions[kernel];
  const used = [...accessOf(module, kernel).globals.keys()];
  const constants = used.flatMap((index) => constantAt(linked, index, name) ?? []);
  const parameters = (fn?.specialized ?? []).map((index) => {
    const parameter = fn?.locals[index];
    invariant(parameter && isValueScalar(parameter.type), "what a kernel is specialized by is a scalar");
    return { index, name: parameter.name, type: parameter.type };
  });
  return constants.length + parameters.length > 0 ? { constants, parameters } : undefined;
}

function constantAt({ module, origin }: LinkedKernel, index: number, kernel: string): UsedConstant | undefined {
  const global = module.globals[index];
  if (global?.storage !== "specialization") return undefined;
  const { loaded, index: own } = origin(index);
  const { globals, structs } = loaded.module();
  const inImage = globals[own];
  invariant(inImage, "a global of a linked module is one of an image");
  return usedConstant(loaded, { global: inImage, structs, key: own }, index, kernel);
}

/** Resolves an image's constant: its own, or that of the package from which it is imported. */
export function usedConstant(loaded: LoadedImage, inImage: ImageGlobal, index: number, kernel: string): UsedConstant {
  const { id, type, initial } = inImage.global;
  const zeros = new Uint8Array(layoutOf(type, inImage.structs).size);
  if (isOfRelease(id)) {
    checkDeclared(loaded, inImage, kernel);
    return { id, index, initial: initial ?? zeros, preset: initial ?? zeros };
  }
  const declared = importedConstant(loaded.owner, id);
  const [theirs, ours] = [structureOf(declared.type, declared.structs), structureOf(type, inImage.structs)];
  if (theirs !== ours) {
    throw new LanewiseError(
      "link_program_error",
      `Kernel ${kernel}: specialization constant ${declared.id} has the type ${theirs}, but ${loaded.owner} was compiled for ${ours}.`,
      { help: "Compile both packages again, against the loaded versions." },
    );
  }
  return { id: declared.id, index, initial: zeros, preset: declared.initial ?? zeros };
}

/** The constant that a module imports by a name, as declared by the loaded package. */
export function importedConstant(owner: string, name: string): GlobalDefinition {
  const object = importedObject(owner, name);
  const id = object && globalIdOf(object);
  const declared = id === undefined ? undefined : constantDefinitionOf(id);
  if (declared) return declared;
  throw new LanewiseError(
    "link_program_error",
    `Specialization constant ${name}, which ${owner} imports, is in no loaded module that Lanewise compiled.`,
    { help: "Compile the package that declares it with Lanewise." },
  );
}

/** Throws if an image disagrees with the constant's declaration in type or default, or has the constant of another release of its package. */
function checkDeclared(loaded: LoadedImage, inImage: ImageGlobal, kernel: string): void {
  const { id } = inImage.global;
  const declared = constantDefinitionOf(id);
  const [released] = declared ? [] : releasesOf(id, registry().constantDefinitions);
  if (released !== undefined) {
    throw new LanewiseError(
      "compile_program_error",
      `Kernel ${kernel}: an image of ${loaded.owner} was compiled with specialization constant ${id}; the loaded package has ${released}, whose value that image would not see.`,
      { help: "Build the program again, with the version of the package that is installed." },
    );
  }
  if (declared && !isSameDefinition(declared, definitionInImage(loaded, inImage))) {
    throw new LanewiseError(
      "compile_program_error",
      `Kernel ${kernel}: specialization constant ${id} has one type or default in its declaration and another in an image of ${loaded.owner}.`,
      { help: "Build all modules of the program again." },
    );
  }
}

export interface ChosenValues {
  /** Empty: only defaults. */
  readonly key: string;
  readonly values: () => SpecializedValues;
}

/** Decodes each byte to a character. */
const asText = new TextDecoder("latin1");

/** Throws `invalid` if a captured value does not fit. */
export function chooseValues(
  used: KernelConstants,
  { constants, captures }: LaunchValues,
  kernel: string,
): ChosenValues {
  const set = used.constants.flatMap(({ id, index, initial, preset }) => {
    const bytes = constants?.get(id) ?? preset;
    return isSame(bytes, initial) ? [] : [{ index, bytes }];
  });
  const given = used.parameters.map(({ index, name, type }) => {
    const { value } = checkScalar(captures?.[index], type, `Kernel ${kernel}: captured ${JSON.stringify(name)}`);
    // The value that the kernel receives: different numbers may be one f32.
    return { index, type, value: type === "f32" ? Math.fround(Number(value)) : value };
  });
  const key = [
    ...set.map(({ index, bytes }) => `${index}=${asText.decode(bytes)}`),
    ...given.map(({ index, value }) => `${index}:${Object.is(value, -0) ? "-0" : value}`),
  ].join(" ");
  const values = () => ({
    constants: new Map(set.map(({ index, bytes }) => [index, bytes])),
    parameters: new Map(given.map(({ index, type, value }) => [index, bytesOf(type, value)])),
  });
  return { key, values };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function bytesOf(type: ValueScalar, value: number | bigint | boolean): Uint8Array {
  const bytes = new Uint8Array(scalars[type].size);
  scalarAccess[type].store(new DataView(bytes.buffer), 0, value);
  return bytes;
}
