// Ordinary arrays and other tables of the host: one error for all uses in a kernel.
import { Queue } from "lanewise";

const q = new Queue();
const out = new Float64Array(8);
const table = [1, 2, 3];
const ragged = [[1], [2, 3]];
const holder = { list: [1, 2, 3], map: new Map<number, number>() };
const twice = (k: number): number => table[k]! * 2;

q.parallelFor(8, (i) => {
  out[i] = table[i]! + table[i + 1]!; // error LW1220: `table`
  for (const value of table) out[i]! += value + twice(i);
});
q.parallelFor(8, (i) => {
  out[i] = ragged[i]![0]! + ragged[0]!.length + ragged.length; // error LW1246: `ragged`
});
q.parallelFor(8, (i) => {
  out[i] = holder.list[i]! + holder.list.length + holder.map.size; // error LW1220: `holder.list` // error LW1204: `holder.map`
});
const rows = Array.from({ length: 8 }, () => new Float32Array(4));
q.parallelFor(8, (i) => {
  out[i] = rows[i]![0]! + rows[0]!.length; // error LW1260: `rows` is an ordinary array of typed arrays (Float32Array
});

// What the help says.
const columns = 4;
const flat = Float32Array.from(rows.flatMap((row) => [...row]));
const [first, second] = rows;
q.parallelFor(8, (i) => { out[i] = flat[i * columns + 1]!; });
if (first && second) q.parallelFor(4, (i) => { out[i] = first[i]! + second[i]!; });
const data = Float64Array.from(ragged.flat());
const begins = Int32Array.from(ragged.keys(), (k) => ragged.slice(0, k).flat().length);
q.parallelFor(2, (i) => { out[i] = data[begins[i]!]!; });
