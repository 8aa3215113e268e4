// What a launch cannot read of an object of the host.
import { Queue } from "lanewise";

const q = new Queue();
class Hidden {
  readonly #data: Float64Array;
  constructor(data: Float64Array) {
    this.#data = data;
  }
  at(i: number): number {
    return this.#data[i]!; // error LW1223: `hidden.#data` is private to its class
  }
}
class Counter {
  calls = 0;
  constructor(readonly data: Float64Array) {}
  at(i: number): number {
    this.calls++; // error LW1203: `this.calls`
    return this.data[i]!;
  }
}
const out = new Float64Array(8);
const hidden = new Hidden(out);
const counter = new Counter(out);
q.parallelFor(8, (i) => { out[i] = hidden.at(i); }); // note: called from the kernel
q.parallelFor(8, (i) => { out[i] = counter.at(i); }); // note: called from the kernel

// Fields that may be missing, and arrays whose class is a type parameter of their object's class.
interface Settings {
  readonly mode?: "wrap" | "clamp";
  readonly size?: [number, number];
}
export function withSettings(settings: Settings): void {
  q.parallelFor(8, (i) => {
    const isWrapped = (settings.mode ?? "clamp") === "wrap"; // error LW1204: `settings.mode` has the type "wrap" | "clamp" | undefined
    out[i] = isWrapped ? (settings.size?.[0] ?? 1) : 0; // error LW1204: `settings.size`
  });
  const mode = settings.mode ?? "clamp";
  const size = settings.size ?? [1, 1];
  q.parallelFor(8, (i) => { out[i] = mode === "wrap" ? size[0] : 0; });
}
type Floats = Float32Array | Float64Array;
class Signal<T extends Floats> {
  constructor(readonly data: T) {}
  at(i: number): number {
    return this.data[i]!; // error LW1204: `signal.data` has the type T
  }
}
function withSignal<T extends Floats>(signal: Signal<T>): void {
  q.parallelFor(8, (i) => { out[i] = signal.at(i); }); // note: called from the kernel
}
withSignal(new Signal(out));
function withData<T extends Floats>(data: T): void {
  q.parallelFor(8, (i) => { out[i] = data[i]!; });
}
withData(out);
