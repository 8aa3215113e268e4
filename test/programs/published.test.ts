// Runs the programs in published/ on each device (support/run-programs.ts). published-scalar.test.ts runs them without vectors.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describePrograms } from "../support/run-programs.js";

const names = readdirSync(fileURLToPath(new URL("published/", import.meta.url)));
const support = ["program.ts", "messages.ts"];
const toPath = (name: string): string => `test/programs/published/${name}`;

await describePrograms(names.map(toPath), names.filter((name) => !support.includes(name)).map(toPath));
