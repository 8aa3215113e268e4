// Random numbers for kernels: PCG, a small generator whose stream depends on nothing but its seed, so that a picture is the
// same however many threads make it. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms".

import type { f32, u32 } from "lanewise";
import { Vec3 } from "./vec3.js";

export class Random {
  constructor(private state: u32) {
    this.word(); // neighbouring seeds should not begin alike
  }

  word(): u32 {
    this.state = ((Math.imul(this.state, 747796405) >>> 0) + 2891336453) >>> 0;
    const mixed = Math.imul((this.state >>> ((this.state >>> 28) + 4)) ^ this.state, 277803737) >>> 0;
    return ((mixed >>> 22) ^ mixed) >>> 0;
  }

  /** From 0 to below 1. */
  number(): f32 {
    return (this.word() >>> 8) / 0x1000000;
  }

  /** A direction of any length up to 1, each as likely. */
  inUnitSphere(): Vec3 {
    let point: Vec3;
    do {
      point = new Vec3(2 * this.number() - 1, 2 * this.number() - 1, 2 * this.number() - 1);
    } while (point.dot(point) > 1);
    return point;
  }
}
