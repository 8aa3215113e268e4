// What keeps queues apart that share devices: each context has, on each device, memory, device globals, programs and threads of
// its own (context-devices.ts). Queues without one share the default context.

import { describeValue, type OptionTable, ownOptions } from "../values/index.js";
import "../values/dispose-symbols.js";
import { type Device, getDevices } from "../device/index.js";
import { LanewiseError } from "../errors/index.js";
import type { BundleState, KernelBundle } from "../images/bundles/index.js";
import { codeGenerator } from "../images/index.js";
import { ContextDevices, devicesOf, setDevices } from "./context-devices.js";

export interface ContextOptions {
  /** What messages call the context. */
  readonly name?: string;
}

const contextOptions = { name: "string" } as const satisfies OptionTable<ContextOptions>;

/**
 * Device globals have a value for each device and context, arrays belong to the context of the queue that made them. So two
 * parts of a program, or two requests of a server, can run the same kernels on the same device and not see each other's values:
 *
 *     using context = new Context();
 *     const q = new Queue({ context });
 *     await q.write(counter, 100); // other contexts keep theirs
 *
 * A context takes memory and threads at its first queue, and gives them back when it is disposed of, or at the latest when nothing
 * leads to it, its queues and arrays any more. Copies between contexts are `q.copy` of one array to another, by a queue of either.
 */
export class Context implements Disposable, AsyncDisposable {
  readonly name: string;

  constructor(options?: ContextOptions) {
    const { name = "context" } = ownOptions(options, contextOptions, "new Context");
    this.name = name;
    setDevices(this, new ContextDevices(this.name));
  }

  /** The devices that its queues can be made for: all there are. */
  get devices(): readonly Device[] {
    return getDevices();
  }

  /** The kernel bundles of the loaded modules in a state, one for each module. */
  getModules<S extends BundleState>(state: S): readonly KernelBundle<S>[] {
    return codeGenerator()?.getModules(this, state) ?? [];
  }

  /**
   * Runs everything submitted to its queues to the end, then frees all its arrays and ends its threads; later uses of its queues
   * and arrays throw.
   */
  [Symbol.dispose](): void {
    disposable(this).dispose();
  }

  /** As `Symbol.dispose`, but leaves the calling thread free. Resolves when its threads have ended. */
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

/** What a queue was made for, or the context of all queues that do not say. */
export function findContext(wanted: unknown): Context {
  if (wanted === undefined) return common;
  if (wanted instanceof Context) return wanted;
  throw new LanewiseError("invalid", `new Queue: the context is ${describeValue(wanted)}; expected a Context.`, {
    help: "Pass new Context(), or leave it out for the default context.",
  });
}
