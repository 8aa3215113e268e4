// The pin of a job for GPUs: only workers know which GPUs there are.

import { ClusterError, cancelled } from "../../errors.js";
import { pinOf } from "../../pin.js";
import { BEAT_MS, type Workers } from "./beats.js";
import { pause } from "./patience.js";

/** Waits for a worker with a GPU. Throws `invalid` if workers have different makes, which round differently. */
export async function gpuPin(workers: Workers, signal: AbortSignal | undefined): Promise<string> {
  const prefix = pinOf("gpu", "");
  let isSaid = false;
  while (!signal?.aborted && !workers.isClosed) {
    const found = (await workers.pins()).filter((pin) => pin.startsWith(prefix));
    const [one, ...others] = found;
    if (one !== undefined && others.length === 0) return one;
    if (one !== undefined) {
      const names = found.map((pin) => pin.slice(prefix.length));
      throw new ClusterError("invalid", `Workers have GPUs that round differently: ${names.join(", ")}.`, {
        help: `Choose one: ClusterQueue.connect({ servers, device: { gpu: "${names[0]}" } }).`,
      });
    }
    if (!isSaid) process.emitWarning("A job for GPUs waits: no worker with a GPU has reported.");
    isSaid = true;
    await pause(BEAT_MS);
  }
  throw signal?.aborted ? cancelled(signal) : new ClusterError("closed", "The connection was closed.");
}
