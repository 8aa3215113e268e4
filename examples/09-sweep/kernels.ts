// The kernel of the sweep: one epidemic, person by person and day by day, in a town where everybody may meet everybody.

import type { ClusterLaunchOptions, ClusterQueue } from "@lanewise/cluster";
import { u32 } from "lanewise";
import { Philox } from "lanewise/random";

const PEOPLE = 500;
const FIRST = 5;
/** Of those who are ill, how many get well each day. */
const RECOVERY = 0.1;
const DAYS = 300;

/** For each basic reproduction number, the share of people who were ill by the end, in each of `runs` epidemics. */
export async function attackRates(
  q: ClusterQueue,
  r0: Float32Array,
  runs: number,
  options: ClusterLaunchOptions,
): Promise<Float32Array> {
  const rates = new Float32Array(r0.length * runs);
  await q.parallelFor(
    [r0.length, runs],
    (parameter, run) => {
      const random = new Philox(u32(parameter), u32(run));
      const contact = (r0[parameter]! * RECOVERY) / PEOPLE;
      let healthy = PEOPLE - FIRST;
      let ill = FIRST;
      for (let day = 0; day < DAYS && ill > 0; day++) {
        const risk = 1 - Math.exp(-contact * ill);
        let infected = 0;
        let recovered = 0;
        for (let person = 0; person < healthy; person++) if (random.uniform() < risk) infected++;
        for (let person = 0; person < ill; person++) if (random.uniform() < RECOVERY) recovered++;
        healthy -= infected;
        ill += infected - recovered;
      }
      rates[parameter * runs + run] = (PEOPLE - healthy) / PEOPLE;
    },
    { ...options, reads: { r0: "slice" }, writes: { rates: "oneToOne" } },
  );
  return rates;
}
