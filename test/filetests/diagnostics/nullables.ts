// What may be null where a kernel cannot ask, or where TypeScript believes what nobody has seen.
import { Queue } from "lanewise";

const q = new Queue();
const out = new Float64Array(8);
const find = (x: number): number | null => (x > 2 ? x : null);
const findOther = (x: number): number | null | undefined => (x > 2 ? x : undefined); // error LW1124: `(x > 2 ? x : undefined)`
const isNumber = (x: number | null): x is number => x !== null;

q.parallelFor(8, (i) => {
  out[i] = findOther(i) ?? 1; // note: called from the kernel
});
q.parallelFor(8, (i) => {
  out[i] = out[i + 4] === null ? 1 : 2; // error LW1124: `out[i + 4] === null`
});
q.parallelFor(8, (i) => {
  out[i] = out[i + 4] === undefined ? 1 : 2; // error LW1124: `out[i + 4] === undefined`
});
q.parallelFor(8, (i) => {
  const hit = find(i);
  if (isNumber(hit)) out[i] = hit; // error LW1124: `isNumber(hit)`
});
q.parallelFor(8, (i) => {
  let hit = find(i);
  const clear = (): void => {
    hit = null;
  };
  if (hit !== null) {
    clear();
    out[i] = hit; // error LW1124: `hit`
  }
});
q.parallelFor(8, (i) => {
  const hit = find(i);
  out[i] = hit === 3 ? 1 : 0; // error LW1124: `hit === 3`
});
q.parallelFor(8, (i) => {
  const hit = find(i) || 3; // error LW1124: `find(i) || 3`
  out[i] = hit;
});
q.parallelFor(8, (i) => {
  let hit = find(i);
  out[i] = (hit ??= find(i + 1)) ?? 0; // error LW1124: `hit ??= find(i + 1)`
});
q.parallelFor(8, (i) => {
  let hit = find(i);
  if (hit !== null) hit += 4; // error LW1124: `hit += 4`
  out[i] = hit ?? 0;
});
q.parallelFor(8, (i) => {
  let hit = null; // error LW1124: `null`
  out[i] = hit ?? 3;
});
const hitAt = (x: number): { t: number; next: number | null } | null => (x > 2 ? { t: x, next: null } : null);
q.parallelFor(8, (i) => {
  out[i] = hitAt(i)?.next === null ? 1 : 0; // error LW1124: `hitAt(i)?.next`
});
const scaled = (x: number, by = 2): number => x * by;
q.parallelFor(8, (i) => {
  out[i] = scaled(i, i > 2 ? undefined : 3); // error LW1124: `i > 2 ? undefined : 3`
});
q.parallelFor(8, (i) => {
  const size: { w: number; h?: number } = { w: i };
  const { w, h = 3 } = size; // error LW1264: `h = 3` is a default for a field
  out[i] = w + h;
});
q.parallelFor(8, (i) => {
  out[i] = typeof out[i + 4] === "number" ? 1 : 2; // error LW1124: `typeof out[i + 4] === "number"`
});
