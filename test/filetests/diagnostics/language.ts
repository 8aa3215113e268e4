// What a kernel may not do, as people try it: each has a message of its own.
import { Queue, type f32, type i32 } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const ints = q.mallocShared(Int32Array, 64);
const longs = q.mallocShared(BigInt64Array, 64);
const ulongs = q.mallocShared(BigUint64Array, 64);
let hostFunction: (x: number) => number = (x) => x;
const config = { list: [1, 2], name: "x" };

function again(k: number): number {
  return apply(again, k - 1); // note: called from `again`
}
function apply(f: (x: number) => number, x: number): number {
  return f(x); // error LW1205: `again` calls itself
}
q.parallelFor(64, (i) => {
  out[i] = again(i); // note: called from the kernel
});
q.parallelFor(64, (i) => {
  const make = (k: number) => {
    if (k > 2) return (x: number) => x * i;
    return (x: number) => x + i;
  };
  out[i] = make(1)(2); // error LW1138: `make(1)` returns one of several functions
  hostFunction = (x) => x * i; // error LW1208 // error LW1116: This function
  let f = (x: number) => x; // error LW1208: `f` is not known
  if (i > 2) f = (x) => x * 2; // error LW1116
  out[i] = f(1);
});
q.parallelFor(64, (i) => {
  const p = { x: 1 };
  if ("x" in p) out[i] = 1; // error LW1117: `in`
  if (out instanceof Float32Array) out[i] = 2; // error LW1117: `instanceof`
  const type = typeof i; // error LW1117: `typeof`
  if (type === "number") out[i] = 3;
  const none: { x?: number } = { x: 1 };
  delete none.x; // error LW1117: `delete`
});
q.parallelFor(64, (i) => {
  const seen = new Set<number>(); // error LW1135: `Set` grows
  seen.add(i);
  const now = new Date(); // error LW1112: `Date`
  out[i] = JSON.parse("1"); // error LW1202: `JSON.parse`
  const text = String(i); // error LW1105
  out[i] = i.toFixed(2).length; // error LW1105
  fetch("x"); // error LW1202: `fetch`
  if (config.name === "x") out[i] = 1; // error LW1204: `config.name` // error LW1105
  out[i] = config.list[0]!; // error LW1220: `config.list` is an ordinary array
  q.wait(); // error LW1209: `q.wait`
});
q.parallelFor(64, (i) => {
  const list = [1, 2, 3];
  list.push(i); // error LW1131: `list.push`
  const doubled = list.concat(list); // error LW1131: `list.concat`
  list.reverse(); // error LW1131
  out.fill(0); // error LW1131
  const part = out.slice(1, i); // error LW1131
  const made = Array.from({ length: 4 }); // error LW1131: `Array.from`
});

class Shape {
  constructor(public radius: f32) {}
  area(): f32 {
    return 0;
  }
}
class Circle extends Shape {
  override area(): f32 {
    return this.radius * 3;
  }
}
class Square extends Shape {
  override area(): f32 {
    return this.radius * this.radius;
  }
}
q.parallelFor(64, (i) => {
  let shape: Shape = new Circle(1);
  if (i > 2) shape = new Square(2); // error LW1219: This is Square or Circle
  out[i] = shape.area();
});
q.parallelFor(64, (i) => {
  const shapes: Shape[] = [new Circle(1), new Square(2)]; // error LW1219: This is Square or Circle
  for (const shape of shapes) out[i] = shape.area();
});

class Celsius {
  #degrees = 1;
  get fahrenheit(): number {
    return this.#degrees * 1.8 + 32;
  }
  warmer(by: number): number {
    return this.#degrees + by;
  }
  set fahrenheit(value: number) {
    this.#degrees = (value - 32) / 1.8;
  }
}
q.parallelFor(64, (i) => {
  const t = new Celsius();
  [t.fahrenheit] = [2]; // error LW1133: `t.fahrenheit`
  out[i] = t.fahrenheit;
});
interface Scale {
  warmer(by: number): number;
}
declare const scale: Scale;
q.parallelFor(64, (i) => {
  out[i] = scale.warmer(2); // error LW1207: `scale.warmer`
});
function sealed<T extends abstract new (...args: never) => unknown>(target: T, _: ClassDecoratorContext): T {
  return target;
}
@sealed // error LW1134: Decorators
class Sealed {
  x = 1;
}
q.parallelFor(64, (i) => {
  out[i] = new Sealed().x; // note: called from the kernel
});

q.parallelFor(64, (i) => {
  let t; // error LW1132: `t` has no type where it is declared: it is given values of the types number and boolean
  t = 1;
  out[i] = t;
  t = i > 2;
  if (t) out[i] = 2;
  let kept; // error LW1132: `kept` has no type where it is declared: TypeScript infers none here
  kept ??= i;
  out[i] = kept;
  let row; // error LW1125: `row` has no value where it is declared
  row = out;
  row[i] = 1;
  const either: number | boolean = i > 2 ? 1 : true; // error LW1136: The type number | boolean
});
q.parallelFor(64, (i) => {
  longs[i] = longs[i]! + ulongs[i]!; // error LW1302: `longs[i]` is i64 and `ulongs[i]` is u64
  ints[Math.sqrt(i)] = 1; // error LW1301
  const k: i32 = 0xffffffff; // error LW1310
});
function find(k: number): { x: number } | null | undefined { // error LW1124: `{ x: number; } | null | undefined`
  return k > 2 ? { x: 1 } : undefined;
}
function findNumber(k: number) {
  if (k > 2) return k;
  if (k > 1) return null; // error LW1124: `null`
  return undefined; // error LW1124: `undefined`
}
q.parallelFor(64, (i) => {
  out[i] = find(i)!.x; // note: called from the kernel
  out[i] = findNumber(i)!; // note: called from the kernel // note: called from the kernel
});
q.parallelFor(64, (i) => ints[i]! * 2); // warning LW1140: stores nothing
q.parallelFor(64, (i) => (i > 2 ? ints[i]! : ints[0]!)); // warning LW1140: stores nothing
q.parallelFor(64, (i) => (ints[i] = 2));
