// The checks in a module worker, whose threads are workers of the worker.

import { report } from "./report.js";

const worker = new Worker(new URL("./in-worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => report(data);
worker.onerror = (event) => {
  throw new Error(event.message);
};
