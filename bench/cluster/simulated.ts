// Workers that do everything but compute: they sleep instead. So a hundred fit into one process, and what is measured is the bus.

import { NatsWorker } from "../../cluster/dist/bus/nats/nats-worker.js";
import { pinOfThisMachine } from "../../cluster/dist/pin.js";

export interface SimulatedWorkers {
  end(): Promise<void>;
}

/** Each answers with its chunk's first row as a double, `ms` after it was given it. */
export async function simulatedWorkers(servers: string, count: number, ms: number): Promise<SimulatedWorkers> {
  const pin = pinOfThisMachine();
  const workers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      NatsWorker.connect({ servers, name: `simulated-${index}`, threads: 1, pin }),
    ),
  );
  const running = workers.map(async (worker, index) => {
    let busyUntil = 0;
    const serve = async () => {
      for (let claim = await worker.claim(); claim; claim = await worker.claim()) {
        // Two chunks are claimed at once, and one is computed after the other.
        busyUntil = Math.max(busyUntil, performance.now()) + ms;
        await new Promise((resolve) => setTimeout(resolve, busyUntil - performance.now()));
        const output = new Uint8Array(Float64Array.of(claim.chunk.begin).buffer);
        await claim.commit({ kind: "done", worker: `simulated-${index}`, ms, outputs: [output] });
        await claim.acknowledge();
      }
    };
    await Promise.all([serve(), serve()]);
    await worker.close();
  });
  return {
    async end() {
      for (const worker of workers) worker.stop();
      await Promise.all(running);
    },
  };
}
