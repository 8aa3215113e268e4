// Pointers in programs that are not compiled: objects that access their target. The null pointer is one, too, also when a compiled program's host
// writes it into device memory.

import { LanewiseError } from "../errors/index.js";
import { describeValue } from "../values/index.js";
import { asNull } from "./referred-bits.js";

/** The target of a pointer, read and written as a whole. */
interface Target {
  readonly get: () => unknown;
  readonly set: (value: unknown) => void;
}

class HostPointer {
  readonly #target: Target | undefined;

  constructor(target: Target | undefined) {
    this.#target = target;
  }

  get isNull(): boolean {
    return this.#target === undefined;
  }
  get(): unknown {
    return this.#found.get();
  }
  set(value: unknown): void {
    this.#found.set(value);
  }
  get value(): unknown {
    return this.get();
  }
  set value(value: unknown) {
    this.set(value);
  }
  get #found(): Target {
    if (this.#target) return this.#target;
    throw new LanewiseError("invalid_reference", "A null pointer was dereferenced on the host.");
  }
}

/** Accesses elements of a pointer's target: `p[i]`. */
const elements: ProxyHandler<HostPointer> = {
  get: (pointer, key) => read(isElement(key) ? pointer.get() : pointer, key),
  set: (pointer, key, value: unknown) => Reflect.set(isElement(key) ? Object(pointer.get()) : pointer, key, value),
};

function isElement(key: string | symbol): boolean {
  return key === "length" || key === Symbol.iterator || (typeof key === "string" && /^-?\d+$/.test(key));
}

/** Binds methods to the object itself, since it has private members. */
function read(object: unknown, key: string | symbol): unknown {
  const found: unknown = Reflect.get(Object(object), key);
  return typeof found === "function" ? found.bind(object) : found;
}

const nothing = asNull(wrap(new HostPointer(undefined)));

function wrap(pointer: HostPointer): object {
  return new Proxy(pointer, elements);
}

export function createNullPointer(): object {
  return nothing;
}

export function createPointer(place: object, index: number | undefined): object {
  if (typeof place !== "object" || place === null) {
    throw new LanewiseError(
      "invalid",
      `addressOf: place is ${describeValue(place)}; expected an array, an object or a device global.`,
    );
  }
  if (index === undefined) return wrap(new HostPointer(wholeOf(place)));
  const length = Number(Reflect.get(place, "length"));
  if (!(Number.isInteger(index) && index >= 0 && index < length)) {
    throw new LanewiseError(
      "out_of_bounds",
      `addressOf: index is ${describeValue(index)}; expected the index of one of the array's ${length} elements.`,
    );
  }
  return wrap(
    new HostPointer({
      get: () => Reflect.get(place, index) as unknown,
      set: (value) => {
        Reflect.set(place, index, value);
      },
    }),
  );
}

/** Returns the target for a whole object: a device global has `get` and `set`; other objects get their fields written. */
function wholeOf(place: object): Target {
  const [get, set] = ["get", "set"].map((name): unknown => Reflect.get(place, name));
  if (typeof get === "function" && typeof set === "function") {
    return { get: () => get.call(place), set: (value) => set.call(place, value) };
  }
  return { get: () => place, set: (value) => Object.assign(place, value) };
}
