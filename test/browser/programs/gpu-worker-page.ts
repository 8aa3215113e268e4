// The checks on WebGPU in a module worker.

import { report } from "./report.js";

const worker = new Worker(new URL("./gpu-in-worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => report(data);
worker.onerror = (event) => {
  throw new Error(event.message);
};
