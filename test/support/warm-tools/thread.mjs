// The thread of run-warm.ts: TypeScript, ts-patch's TypeScript and the `lanewise` command, each loaded once, and run again and again. What they
// would tell their process (output, exit code) goes to the answer.

import "./kept-declarations.mjs";
import { createRequire } from "node:module";
import { inspect } from "node:util";
import { parentPort, workerData } from "node:worker_threads";

const require = createRequire(import.meta.url);
const { signal, answers, command } = workerData;

/** What process.exit() throws, so that the tool stops there. */
class Exit {
  constructor(code) {
    this.code = code;
  }
}

delete process.env.INIT_CWD; // of npm, as in runNode

let output = { stdout: "", stderr: "" };
/** The first of a run: who catches it, as the command catches all that is thrown, has ended already. */
let exited;
for (const name of ["stdout", "stderr"]) {
  process[name].write = (text) => {
    if (exited === undefined) output[name] += text;
    return true;
  };
}
process.exit = (code = process.exitCode) => {
  exited ??= new Exit(code);
  throw exited;
};

/** TypeScript keeps the folder that its process was started in: here, it asks. */
function asking(typescript) {
  typescript.sys.getCurrentDirectory = () => process.cwd();
  return typescript;
}

/** tsc, of either TypeScript. */
const tscOf = (path) => (args) => {
  const typescript = asking(require(path));
  typescript.executeCommandLine({ ...typescript.sys, args }, typescript.noop, args);
};

let runs = 0;
const tools = {
  tsc: tscOf("typescript"),
  tspc: tscOf("ts-patch/compiler/typescript"),
  lanewise: async (args) => {
    asking(createRequire(command)("../typescript/typescript.cjs"));
    process.argv = [process.execPath, command, ...args];
    // The module that reads the arguments is evaluated again, those that it imports are not.
    runs += 1;
    await import(`${command}?${runs}`);
  },
};

async function run({ tool, args, env }) {
  output = { stdout: "", stderr: "" };
  exited = undefined;
  process.exitCode = undefined;
  const before = { ...process.env };
  Object.assign(process.env, env);
  let code;
  try {
    await tools[tool](args);
    code = process.exitCode ?? 0;
  } catch (error) {
    if (!(error instanceof Exit)) output.stderr += `${inspect(error)}\n`;
    code = 1;
  }
  if (exited) code = exited.code ?? 0;
  for (const name of Object.keys(env)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  process.exitCode = undefined;
  return { code, ...output };
}

parentPort.on("message", async (request) => {
  answers.postMessage(await run(request));
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
