// The checks on a page's main thread. `?worker=` gives the URL of the file of Lanewise's workers.

import { runChecks } from "./checks.js";
import { report } from "./report.js";

report(await runChecks(new URLSearchParams(location.search).get("worker") ?? undefined));
