// The functions of packages under run/: with their JavaScript, a program is compiled again and again until all of them are found (run-files.ts).

import { testFiles } from "./run-files.js";

await testFiles(["harness.ts", "packages.ts", "three.ts"]);
