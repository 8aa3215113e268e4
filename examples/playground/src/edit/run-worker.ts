// The worker that runs a compiled program, one worker for each run: the page ends it when the visitor stops the program.

import * as lanewise from "lanewise";
import * as algorithms from "lanewise/algorithms";
import * as internal from "lanewise/internal";
import * as internalCode from "lanewise/internal/code";
import * as overflow from "lanewise/overflow";
import * as races from "lanewise/races";
import * as random from "lanewise/random";
import * as vec from "lanewise/vec";
import type { RunReply, RunRequest } from "./messages.js";
import { collectProfile } from "./profile.js";

const reply = (message: RunReply): void => postMessage(message);

function draw(pixels: Uint8Array | Uint8ClampedArray, width: number): void {
  if (!(width > 0) || pixels.length === 0 || pixels.length % (4 * width) !== 0) {
    throw new RangeError(`draw: ${pixels.length} bytes are no rows of ${width} pixels with 4 bytes each`);
  }
  reply({ kind: "draw", pixels: Uint8ClampedArray.from(pixels), width });
}

const modules: Record<string, unknown> = {
  lanewise,
  "lanewise/algorithms": algorithms,
  "lanewise/internal": internal,
  "lanewise/internal/code": internalCode,
  "lanewise/overflow": overflow,
  "lanewise/races": races,
  "lanewise/random": random,
  "lanewise/vec": vec,
};

/** What the program gets for its imports. */
const requireFor =
  ({ picture }: RunRequest) =>
  (name: string): unknown => {
    if (name === "playground") return { draw, picture };
    if (!(name in modules)) throw new Error(`The playground has no module ${name}.`);
    return modules[name];
  };

const textOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (ArrayBuffer.isView(value)) return `${value.constructor.name} [${Array.from(value as Uint8Array).join(", ")}]`;
  return value instanceof Error || typeof value !== "object" ? String(value) : JSON.stringify(value);
};
for (const method of ["log", "info", "debug", "warn", "error"] as const) {
  const isError = method === "warn" || method === "error";
  console[method] = (...data: unknown[]) => reply({ kind: "print", text: data.map(textOf).join(" "), isError });
}

type Program = (require: (name: string) => unknown, exports: object) => Promise<void>;
const { constructor: AsyncFunction } = Object.getPrototypeOf(async () => undefined) as {
  readonly constructor: new (...parts: readonly string[]) => Program;
};

addEventListener("message", async ({ data }: MessageEvent<RunRequest>) => {
  // It has a code generator of its own, which few programs need.
  if (data.javascript.includes('"lanewise/gpu"')) modules["lanewise/gpu"] = await import("lanewise/gpu");
  const traceSoFar = collectProfile();
  const start = performance.now();
  try {
    await new AsyncFunction("require", "exports", data.javascript)(requireFor(data), {});
    reply({ kind: "done", ms: performance.now() - start, trace: traceSoFar() });
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    reply({ kind: "done", ms: performance.now() - start, failure, trace: traceSoFar() });
  }
});
