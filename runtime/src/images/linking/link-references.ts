// Resolves references to functions in a program: which functions a call by reference may reach, and whether that is still current. A function counts
// once a reference to it was taken, in a kernel of any loaded module or on the host.

import { dispatchedType, type Fn, functionType, type ReferenceMeaning, referredSymbol } from "@lanewise/ir";
import { referencedSymbols, referencesVersion } from "../../references/index.js";
import { idOfFunction } from "../index.js";
import type { FindImage } from "./link-images.js";

/** The references with which a program was linked. */
export interface LinkedReferences {
  /** The functions with their ids, as text, which determines the program's code; empty if there are none. */
  readonly ids: string;
  /** Whether the program would be linked with the same references now. */
  readonly areCurrent: () => boolean;
}

/** For programs without references. */
export const noReferences: LinkedReferences = { ids: "", areCurrent: () => true };

export function referenceMeaning(find: FindImage): ReferenceMeaning {
  return { idOf: idOfFunction, targetsOf: (type) => targetsOf(type, find) };
}

/** Functions that no image has are left out: no call can reach them. */
export function targetsOf(type: string, find: FindImage): readonly string[] {
  return referencedSymbols().filter((symbol) => {
    const functions = find(symbol)?.module().functions ?? [];
    const definition = functions.find((fn) => fn.linkage === "exported" && fn.symbol === symbol);
    return definition !== undefined && functionType(definition) === type;
  });
}

/** `functions` are those of the program, before references are resolved. */
export function linkedReferences(functions: readonly Fn[], find: FindImage): LinkedReferences {
  const taken = functions.flatMap((fn) => (fn.linkage === "reference" ? [referredSymbol(fn)] : []));
  const types = [...new Set(functions.flatMap((fn) => (fn.linkage === "dispatch" ? [dispatchedType(fn)] : [])))];
  const targets = () => types.flatMap((type) => [type, ...targetsOf(type, find).map(withId)]).join();
  const linked = targets();
  let version = referencesVersion();
  return {
    ids: [...taken.map(withId), linked].filter((text) => text !== "").join(),
    areCurrent: () => {
      const now = referencesVersion();
      if (types.length === 0 || now === version) return true;
      if (targets() !== linked) return false;
      version = now;
      return true;
    },
  };
}

function withId(symbol: string): string {
  return `${symbol} ${idOfFunction(symbol)}`;
}
