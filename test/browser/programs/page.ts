// The checks on a page's main thread. `?worker=` gives the URL of the file of Lanewise's workers.

import { runChecks } from "./checks.js";
import { report } from "./report.js";

// Scripts that are no modules have no `await` of their own.
void runChecks(new URLSearchParams(location.search).get("worker") ?? undefined).then(report);
