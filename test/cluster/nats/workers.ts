// Workers as processes of their own.

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("./faulty-worker.mjs", import.meta.url));

export interface TestWorker {
  readonly process: ChildProcess;
  /** Settles when it has printed that. */
  readonly prints: (text: string) => Promise<void>;
  /** Goes on behind "hold". */
  readonly goOn: () => void;
  readonly end: () => Promise<void>;
}

/** `fault`: a step of the protocol, what it meets there, and a pin, as faulty-worker.mjs takes them. */
export async function startTestWorker(servers: string, ...fault: readonly string[]): Promise<TestWorker> {
  const child = spawn(process.execPath, [program, servers, ...fault], { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  const listeners = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    for (const listener of listeners) listener();
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const prints = async (text: string) => {
    await new Promise<void>((resolve, reject) => {
      const listener = () => {
        if (!output.includes(text)) return;
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
      listener();
      void ended.then(() => reject(new Error(`The worker ended without printing ${text}: ${output}`)));
    });
  };
  await prints("ready");
  return {
    process: child,
    prints,
    goOn: () => child.stdin.write("\n"),
    end: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
