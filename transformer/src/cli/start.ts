// The shell's entry point. `lanewise run FILE` without options starts here directly: loading all commands would take longer than
// starting a cached program.

import { orFail } from "./or-fail.js";
import { runProgram } from "./run/run-program.js";

const [command, file, ...args] = process.argv.slice(2);
if (command === "run" && file !== undefined && !file.startsWith("-")) await orFail(() => runProgram(file, args, {}));
else await import("./main.js");
