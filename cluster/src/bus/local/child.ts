// A process of the local pool: a worker whose bus is the channel to its parent process, and which ends with its parent.

import { ClusterError } from "../../errors.js";
import { withResolvers } from "../../with-resolvers.js";
import { Compute } from "../../worker/compute.js";
import { runWorker } from "../../worker/run-worker.js";
import type { WorkerBus } from "../bus.js";
import type { ChildMessage, ChildRequest, ChildSettings, PoolAnswer, PoolValue } from "./local-messages.js";

// The pool passes these at the start.
const settings = JSON.parse(process.argv[2] ?? "{}") as ChildSettings;
const waiting = new Map<number, (value: PoolValue) => void>();
let next = 0;

process.on("disconnect", () => process.exit(0));
process.on("message", ({ id, value }: PoolAnswer) => {
  waiting.get(id)?.(value);
  waiting.delete(id);
});
// Ctrl+C reaches all processes of a terminal: the pool decides when to end.
process.on("SIGINT", () => undefined);
setInterval(() => send({ id: -1, request: undefined }), settings.heartbeatMs).unref();

function send(message: ChildMessage): void {
  // If the pool has just ended, "disconnect" ends this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

function ask(request: ChildRequest): Promise<PoolValue> {
  const { promise, resolve } = withResolvers<PoolValue>();
  const id = next++;
  waiting.set(id, resolve);
  send({ id, request });
  return promise;
}

const bus: WorkerBus = {
  async claim() {
    const value = await ask({ kind: "claim" });
    if (value.kind !== "chunk") return undefined;
    const { job, chunk, attempt } = value.delivered;
    return {
      job,
      chunk,
      attempt,
      async commit(result) {
        const answer = await ask({ kind: "commit", attempt, result });
        return answer.kind === "committed" && answer.isFirst;
      },
      async acknowledge() {
        await ask({ kind: "acknowledge", attempt });
      },
      async release(failure) {
        await ask({ kind: "release", attempt, failure });
      },
    };
  },
  async fetch({ job }, { hash }) {
    const value = await ask({ kind: "fetch", job, hash });
    if (value.kind === "bytes") return value.bytes;
    throw new ClusterError("inputs_gone", `No process has ${hash} of job ${job}.`);
  },
  close: () => Promise.resolve(),
};

try {
  await runWorker(bus, new Compute(settings), settings);
} catch (error) {
  if (!(error instanceof ClusterError) || error.code !== "no_gpu") throw error;
  // Other processes on this machine would have none either: the pool ends this one.
  await ask({ kind: "no device", reason: error.message.replace(/\n.*/s, "") }); // the pool adds the help
}
process.exit(0);
