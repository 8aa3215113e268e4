// Separates queues that share devices: on each device, each context has its own memory, device globals, programs and threads (context-devices.ts).
// Queues without a context share the default one.

import { describeValue, type OptionTable, ownOptions } from "../values/index.js";
import "../values/dispose-symbols.js";
import { type Device, getDevices } from "../device/index.js";
import { LanewiseError } from "../errors/index.js";
import type { BundleState, KernelBundle } from "../images/bundles/index.js";
import { codeGenerator } from "../images/index.js";
import { methodPart } from "../images/registry/index.js";
import { ContextDevices, devicesOf, setDevices } from "./context-devices.js";

/** The options of `new Context(…)`. */
export interface ContextOptions {
  /** The context's name in messages. */
  readonly name?: string;
}

const contextOptions = { name: "string" } as const satisfies OptionTable<ContextOptions>;

/**
 * Separates queues that share devices: device globals have a value for each device and context, and arrays belong to the context of the queue that
 * made them. So two parts of a program, or two requests of a server, can run the same kernels on the same device without seeing each other's
 * values:
 *
 *     using context = new Context();
 *     const q = new Queue({ context });
 *     await q.write(counter, 100); // other contexts keep theirs
 *
 * A context takes memory and threads when its first queue is made. It releases them when you dispose of it, or when the context, its queues and its
 * arrays are unreachable. To copy between contexts, call `q.copy` with an array of each, on a queue of either.
 */
export class Context implements Disposable, AsyncDisposable {
  readonly name: string;

  constructor(options?: ContextOptions) {
    const { name = "context" } = ownOptions(options, contextOptions, "new Context");
    this.name = name;
    setDevices(this, new ContextDevices(this.name));
  }

  /** The devices that its queues can use: all devices. */
  get devices(): readonly Device[] {
    return getDevices();
  }

  /** Returns the kernel bundles of the loaded modules in `state`, one for each module. */
  getModules<S extends BundleState>(state: S): readonly KernelBundle<S>[] {
    return codeGenerator() ? methodPart("modules", "context.getModules")(this, state) : [];
  }

  /**
   * Runs everything submitted to its queues to the end, then frees all its arrays and ends its threads; later uses of its queues and arrays throw.
   */
  [Symbol.dispose](): void {
    disposable(this).dispose();
  }

  /** As `Symbol.dispose`, but without blocking the calling thread. Resolves when its threads have ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    await disposable(this).asyncDispose();
  }
}

function disposable(context: Context): ContextDevices {
  if (context !== common) return devicesOf(context);
  throw new LanewiseError("invalid", "The default context cannot be disposed of: other parts of the program use it.", {
    help: "Make one of your own: using context = new Context().",
  });
}

const common = new Context({ name: "default" });

/** Returns the context that a queue was made with, or the default one. */
export function findContext(wanted: unknown): Context {
  if (wanted === undefined) return common;
  if (wanted instanceof Context) return wanted;
  throw new LanewiseError("invalid", `new Queue: the context is ${describeValue(wanted)}; expected a Context.`, {
    help: "Pass new Context(), or leave it out for the default context.",
  });
}
