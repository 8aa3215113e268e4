// Functions that are given to transform.
import { type i32, Queue } from "lanewise";
import { compact, type NumberArray, transform } from "lanewise/algorithms";

const q = new Queue();
const x = new Float32Array(8);
const y = new Float64Array(8);
const either: Float32Array | Float64Array = Math.random() < 0.5 ? x : y;

transform(q, x, x, (v) => v.toString()); // error TS2322
transform(q, x, x, (v) => String(v).length); // error LW1105
transform(q, x, x, (v = 1) => v); // error LW1003
transform(q, x, x, (v: number, w: number) => v + w); // error TS2345
transform(q, x, x, (v) => v > 0); // error TS2322
transform(q, x, x, (v: any) => v); // error LW1137
transform(q, x, x, (v): any => v); // error LW1137
transform(q, x, x, Math.sqrt); // error LW1001
transform(q, either, x, (v) => v); // error LW1006: Float32Array

function doubled<A extends NumberArray>(array: A): void {
  transform(q, array, array, (v) => v); // error LW1006
}
doubled(x);

const twice = (v: number) => v * 2;
transform(q, x, x, twice); // note: used for elements of Float32Array into Float32Array here
transform(q, x, x, twice);
transform(q, x, y, twice); // error LW1007: `twice` is used for elements of Float32Array into Float64Array here

const fill = (i: i32) => (x[i] = i);
q.parallelFor(8, fill); // note: used for indices here
transform(q, x, x, fill); // error LW1007: elements of Float32Array into Float32Array here and for indices elsewhere

let changing = twice;
changing = (v) => v;
transform(q, x, x, changing); // error LW1001

compact(q, x, (v) => v > 0 && String(v), x); // error TS2769
compact(q, either, (v) => v > 0, either); // error LW1006: Float32Array
