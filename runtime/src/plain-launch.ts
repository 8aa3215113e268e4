// Kernels of programs that were not compiled (X5): they run as the JavaScript functions that they are, item by item.
// What differs from a compiled program, and is said once: numbers are doubles without wrapping or rounding between stores,
// an index out of bounds reads undefined and writes nothing, captures are read when the kernel runs, and it is slow.

import type { Progress, Work } from "./command.js";
import { type ErrorCode, KernelError, LanewiseError } from "./errors.js";
import { withHostValues } from "./host-constant.js";
import { hostItem, hostNdItem, takesItem } from "./host-item.js";
import type { AnyKernel } from "./language/kernel-function.js";
import type { LaunchReduction } from "./launch-parts.js";
import { Pace } from "./pace.js";
import { parts } from "./parts.js";
import type { PlainReducer } from "./plain-reducer.js";
import { indicesOf, type LaunchRange } from "./range.js";
import { sayUnguarded } from "./threads/crew.js";
import { useUnknown } from "./unknown-use.js";

/** A first guess of what a work-item costs. */
const PLAIN_NANOSECONDS = 1000;

/** What a kernel throws by our functions. */
const ownCodes: ReadonlySet<ErrorCode> = new Set(["assertion_failed", "kernel_not_compiled", "invalid_function_ref"]);

let isSaid = false;

export interface PlainLaunch {
  readonly kernel: AnyKernel;
  readonly range: LaunchRange;
  readonly name: string | undefined;
  readonly reductions: readonly LaunchReduction[];
  /** What the command group has set for specialization constants. */
  readonly constants: ReadonlyMap<object, unknown> | undefined;
  /** In ms, from its start. */
  readonly timeout: number | undefined;
}

export function createPlainLaunch({ kernel, range, name, reductions, constants, timeout }: PlainLaunch): Work {
  sayOnce();
  parts.races?.skip(name ?? (kernel.name || "(anonymous)"), "the program is not compiled");
  if (timeout !== undefined) sayUnguarded("the program is not compiled");
  const reducers = reductions.map((reduction) => reduction.plainReducer());
  const makeItem = range.local ? hostNdItem : takesItem(kernel) ? hostItem : undefined;
  const pace = new Pace(PLAIN_NANOSECONDS);
  const called = name ?? (kernel.name || "(anonymous)");
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
    for (const { finish } of reducers) finish();
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
  // A kernel takes as many indices as its range has dimensions, or an item; the overloads see to it.
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

function sayOnce(): void {
  if (isSaid) return;
  isSaid = true;
  console.warn(
    "Lanewise: this program is not compiled, so its kernels run as plain JavaScript: slowly, with doubles instead of 32-bit " +
      "numbers, and without bounds checks. Build it with `lanewise build` or a bundler plugin of @lanewise/transformer.",
  );
}
