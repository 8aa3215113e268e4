// The main module of a worker: connects the place it runs in with the loop. Bundlers emit it as an asset of its own,
// because browser.ts names it with `new URL`.

import { createWorkerLoop, type WorkerMessage } from "../threads/worker-loop.js";
import { workerPort } from "./node-builtins.js";

const receive = createWorkerLoop();
const port = workerPort();
// What arrives is what the pool sends: WorkerMessages.
if (port) port.on("message", (message) => receive(message as WorkerMessage));
else globalThis.onmessage = ({ data }: MessageEvent) => receive(data as WorkerMessage);
