// The main module of a worker: connects its environment with the loop. It is bundled into one script (scripts/bundle-worker.mjs): the file that
// browser.ts names, and the text from which workers start elsewhere.

import { workerPort } from "../../../host/builtins/index.js";
import { createWorkerLoop, type WorkerMessage } from "./worker-loop.js";

const receive = createWorkerLoop();
const port = workerPort();
// Only the pool sends messages: WorkerMessages.
if (port) port.on("message", (message) => receive(message as WorkerMessage));
else globalThis.onmessage = ({ data }: MessageEvent) => receive(data as WorkerMessage);
