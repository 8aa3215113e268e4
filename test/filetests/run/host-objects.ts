// Methods of objects of the host that have more than numbers: typed arrays, strings, other objects, private fields.
import type { Kernel1 } from "lanewise";
import { fractions, same } from "./harness.js";

class Table {
  calls = 0;
  constructor(
    readonly data: Float64Array,
    readonly size: number,
    readonly name: string,
  ) {}
  at(i: number): number {
    return this.data[i % this.size]!;
  }
  put(i: number, value: number): void {
    this.data[i] = value;
  }
  get last(): number {
    return this.data[this.size - 1]!;
  }
}

class Filter<Scale extends number> {
  constructor(
    private readonly table: Table,
    readonly weights: readonly [number, number],
    readonly scale: Scale,
  ) {}
  one(i: number): number {
    return this.table.at(i) * this.weights[1] + this.scale;
  }
  two(i: number): number {
    return this.one(i) + this.one(i + 1) * this.weights[0];
  }
}

const arrays = (n: number) => [Float64Array.from(fractions(n + 2)), new Float64Array(n)] as const;

export const methodWithArray = same(arrays, (a, out) => {
  const table = new Table(a, a.length, "a");
  return (i) => { out[i] = table.at(i + 1) * 2; };
});
export const methodsOfHeldObjects = same(arrays, (a, out) => {
  const filter = new Filter(new Table(a, a.length, "a"), [2, 3], 4);
  return (i) => { out[i] = filter.two(i); };
});
export const methodStores = same(arrays, (a, out) => {
  const [from, to] = [new Table(a, a.length, "a"), new Table(out, out.length, "out")];
  return (i) => { to.put(i, from.at(i) + 1); };
});
export const twoObjectsOfAClass = same(arrays, (a, out) => {
  const [all, few] = [new Table(a, a.length, "all"), new Table(a, 2, "few")];
  return (i) => { out[i] = all.at(i) - few.at(i); };
});

class Image {
  readonly #pixels: Float64Array;
  readonly #gain = { red: 1.5 };
  readonly width: number;
  constructor(pixels: Float64Array, width: number) {
    this.#pixels = pixels;
    this.width = width;
  }
  #scaled(x: number): number {
    return x * this.#gain.red;
  }
  shade(x: number): number {
    return this.#scaled(x) + this.width;
  }
  kernel(out: Float64Array): Kernel1 {
    return (i) => { out[i] = this.shade(this.#pixels[i]!) + this.#pixels.length; };
  }
}
export const privateFields = same(arrays, (a, out) => new Image(a, a.length).kernel(out));

class Point {
  constructor(
    public x: number,
    public y: number,
  ) {}
  norm(): number {
    return Math.abs(this.x) + this.y * 2;
  }
  clone(): Point {
    return new Point(this.x, this.y);
  }
  scale(by: number): this {
    this.x *= by;
    this.y *= by;
    return this;
  }
}
// Others of its class are assigned; these methods only read the captured one.
export const copiesOfOneThatOthersAreLike = same(arrays, (a, out) => {
  const p = new Point(3, 4);
  return (i) => {
    const w = p.clone().scale(a[i]!);
    w.x += 1;
    out[i] = w.x + w.y * 10 + p.norm() * 100;
  };
});
