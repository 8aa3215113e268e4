// A quarter of a circle fills pi / 4 of its square: count the random points that fall into it.
// `randomUniform` of lanewise/random gives the same number for the same seed, index and place, so each run gives the same result.

import { Queue, reduction } from "lanewise";
import { randomUniform } from "lanewise/random";

const q = new Queue();
const points = 4_000_000;
const inside = new Float64Array(1);

await q.parallelFor(points, reduction(inside, "add"), (i, inside) => {
  const x = randomUniform(7, i, 0);
  const y = randomUniform(7, i, 1);
  if (x * x + y * y < 1) inside.combine(1);
});
console.log(`pi is about ${(4 * inside[0]) / points}`);
