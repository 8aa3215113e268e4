// A worker that meets a fault at one step of the protocol, once: its own code, with a bus between that counts steps.
//
//   node faulty-worker.mjs <servers> [step] [fault] [pin]
//
// It prints the step, and meets the fault: "kill" and "stop" are signals to itself; "hold" waits for a line. With a pin it passes for a worker
// of another kind of device.

import { once } from "node:events";
import { writeSync } from "node:fs";
import { NatsWorker } from "../../../cluster/dist/bus/nats/nats-worker.js";
import { pinOfThisMachine } from "../../../cluster/dist/pin.js";
import { Compute } from "../../../cluster/dist/worker/compute.js";
import { runWorker } from "../../../cluster/dist/worker/run-worker.js";

const [servers, step = "none", fault = "none", pin = pinOfThisMachine()] = process.argv.slice(2);
const faults = {
  kill: () => process.kill(process.pid, "SIGKILL"),
  stop: () => process.kill(process.pid, "SIGSTOP"),
  hold: async () => {
    await once(process.stdin, "data");
  },
};
let passed = 0;
async function pass(at) {
  // The second time: the first chunk is done as usual.
  if (at !== step || ++passed !== 2 || !faults[fault]) return;
  // A process that is killed loses what it only began to print.
  writeSync(1, `at ${step}\n`);
  await faults[fault]();
}

const name = `worker-${process.pid}`;
const worker = await NatsWorker.connect({ servers, name, threads: 1, pin });
const bus = {
  async claim() {
    await pass("before claim");
    const claim = await worker.claim();
    if (!claim) return undefined;
    await pass("after claim");
    return {
      ...claim,
      async commit(result) {
        await pass("after result");
        const isFirst = await claim.commit(result);
        await pass("after commit");
        return isFirst;
      },
      async acknowledge() {
        await claim.acknowledge();
        await pass("after acknowledgement");
      },
    };
  },
  fetch: (job, blob) => worker.fetch(job, blob),
  close: () => worker.close(),
};
process.on("SIGTERM", () => worker.stop());
console.log("ready");
await runWorker(bus, new Compute({ device: "cpu", threads: 1 }), { name, cacheBytes: 2 ** 28, bytesPerChunk: 2 ** 28 });
process.exit(0);
