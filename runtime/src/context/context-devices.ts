// What a context has on each device, and its end. The public class is in context.ts; its declarations lead to nothing internal.

import { type DeviceDriver, type DeviceKind, driverOf } from "../device/index.js";
import { LanewiseError } from "../errors/index.js";
import { finish, lastOf } from "../queue/commands/index.js";
import { DeviceContext } from "./device-context.js";

export class ContextDevices {
  readonly #name: string;
  /** By drivers: a kind may get another one, as when a program gives its own GPU. */
  readonly #devices = new Map<DeviceDriver, DeviceContext>();
  #isDisposed = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** What the context's queues share on a device; made at first need, and anew when the device was lost. */
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

  /** Runs what was submitted to the end, right here; later uses throw. */
  dispose(): void {
    this.#isDisposed = true;
    for (let last = lastOf(this); last; last = lastOf(this)) finish(last);
    void this.#end();
  }

  /** Waits for what was submitted; later uses throw. Resolves when no thread runs any more. */
  async asyncDispose(): Promise<void> {
    this.#isDisposed = true;
    for (let last = lastOf(this); last; last = lastOf(this)) await last.finality();
    await this.#end();
  }

  async #end(): Promise<void> {
    const ended = [...this.#devices.values()].map((device) => device.end());
    // From here on nothing leads to the memory but arrays that the program keeps.
    this.#devices.clear();
    await Promise.all(ended);
  }
}

const known = new WeakMap<object, ContextDevices>();

/** Of an object of the public class. */
export function devicesOf(context: object): ContextDevices {
  const found = known.get(context);
  if (found) return found;
  throw new LanewiseError("invalid", "The context is of another copy of lanewise.", {
    help: "Make the packages agree on one version of lanewise (`npm ls lanewise` shows them).",
  });
}

export function setDevices(context: object, devices: ContextDevices): void {
  known.set(context, devices);
}
