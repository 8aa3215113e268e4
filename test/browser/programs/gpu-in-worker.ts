// The checks on WebGPU in a module worker.

import { runGpuChecks } from "./gpu-checks.js";

postMessage(await runGpuChecks());
