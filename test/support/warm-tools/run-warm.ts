// tsc, tspc and `lanewise build` without a process for each call: a thread of this test file has them loaded, and runs them one after the other. A
// call blocks, as spawnSync does. Starting Node, loading TypeScript and running it cold costs ten times what a small project does.
// What is about processes (standard input, watching, programs that are run) uses runNode.

import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { lanewise, type Outcome, root, tsc, tspc } from "../../examples/programs.js";

export type WarmTool = "tsc" | "tspc" | "lanewise";

/** The commands that end when their work is done and run no programs. */
const warmCommands: ReadonlySet<string | undefined> = new Set(["init", "build", "check", "inspect", "link"]);

export function warmToolOf(file: string, firstArgument: string | undefined): WarmTool | undefined {
  if (file === tsc) return "tsc";
  if (file === tspc) return "tspc";
  return file === lanewise && warmCommands.has(firstArgument) ? "lanewise" : undefined;
}

interface Thread {
  readonly worker: Worker;
  readonly signal: Int32Array<SharedArrayBuffer>;
  readonly answers: MessageChannel["port1"];
}

const mostMs = 300_000;
/** On the process, not the module: files that share a process load this module again. */
const kept = globalThis as { lanewiseWarmTools?: Thread };

/** Runs a tool in a folder; gives what its process would have ended with. */
export function runWarm(
  tool: WarmTool,
  args: readonly string[],
  folder: string,
  env: Record<string, string> = {},
): Outcome {
  kept.lanewiseWarmTools ??= startThread();
  const { worker, signal, answers } = kept.lanewiseWarmTools;
  const before = process.cwd();
  process.chdir(folder); // of the thread, too: it has none of its own
  try {
    Atomics.store(signal, 0, 0);
    worker.postMessage({ tool, args, env });
    if (Atomics.wait(signal, 0, 0, mostMs) === "timed-out") throw new Error(`${tool} ${args.join(" ")} did not end.`);
  } finally {
    process.chdir(before);
  }
  const answer = receiveMessageOnPort(answers);
  if (answer === undefined) throw new Error(`${tool} ${args.join(" ")} gave no answer.`);
  return answer.message;
}

function startThread(): Thread {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(fileURLToPath(new URL("thread.mjs", import.meta.url)), {
    workerData: {
      signal,
      answers: port2,
      command: pathToFileURL(join(root, "node_modules/@lanewise/transformer/dist/cli/main.js")).href,
    },
    transferList: [port2],
    // Loaders and the like of the test runner are not for it.
    execArgv: [],
  });
  worker.unref();
  port1.unref();
  return { worker, signal, answers: port1 };
}
