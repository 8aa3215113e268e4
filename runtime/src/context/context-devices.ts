// The state of a context on each device, and its disposal. The public class is in context.ts; its declarations refer to nothing internal.

import { type DeviceDriver, type DeviceKind, driverOf } from "../device/index.js";
import { LanewiseError } from "../errors/index.js";
import { finish, lastOf } from "../queue/commands/index.js";
import { DeviceContext } from "./device-context.js";

export class ContextDevices {
  readonly #name: string;
  /** By driver, since a kind may get another driver, for example when a program passes its own GPU. */
  readonly #devices = new Map<DeviceDriver, DeviceContext>();
  #isDisposed = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** Returns what the context's queues share on a device; created when first needed, and again when the device was lost. */
  on(kind: DeviceKind): DeviceContext {
    if (this.#isDisposed) {
      throw new LanewiseError("invalid", `Context "${this.#name}" was disposed of.`, {
        help: "Make queues and arrays in a context that lives as long as they are used.",
      });
    }
    const driver = driverOf(kind);
    const known = this.#devices.get(driver);
    if (known && !known.isLost) return known;
    const made = new DeviceContext(kind, this.#name);
    this.#devices.set(driver, made);
    return made;
  }

  /** Runs everything submitted to its end, in this call; later uses throw. */
  dispose(): void {
    this.#isDisposed = true;
    for (let last = lastOf(this); last; last = lastOf(this)) finish(last);
    void this.#end();
  }

  /** Waits for everything submitted; later uses throw. Resolves when no thread runs any more. */
  async asyncDispose(): Promise<void> {
    this.#isDisposed = true;
    for (let last = lastOf(this); last; last = lastOf(this)) await last.finality();
    await this.#end();
  }

  async #end(): Promise<void> {
    const ended = [...this.#devices.values()].map((device) => device.end());
    // From here on, only arrays that the program keeps refer to the memory.
    this.#devices.clear();
    await Promise.all(ended);
  }
}

const known = new WeakMap<object, ContextDevices>();

/** Returns the devices of a public `Context`. */
export function devicesOf(context: object): ContextDevices {
  const found = known.get(context);
  if (found) return found;
  throw new LanewiseError("invalid", "The context comes from another copy of lanewise.", {
    help: "Install one version of lanewise for all packages (`npm ls lanewise` lists the copies).",
  });
}

export function setDevices(context: object, devices: ContextDevices): void {
  known.set(context, devices);
}
