// Runs the programs in checks/, which ask parts of the examples for what they must compute, on each device
// (support/run-programs.ts). checks-scalar.test.ts runs them without vectors.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describePrograms } from "../support/run-programs.js";
import { root } from "./programs.js";

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => (/(?<!main)\.ts$/.test(name) ? [`${folder}/${name}`] : []));

const programs = filesIn("test/examples/checks");
const examples = ["02-path-tracer", "04-particles", "05-statistics", "06-groups"].flatMap((name) =>
  filesIn(`examples/${name}`),
);

await describePrograms([...programs, ...examples, "test/programs/published/program.ts"], programs);
