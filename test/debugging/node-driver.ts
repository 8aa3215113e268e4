// The thread that debugs the main thread of a process: it tells each stop in a message.

import { Session } from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";
import { type Breakpoint, debug, type Inspector } from "./drive.js";

const { breakpoints, expressions, steps } = workerData as {
  readonly breakpoints: readonly Breakpoint[];
  readonly expressions: readonly string[];
  readonly steps: ("resume" | "stepOver" | "stepInto" | "stepOut")[];
};

const session = new Session();
session.connectToMainThread();
const inspector: Inspector = {
  post: (method, params) =>
    new Promise((resolve, reject) => {
      session.post(method, params, (error: Error | null, result?: object) =>
        error ? reject(error) : resolve(result ?? {}),
      );
    }),
  on: (event, listener) => {
    session.on(event, ({ params }: { params: object }) => listener(params));
  },
};

// A session alone does not keep a thread alive.
setInterval(() => undefined, 1000);

const stops: unknown[] = [];
debug(inspector, breakpoints, async (stop) => {
  const { reason, source, line, stack, names } = stop;
  const values = Object.fromEntries(
    await Promise.all(expressions.map(async (text) => [text, await stop.evaluate(text)] as const)),
  );
  stops.push({ reason, source, line, stack, names, values });
  parentPort?.postMessage({ stops });
  return steps.shift() ?? "resume";
}).then(() => parentPort?.postMessage("ready"));
