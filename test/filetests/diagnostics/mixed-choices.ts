// A choice between a new object and one that was there before is a copy, which shows where fields are assigned.
import { Queue } from "lanewise";

interface Point { x: number; y: number }
const q = new Queue();
const out = new Float64Array(8);
const xOf = (p: Point): number => p.x;

q.parallelFor(8, (i) => {
  const p: Point = { x: 0.5, y: i };
  const v = i > 2 ? { x: 20, y: 3 } : p; // error LW1214: `i > 2 ? { x: 20, y: 3 } : p` would be a new object in one case and an existing one in another
  v.x = 5;
  out[i] = p.x;
});
q.parallelFor(8, (i) => {
  const p: Point = { x: 0.5, y: i };
  const v = i > 2 ? p : { x: 20, y: 3 }; // error LW1214
  p.x = 5;
  out[i] = v.x;
});
q.parallelFor(8, (i) => {
  const p: Point = { x: 0.5, y: i };
  const v: Point = i > 2 ? { x: 20, y: 3 } : { ...p };
  v.x = 5;
  out[i] = p.x;
});
q.parallelFor(8, (i) => {
  const p: Point = { x: 0.5, y: i };
  out[i] = xOf(i > 2 ? p : { x: 20, y: 3 });
});
