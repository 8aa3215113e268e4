// Fields by a string, arrays that grow, rest parameters without arguments, functions in arrays. What the messages show is tried in
// test/transformer/habits.test.ts.
import { type f64, Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float64Array, 64);
const table = { red: 1, green: 2, blue: 3 };
const config = { gain: 2 };
const twice = (v: number): number => v * 2;
const next = (v: number): number => v + 1;
const steps: ((v: number) => number)[] = [twice, next];
const total = (a: number, ...rest: f64[]): number => a + rest.length;

q.parallelFor(64, (i) => {
  const name: keyof typeof table = i % 2 === 0 ? "red" : "blue";
  out[i] = table[name]; // error LW1265: `name` is a string
  out[i] = config["gain"]; // error LW1265: `"gain"` is a string
  const p = { x: i };
  out[i] = p["x"]; // error LW1265
});
q.parallelFor(64, (i) => {
  const todo: number[] = []; // error LW1266: `[]`
  todo.push(i);
});
q.parallelFor(64, (i) => {
  out[i] = total(i); // error LW1267: `rest`
  out[i] = total(i, 2);
});
q.parallelFor(64, (i) => {
  for (const step of steps) out[i] = step(i); // error LW1268: `steps`
});
q.parallelFor(64, (i) => {
  out[i] = steps[i % 2]!(i); // error LW1268: `steps`
});
q.parallelFor(64, (i) => {
  const own = [twice, next]; // error LW1268: `own`
  for (const step of own) out[i] = step(i);
});
