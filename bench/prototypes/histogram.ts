// Hand-written histogram: scalar, with plain additions, as one thread needs no atomic ones.

import type { Prototype } from "../harness/kernel.js";
import type { HistogramArrays, HistogramScalars } from "../kernels/histogram/workload.js";
import { add, bytes, FunctionWriter, get, int } from "./emitter.js";

function source(): string {
  const f = new FunctionWriter(1, ["n", "data", "counts"]);
  f.loop(int(0), get("$n"), 1, (i) => {
    const bin = f.integer(add(get("$counts"), bytes(`(i32.load8_u ${add(get("$data"), get(i))})`)));
    f.emit(`(i32.store ${get(bin)} ${add(`(i32.load ${get(bin)})`, int(1))})`);
  });
  return f.toModule();
}

export const histogram: Prototype<HistogramArrays, HistogramScalars> = {
  versions: [1],
  source,
  arguments: ({ data, counts }, { n }) => [n, data, counts],
};
