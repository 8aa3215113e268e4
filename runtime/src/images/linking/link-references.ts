// What references to functions mean in a program: which functions calls by reference may meet, and whether these are still all. A function
// counts once a reference to it was taken, in a kernel of any loaded module or on the host.

import { dispatchedType, type Fn, functionType, type ReferenceMeaning, referredSymbol } from "@lanewise/ir";
import { referencedSymbols, referencesVersion } from "../../references/index.js";
import { idOfFunction } from "../index.js";
import type { FindImage } from "./link-images.js";

/** What a program was linked with. */
export interface LinkedReferences {
  /** The functions with their ids, as text, which decides the program's code; empty where there are none. */
  readonly ids: string;
  /** Whether the program would be linked with the same ones now. */
  readonly areCurrent: () => boolean;
}

/** Of programs without references. */
export const noReferences: LinkedReferences = { ids: "", areCurrent: () => true };

export function referenceMeaning(find: FindImage): ReferenceMeaning {
  return { idOf: idOfFunction, targetsOf: (type) => targetsOf(type, find) };
}

/** Of those that no image has, no call finds any. */
export function targetsOf(type: string, find: FindImage): readonly string[] {
  return referencedSymbols().filter((symbol) => {
    const functions = find(symbol)?.module().functions ?? [];
    const definition = functions.find((fn) => fn.linkage === "exported" && fn.symbol === symbol);
    return definition !== undefined && functionType(definition) === type;
  });
}

/** `functions` are those of the program, as they are before references have a meaning. */
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
