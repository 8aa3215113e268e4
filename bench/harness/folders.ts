// Where things stand. The program runs from memory (`lanewise run`), under the paths of its sources.

import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const benchFolder = fileURLToPath(new URL("..", import.meta.url));
export const rootFolder = join(benchFolder, "..");
/** What is built; ignored by git. */
export const outFolder = join(benchFolder, "out");
export const resultsFolder = join(benchFolder, "results");
