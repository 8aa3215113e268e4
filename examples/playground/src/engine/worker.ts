// The worker that runs an example, so that the page stays alive also where plain JavaScript takes seconds. One worker an example: closing it frees
// all that the example has.

import { Queue } from "lanewise";
import type { Controls, Example, Table, Value } from "../example.js";
import { compare, longFrame } from "./compare.js";
import { failureOf } from "./failure.js";
import { gpusOf } from "./gpus.js";
import type { Reply, Request, SentValue } from "./messages.js";
import { type Mode, openRunner, type Runner } from "./runner.js";
import { watOfKernels } from "./wat.js";

/** The time that a frame took, if one was computed, and whether it is made from something else than the one before. */
interface Computed {
  readonly ms: number | undefined;
  readonly isOther: boolean;
}
const unchanged: Computed = { ms: undefined, isOther: false };

type AnyExample = Example<unknown, Controls>;
type AnyProgram = Awaited<ReturnType<AnyExample["create"]>>;

const programs = import.meta.glob<AnyExample>("../examples/*/program.ts", { import: "program" });
const reply = (message: Reply): void => postMessage(message);

/** What the page asks before the example is there. */
const early: Request[] = [];
let handle = (request: Request): void => {
  early.push(request);
};

/** Pictures come as bitmaps, whose pixels only a canvas gives. */
function toValue(sent: SentValue): Value {
  if (!(sent instanceof ImageBitmap)) return sent;
  const { width, height } = sent;
  const context = contextOf(new OffscreenCanvas(width, height));
  context.drawImage(sent, 0, 0);
  return context.getImageData(0, 0, width, height);
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser gives no drawing context for a canvas in a worker.");
  return context;
}

async function open({ name, canvas, ...at }: Extract<Request, { kind: "open" }>): Promise<void> {
  const found = programs[`../examples/${name}/program.ts`];
  if (!found) throw new Error(`There is no example ${name}.`);
  const example = await found();
  const { device } = new Queue();
  reply({ kind: "device", threads: device.threads, reason: device.threadsReason });
  const gpus = gpusOf(at.isSoftwareAllowed);
  // Pictures do not wait for it.
  void gpus.find().then((gpu) => reply({ kind: "gpu", name: gpu.device?.name, reason: gpu.reason }));

  const context = contextOf(canvas);
  const values = Object.fromEntries(Object.entries(at.values).map(([key, sent]) => [key, toValue(sent)]));
  let state = example.state();
  let mode = at.mode;
  let isChanged = true;
  let isComparing = false;
  let wake: (() => void) | undefined;
  const change = (): void => {
    isChanged = true;
    wake?.();
  };
  handle = (request) => {
    if (request.kind === "value") values[request.name] = toValue(request.value);
    else if (request.kind === "gesture") {
      const before = state;
      state = example.gesture?.(state, request.gesture, values) ?? state;
      // As where the pointer only passes over.
      if (state === before) return;
    } else if (request.kind === "mode") mode = request.mode;
    else if (request.kind === "compare") isComparing = true;
    else if (request.kind === "wat") reply({ kind: "wat", text: watOfKernels() });
    if (request.kind !== "wat") change();
  };
  for (const request of early.splice(0)) handle(request);

  let running: { readonly mode: Mode; readonly runner: Runner; readonly program: AnyProgram } | undefined;
  const programOf = async (wanted: Mode): Promise<AnyProgram> => {
    if (running?.mode === wanted) return running.program;
    await running?.runner.close();
    running = undefined;
    const runner = await openRunner(wanted, gpus);
    running = { mode: wanted, runner, program: await example.create(runner, values) };
    return running.program;
  };
  let made: { readonly program: AnyProgram; readonly inputs: readonly unknown[] } | undefined;
  /** Computes a frame where something has changed, and takes its time. */
  const compute = async (program: AnyProgram, now: unknown, given: typeof values): Promise<Computed> => {
    const inputs = example.inputs?.(now, given);
    const isFirst = made?.program !== program;
    if (!isFirst && inputs?.every((value, k) => value === made?.inputs[k])) return unchanged;
    const isOther = !isFirst && inputs !== undefined;
    made = undefined;
    const timed = async (): Promise<number> => {
      const start = performance.now();
      await program.frame(now, given);
      return performance.now() - start;
    };
    const ms = await timed();
    made = { program, inputs: inputs ?? [] };
    if (!isFirst || ms > longFrame) return { ms, isOther };
    // The first one also has made the kernels' code: of a picture that stays, another one says more.
    return { ms: program.isMoving?.(now, given) ? undefined : await timed(), isOther };
  };
  const frame = async (asked: Mode): Promise<void> => {
    const program = await programOf(asked);
    const [now, given] = [state, { ...values }];
    try {
      const computed = await compute(program, now, given);
      isChanged ||= program.isMoving?.(state, values) ?? false;
      const table = draw(program, now, given);
      const size = { width: canvas.width, height: canvas.height };
      reply({ kind: "frame", mode: asked, ...computed, size, table, takesGestures: example.gesture !== undefined });
    } catch (error) {
      draw(program, now, given);
      reply({ kind: "failed", mode: asked, failure: failureOf(error) });
    }
  };
  const draw = (program: AnyProgram, now: unknown, given: typeof values): Table | undefined => {
    const size = example.size(given);
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    return program.draw(context, now, given);
  };

  for (;;) {
    if (!isChanged)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    isChanged = false;
    if (isComparing) {
      isComparing = false;
      const rows = await compare(example, state, { ...values }, gpus, (at) => reply({ kind: "measuring", mode: at }));
      reply({ kind: "compared", rows });
    }
    const asked = mode;
    try {
      await frame(asked);
    } catch (error) {
      reply({ kind: "failed", mode: asked, failure: failureOf(error) });
    }
    // The browser shows one picture for each of its own frames.
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

addEventListener("message", ({ data }: MessageEvent<Request>) => {
  if (data.kind !== "open") return handle(data);
  open(data).catch((error: unknown) => reply({ kind: "failed", mode: data.mode, failure: failureOf(error) }));
});
