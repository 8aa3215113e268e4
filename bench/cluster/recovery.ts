// How long the chunks of a killed worker are with nobody.

import type { Progress } from "@lanewise/cluster";
import { connect } from "@nats-io/transport-node";
import { Workers } from "../../cluster/dist/bus/nats/beats.js";

export interface Kill {
  readonly servers: string;
  /** The victim, and how it is killed. */
  readonly worker: string;
  readonly kill: () => void;
  /** A job of many chunks. */
  readonly run: (onProgress: (progress: Progress) => void) => Promise<unknown>;
}

/** Kills the worker when ten chunks are done. In ms: from the kill until others have committed all that the worker had claimed. */
export async function recoveryMs({ servers, worker, kill, run }: Kill): Promise<number> {
  const nc = await connect({ servers });
  const workers = new Workers(nc);
  const done = new Map<number, number>();
  let killedAt = 0;
  let claimed: readonly number[] = [];
  try {
    await run(({ chunk }) => {
      done.set(chunk, performance.now());
      if (done.size !== 10) return;
      kill();
      killedAt = performance.now();
      const deliveries = workers.all.find((beat) => beat.worker === worker)?.deliveries ?? [];
      claimed = deliveries.map((delivery) => delivery.chunk).filter((one) => !done.has(one));
    });
  } finally {
    workers.close();
    await nc.close();
  }
  if (claimed.length === 0) throw new Error(`${worker} had claimed nothing when it was killed.`);
  return Math.max(...claimed.map((chunk) => (done.get(chunk) ?? Number.POSITIVE_INFINITY) - killedAt));
}
