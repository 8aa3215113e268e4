// Results that a watching compiler reuses from its last compilation: one per name, valid while its inputs are the same.

export interface Kept<T> {
  /** `parts` determine the result: immutable objects and texts. */
  of(name: string, parts: readonly unknown[], make: () => T): T;
  /** Forgets results that were not used since the last call. */
  sweep(): void;
}

interface Entry<T> {
  readonly parts: readonly unknown[];
  readonly value: T;
}

export function createKept<T>(): Kept<T> {
  let before = new Map<string, Entry<T>>();
  let now = new Map<string, Entry<T>>();
  return {
    of(name, parts, make) {
      const known = now.get(name) ?? before.get(name);
      const isSame = known?.parts.length === parts.length && known.parts.every((part, index) => part === parts[index]);
      const entry = isSame ? known : { parts, value: make() };
      now.set(name, entry);
      return entry.value;
    },
    sweep() {
      before = now;
      now = new Map();
    },
  };
}
