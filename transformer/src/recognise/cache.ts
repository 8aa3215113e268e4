// Caches of what is found out about nodes. They live as long as one compilation: a watching compiler keeps the nodes of
// unchanged files, but what their names stand for, and what has been reported, is new each time.

import type { PassContext } from "../pass-context.js";

export type Cache<K extends object, V> = (context: PassContext, key: K, make: () => V) => V;

export function createCache<K extends object, V>(): Cache<K, V> {
  const ofCompilation = new WeakMap<PassContext, Map<K, V>>();
  return (context, key, make) => {
    let entries = ofCompilation.get(context);
    if (!entries) {
      entries = new Map();
      ofCompilation.set(context, entries);
    }
    const known = entries.get(key);
    if (known !== undefined) return known;
    const made = make();
    entries.set(key, made);
    return made;
  };
}
