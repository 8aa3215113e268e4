// What the shell starts. `lanewise run FILE` without options begins here at once: loading all commands would take longer than starting a
// program that is in the cache.

import { orFail } from "./or-fail.js";
import { runProgram } from "./run/run-program.js";

const [command, file, ...args] = process.argv.slice(2);
if (command === "run" && file !== undefined && !file.startsWith("-")) await orFail(() => runProgram(file, args, {}));
else await import("./main.js");
