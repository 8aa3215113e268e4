// Caches for facts about nodes. They last one compilation: a watching compiler reuses the nodes of unchanged files, but
// their names may resolve differently each time. Diagnostics reported while computing an entry are repeated at every use.

import type { Collected } from "../diagnostics/reporter.js";
import type { PassContext } from "../pass-context.js";

export type Cache<K extends object, V> = (context: PassContext, key: K, make: () => V) => V;

export function createCache<K extends object, V>(): Cache<K, V> {
  const ofCompilation = new WeakMap<PassContext, Map<K, Collected<V>>>();
  return (context, key, make) => {
    let entries = ofCompilation.get(context);
    if (!entries) {
      entries = new Map();
      ofCompilation.set(context, entries);
    }
    const known = entries.get(key);
    if (known) {
      context.reporter.repeat(known);
      return known.value;
    }
    const made = context.reporter.collect(make);
    // Undefined is not cached: a later lookup may know more.
    if (made.value !== undefined) entries.set(key, made);
    return made.value;
  };
}
