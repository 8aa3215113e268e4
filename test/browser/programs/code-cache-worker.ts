// Kept code in a worker.

import { report } from "./report.js";

const worker = new Worker(new URL("./code-cache-in-worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => report(data);
worker.onerror = (event) => {
  throw new Error(event.message);
};
