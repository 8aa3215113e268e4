// Assignments that call setters: of objects of the kernel's own, and of objects of the host whose accessors lead to typed arrays.
import { type f32, Queue } from "lanewise";
import { fractions, program, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n + 4)), new Float64Array(n)] as const;

class Thermometer {
  sets = 0;
  constructor(public celsius: number) {}
  get fahrenheit(): number {
    return this.celsius * 1.8 + 32;
  }
  set fahrenheit(value: number) {
    this.celsius = (value - 32) / 1.8;
    this.sets++;
  }
}
class Vector {
  x = 0;
  y = 0;
  get squared(): number {
    return this.x * this.x + this.y * this.y;
  }
  set position({ x, y }: { x: number; y: number }) {
    this.x = x;
    this.y = y;
  }
  set whole(value: number) {
    this.x = value | 0;
  }
  set isUp(value: boolean) {
    this.y = value ? 1 : -1;
  }
  set rounded(value: f32) {
    this.y = value;
  }
}
class Arrow extends Vector {
  readonly #own = 2;
  set #length(value: number) {
    this.x = value * this.#own;
  }
  override set whole(value: number) {
    this.#length = value;
  }
}

export const setterAlone = same(arrays, (a, out) => (i) => {
  const t = new Thermometer(a[i]!);
  t.fahrenheit = i;
  out[i] = t.celsius + t.sets;
});
export const setterWithItsGetter = same(arrays, (a, out) => (i) => {
  const t = new Thermometer(a[i]!);
  t.fahrenheit += i;
  const before = t.fahrenheit++;
  const after = --t.fahrenheit;
  t.fahrenheit *= 2;
  out[i] = t.celsius + before * 3 + after * 5 + t.sets * 100;
});
export const valueOfAnAssignment = same(arrays, (a, out) => (i) => {
  const t = new Thermometer(0);
  const v = new Vector();
  const set = (t.fahrenheit = a[i]!);
  const stays = (v.whole = a[i]!);
  const isUp = (v.isUp = i > 3);
  out[i] = set + stays + v.x + t.celsius + (isUp ? 1000 : 0) + v.y;
});
export const settersOfAllTypes = same(arrays, (a, out) => (i) => {
  const v = new Vector();
  v.position = { x: i, y: a[i]! };
  v.rounded = Math.fround(v.y);
  out[i] = v.squared + Math.fround(v.y);
});
export const overriddenAndPrivate = same(arrays, (a, out) => (i) => {
  const [v, w] = [new Vector(), new Arrow()];
  v.whole = a[i]!;
  w.whole = a[i]!;
  out[i] = v.x * 100 + w.x;
});
export const objectOnceBeforeTheValue = same(arrays, (a, out) => (i) => {
  const v = new Vector();
  let calls = 0;
  const one = (): Vector => {
    calls = calls * 10 + 1;
    return v;
  };
  const two = (): number => {
    calls = calls * 10 + 2;
    return a[i]!;
  };
  one().whole = two();
  out[i] = v.x + calls;
});

class Cell {
  readonly #data: Float64Array;
  constructor(
    data: Float64Array,
    readonly at: number,
  ) {
    this.#data = data;
  }
  get value(): number {
    return this.#data[this.at]!;
  }
  set value(value: number) {
    this.#data[this.at] = value;
  }
  async raise(q: Queue, out: Float64Array): Promise<void> {
    await q.singleTask(() => {
      this.value = 3;
      this.value += 4;
      this.value++;
      out[0] = this.value;
    });
  }
}
// A getter gives what the kernel has set, not what it gave at the launch.
export const accessorsOfTheHost = program(async (q) => {
  const [data, out] = [Float64Array.of(0, 10, 20), new Float64Array(1)];
  await new Cell(data, 1).raise(q, out);
  return [...data, ...out];
}, [0, 8, 20, 8]);
