// The object that `deviceGlobal` returns on the host: a handle for copies. In a compiled program any other use throws (V6); in a program that is
// not compiled it holds the value, so that kernels run as plain JavaScript (X5).

import { LanewiseError, memoryErrors } from "../errors/index.js";
import {
  definitionOf,
  givenDefinition,
  globalIdOf,
  type HostGlobal,
  isProgramCompiled,
  registry,
} from "../images/registry/index.js";
import type { Properties } from "../language/index.js";
import { copyOf } from "../values/index.js";
import type { GlobalPart } from "./global-part.js";

/** Keys that engines, consoles and promises read on any object. */
const harmless = new Set<string>([
  "then",
  "toJSON",
  "constructor",
  "inspect",
  "nodeType",
  "asymmetricMatch",
  "$$typeof",
]);

export function createGlobalObject(initial: unknown, part: GlobalPart): object {
  const shared = registry();
  const source = typeof initial === "object" && initial !== null ? shared.globals.get(initial) : undefined;
  const state: HostGlobal = {
    initial: source ? source.initial : initial,
    value: undefined,
    part,
    isOfPlainKernel: false,
  };
  const target = Object.create(null) as object; // Object.create is typed `any`; the proxy's target stays empty.
  const object: object = new Proxy(target, {
    get: (_target, key) => {
      if (key === Symbol.iterator) return iterator(object, state);
      return isAccess(key) ? read(object, state, key) : undefined;
    },
    set: (_target, key, value: unknown) => write(object, state, key, value),
    has: (_target, key) => isAccess(key),
    defineProperty: () => false,
    deleteProperty: () => false,
  });
  shared.globals.set(object, state);
  return object;
}

function isAccess(key: string | symbol): key is string {
  return typeof key === "string" && !harmless.has(key);
}

function read(object: object, state: HostGlobal, key: string): unknown {
  if (key === "hasProperty") return (name: string) => Object.hasOwn(propertiesOf(object, state), name);
  if (key === "getProperty") return (name: string) => propertyOf(object, state, name);
  const value = hostValue(object, state, `.${key}`);
  switch (key) {
    case "value":
      return value;
    case "get":
      return () => value;
    case "set":
      return (next: unknown) => {
        state.value = overwrite(state.value, next);
      };
    default:
      return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  }
}

/** Returns the declared properties, which only compiled programs know (P2). */
function propertiesOf(object: object, state: HostGlobal): Properties {
  const id = globalIdOf(object);
  const definition = givenDefinition(object) ?? (id === undefined ? undefined : definitionOf(id));
  if (definition) return definition.properties;
  if (id === undefined) checkRegistered(state, "its properties");
  throw new LanewiseError(
    "kernel_not_compiled",
    "A device global's properties were read in a program that is not compiled: only the compiler knows them.",
  );
}

function propertyOf(object: object, state: HostGlobal, name: string): unknown {
  const properties = propertiesOf(object, state);
  if (Object.hasOwn(properties, name)) return Reflect.get(properties, name);
  throw new LanewiseError("invalid", `Device global ${String(globalIdOf(object))} has no property ${name}.`, {
    help: "Ask hasProperty first, or declare the property.",
  });
}

/** Returns the iterator function of an array, for for-of. */
function iterator(object: object, state: HostGlobal): unknown {
  const value = hostValue(object, state, "for-of");
  return Array.isArray(value) ? () => value.values() : undefined;
}

function write(object: object, state: HostGlobal, key: string | symbol, next: unknown): boolean {
  if (!isAccess(key)) return false;
  const value = hostValue(object, state, `.${key}`);
  if (key === "value") {
    state.value = next;
    return true;
  }
  return typeof value === "object" && value !== null && Reflect.set(value, key, copyOf(next));
}

/** Returns the value after `next` is stored over `before`: objects are overwritten in place, so that references to them see the new values. */
function overwrite(before: unknown, next: unknown): unknown {
  if (typeof before !== "object" || before === null || typeof next !== "object" || next === null) return copyOf(next);
  const source = copyOf(next);
  for (const key of Object.keys(before)) {
    Reflect.set(before, key, overwrite(Reflect.get(before, key), Reflect.get(source, key)));
  }
  return before;
}

/**
 * Throws if kernels cannot see a device global, because they are compiled and no module has registered it. In a partly compiled program, globals
 * that plain kernels use are allowed.
 */
export function checkRegistered(state: HostGlobal, use: string): void {
  if (registry().isInPlainKernel) state.isOfPlainKernel = true;
  if (state.isOfPlainKernel || !isProgramCompiled()) return;
  throw new LanewiseError(
    "kernel_not_compiled",
    `A device global was used (${use}), but no module has registered it, although the program is compiled: the compiler did not see where it is made, so kernels cannot use it.`,
    {
      help: "Write `export const total = deviceGlobal<i32>();` at the top level of a TypeScript module, where `deviceGlobal` is not `any`, and compile that module with `lanewise build` or a bundler plugin.",
    },
  );
}

/** Returns the value that a program keeps on the host if it is not compiled. */
export function hostValue(object: object, state: HostGlobal, use: string): unknown {
  const id = givenDefinition(object)?.id ?? globalIdOf(object);
  if (id !== undefined) {
    throw new LanewiseError(
      "host_access",
      `Device global ${id} was used on the host (${use}), but only devices have its value.`,
      { row: memoryErrors.host_access },
    );
  }
  checkRegistered(state, use);
  if (state.value === undefined) {
    if (state.initial === undefined) {
      throw new LanewiseError(
        "kernel_not_compiled",
        `A device global without an initial value was used (${use}) in a program that is not compiled: only the compiler knows its type, and so its size.`,
      );
    }
    state.value = copyOf(state.initial);
  }
  return state.value;
}
