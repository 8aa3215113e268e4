// The checks on WebGPU on a page's main thread.

import { runGpuChecks } from "./gpu-checks.js";
import { report } from "./report.js";

void runGpuChecks().then(report);
