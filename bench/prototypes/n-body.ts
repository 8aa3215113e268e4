// Hand-written n-body: gangs of bodies against one body at a time, whose values are splatted from memory.

import type { Prototype } from "../harness/kernel.js";
import type { BodiesArrays, BodiesScalars } from "../kernels/n-body/workload.js";
import { at, FunctionWriter, get, int } from "./emitter.js";

function source(k: number): string {
  const f = new FunctionWriter(k, ["n", "x", "y", "z", "m", "ax", "ay", "az", "softening:f32"]);
  const softening = f.splat(get("$softening"));
  const one = f.constant(1);
  f.loop(int(0), get("$n"), 4 * k, (i) => {
    const xi = f.load(at("$x", get(i)));
    const yi = f.load(at("$y", get(i)));
    const zi = f.load(at("$z", get(i)));
    const zero = f.constant(0);
    const sumX = f.variable(zero);
    const sumY = f.variable(zero);
    const sumZ = f.variable(zero);
    f.loop(int(0), get("$n"), 1, (j) => {
      const dx = f.sub(f.loadSplat(at("$x", get(j))), xi);
      const dy = f.sub(f.loadSplat(at("$y", get(j))), yi);
      const dz = f.sub(f.loadSplat(at("$z", get(j))), zi);
      const mass = f.loadSplat(at("$m", get(j)));
      const square = f.mulAdd(dx, dx, f.mulAdd(dy, dy, f.mulAdd(dz, dz, softening)));
      const inverse = f.div(one, f.operation("f32x4.sqrt", square));
      const weight = f.mul(f.mul(f.mul(inverse, inverse), inverse), mass);
      f.assign(sumX, f.mulAdd(dx, weight, sumX));
      f.assign(sumY, f.mulAdd(dy, weight, sumY));
      f.assign(sumZ, f.mulAdd(dz, weight, sumZ));
    });
    f.store(at("$ax", get(i)), sumX);
    f.store(at("$ay", get(i)), sumY);
    f.store(at("$az", get(i)), sumZ);
  });
  return f.toModule();
}

export const nBody: Prototype<BodiesArrays, BodiesScalars> = {
  versions: [1, 2, 4],
  source,
  arguments: ({ x, y, z, m, ax, ay, az }, { softening, n }) => [n, x, y, z, m, ax, ay, az, softening],
};
