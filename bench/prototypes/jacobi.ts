// Hand-written Jacobi: five loads from neighbouring addresses, unaligned.

import type { Prototype } from "../harness/kernel.js";
import type { JacobiArrays, JacobiScalars } from "../kernels/jacobi/workload.js";
import { add, at, FunctionWriter, get, int, multiply } from "./emitter.js";

function source(k: number): string {
  const f = new FunctionWriter(k, ["size", "width", "from", "to"]);
  const factor = f.constant(0.2);
  f.loop(int(0), get("$size"), 1, (y) => {
    f.loop(int(0), get("$size"), 4 * k, (x) => {
      const row = add(multiply(add(get(y), int(1)), get("$width")), int(1));
      const centre = f.integer(add(row, get(x)));
      const above = `(i32.sub ${get(centre)} ${get("$width")})`;
      const below = add(get(centre), get("$width"));
      const load = (index: string) => f.load(at("$from", index));
      const sides = f.add(f.add(load(get(centre)), load(add(get(centre), int(-1)))), load(add(get(centre), int(1))));
      f.store(at("$to", get(centre)), f.mul(factor, f.add(f.add(sides, load(above)), load(below))));
    });
  });
  return f.toModule();
}

export const jacobi: Prototype<JacobiArrays, JacobiScalars> = {
  versions: [1, 2, 4],
  source,
  arguments: ({ from, to }, { size, width }) => [size, width, from, to],
};
