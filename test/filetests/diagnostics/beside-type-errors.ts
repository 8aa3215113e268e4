// What TypeScript finds wrong in a kernel leaves what we find in its other statements; what follows from it is not said twice.

import { Queue } from "lanewise";

const q = new Queue();
const out = new Float32Array(4);

q.parallelFor(4, (i) => {
  const wrong: string = 1; // error TS2322
  missing(i); // error TS2304
  if (i > 2) throw i; // error LW1102
  try { out[i] = 1; } finally { out[0] = 2; } // error LW1102
});

q.parallelFor(4, (i) => {
  const unknown = missing(i); // error TS2304
  const next = unknown + 1;
  out[i] = next.field;
});

q.parallelFor(4, (i) => {
  throw missing(i); // error TS2304
});
