// Runs kernels of programs that were not compiled (X5), as plain JavaScript functions, item by item. A warning says how that differs from a
// compiled program: numbers are doubles without wrapping or rounding between stores, an index out of bounds reads undefined and writes nothing,
// captures are read when the kernel runs, and it is slow.

import { sayUnguarded } from "../device/cpu/threads/index.js";
import { type ErrorCode, KernelError, LanewiseError } from "../errors/index.js";
import { withHostValues } from "../images/constants/index.js";
import { Pace } from "../images/programs/index.js";
import { isProgramCompiled, parts } from "../images/registry/index.js";
import type { AnyKernel } from "../language/index.js";
import { useUnknown } from "../memory/index.js";
import type { Progress, Work } from "../queue/commands/index.js";
import type { PlainReducer } from "../reductions/index.js";
import { indicesOf, type LaunchRange } from "../values/index.js";
import { hostItem, hostNdItem, takesItem } from "./host-item.js";
import type { LaunchReduction } from "./launch-arguments.js";

/** A first estimate of a work-item's time. */
const PLAIN_NANOSECONDS = 1000;

/** Error codes that Lanewise's functions throw in kernels. */
const ownCodes: ReadonlySet<ErrorCode> = new Set(["assertion_failed", "kernel_not_compiled", "invalid_function_ref"]);

const said = new Set<string>();

export interface PlainLaunch {
  readonly kernel: AnyKernel;
  readonly range: LaunchRange;
  readonly name: string | undefined;
  readonly reductions: readonly LaunchReduction[];
  /** The values that the command group has set for specialization constants. */
  readonly constants: ReadonlyMap<object, unknown> | undefined;
  /** Time limit in ms, from its start. */
  readonly timeout: number | undefined;
}

export function createPlainLaunch({ kernel, range, name, reductions, constants, timeout }: PlainLaunch): Work {
  const called = name ?? (kernel.name || "(anonymous)");
  sayOnce(called);
  parts.check?.skip(called, "the program is not compiled");
  if (timeout !== undefined) sayUnguarded("the program is not compiled");
  const reducers = reductions.map((reduction) => reduction.plainReducer());
  const makeItem = range.local ? hostNdItem : takesItem(kernel) ? hostItem : undefined;
  const pace = new Pace(PLAIN_NANOSECONDS);
  const endUse = useUnknown();
  let done = 0;
  let deadline = Number.POSITIVE_INFINITY;
  const step = (): Progress => {
    const begin = done;
    if (begin === 0 && timeout !== undefined) deadline = performance.now() + timeout;
    const end = Math.min(range.total, done + pace.chunk);
    const start = performance.now();
    withHostValues(constants, () => {
      for (; done < end; done++) runItem(kernel, makeItem, done, range, name, reducers);
    });
    pace.measured(end - begin, performance.now() - start);
    if (done < range.total && performance.now() > deadline) {
      throw new LanewiseError("timeout", `Kernel ${called} took longer than its timeout of ${timeout} ms.`);
    }
    if (done < range.total) return "more";
    withHostValues(constants, () => {
      for (const { finish } of reducers) finish();
    });
    return "done";
  };
  return {
    kernel: called,
    step,
    release: () => {
      done = range.total;
      endUse();
    },
  };
}

type MakeItem = (linearId: number, indices: readonly number[], range: LaunchRange) => object;

function runItem(
  kernel: AnyKernel,
  makeItem: MakeItem | undefined,
  item: number,
  range: LaunchRange,
  name: string | undefined,
  reducers: readonly PlainReducer[],
): void {
  const workItem = indicesOf(item, range);
  // The overloads ensure that a kernel takes as many indices as its range has dimensions, or an item.
  const plain = kernel as (...args: unknown[]) => void;
  try {
    if (makeItem) plain(makeItem(item, workItem, range), ...reducers);
    else plain(...workItem, ...reducers);
  } catch (cause) {
    const called = name ?? (kernel.name || "(anonymous)");
    const reason = cause instanceof Error ? cause.message : String(cause);
    const unknown = { array: undefined, index: undefined, length: undefined, file: undefined };
    const isOurs = cause instanceof LanewiseError && ownCodes.has(cause.code);
    throw new KernelError(
      isOurs ? cause.code : "kernel_failed",
      `Kernel ${called} threw in work-item [${workItem.join(", ")}]: ${reason}`,
      { kernel: called, ...unknown, line: undefined, column: undefined, workItem, calledFrom: [] },
      { cause },
    );
  }
}

/** Warns once if the whole program is not compiled, else once for each call, since the other kernels are compiled. */
function sayOnce(called: string): void {
  const isCompiled = isProgramCompiled();
  const what = isCompiled
    ? `kernel ${called}${callPlace(deepStack())} is not compiled, although other modules of the program are, so it runs`
    : "this program is not compiled, so its kernels run";
  if (said.has(what)) return;
  said.add(what);
  console.warn(
    `Lanewise: ${what} as plain JavaScript: slowly, with doubles instead of 32-bit numbers, and without bounds checks. ${
      isCompiled
        ? "Perhaps TypeScript sees its queue as any instead of Queue, or its file was not compiled."
        : "Build it with `lanewise build` or a bundler plugin of @lanewise/transformer."
    }`,
  );
}

/** Captures 50 frames instead of V8's ten, since launches of command groups are deep in the stack. */
function deepStack(): string {
  const engine: ErrorConstructor & { stackTraceLimit?: number } = Error;
  const { stackTraceLimit } = engine;
  if (stackTraceLimit === undefined) return new Error().stack ?? "";
  engine.stackTraceLimit = 50;
  const { stack = "" } = new Error();
  engine.stackTraceLimit = stackTraceLimit;
  return stack;
}

/** Returns the source position of the launch, as the engine writes it: the line after those of the queue's methods. */
function callPlace(stack: string): string {
  const lines = stack.split("\n");
  const isLaunch = (line = "") => /\b(parallelFor|singleTask|submit)\b/.test(line);
  let at = lines.findIndex((line) => isLaunch(line));
  while (at >= 0 && isLaunch(lines[at])) at++;
  const place = lines[at]?.match(/[^\s(@]+:\d+:\d+/)?.[0];
  return place === undefined ? "" : `, launched at ${place},`;
}
