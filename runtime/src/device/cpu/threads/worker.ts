// The main module of a worker: connects the place it runs in with the loop. It is bundled into one script
// (scripts/bundle-worker.mjs): the file that browser.ts names, and the text that workers start from elsewhere.

import { workerPort } from "../../../host/builtins/index.js";
import { createWorkerLoop, type WorkerMessage } from "./worker-loop.js";

const receive = createWorkerLoop();
const port = workerPort();
// What arrives is what the pool sends: WorkerMessages.
if (port) port.on("message", (message) => receive(message as WorkerMessage));
else globalThis.onmessage = ({ data }: MessageEvent) => receive(data as WorkerMessage);
