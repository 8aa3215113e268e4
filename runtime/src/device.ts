// The devices there are. A device here is a description; its memory and programs are in device-context.ts, the way it
// compiles kernels in targets/.

import { LanewiseError } from "./errors.js";
import { host } from "./host/host.js";

/** "cpu": WebAssembly; "host": plain JavaScript or an interpreter, for debugging and as a reference. */
export type DeviceKind = "cpu" | "host";

export interface Device {
  readonly kind: DeviceKind;
  readonly name: string;
  /** How many threads its queues use. */
  readonly threads: number;
  readonly isDefault: boolean;
}

const names = {
  cpu: "CPU (WebAssembly)",
  host: host.canGenerateCode ? "Host (JavaScript)" : "Host (interpreter)",
} as const satisfies Record<DeviceKind, string>;

/** The devices that `new Queue({ device })` takes, the default one first. */
export function getDevices(): readonly Device[] {
  const first = defaultDeviceKind();
  const kinds: readonly DeviceKind[] = first === "cpu" ? ["cpu", "host"] : ["host", "cpu"];
  return kinds.map((kind) => ({ kind, name: names[kind], threads: 1, isDefault: kind === first }));
}

/** What LANEWISE_DEVICE asks for; "cpu" if it is not set. */
function defaultDeviceKind(): DeviceKind {
  return requestedDeviceKind() ?? "cpu";
}

/** What LANEWISE_DEVICE asks for; undefined if it is not set. */
export function requestedDeviceKind(): DeviceKind | undefined {
  const wanted = host.variable("LANEWISE_DEVICE");
  return wanted === undefined || wanted === "" ? undefined : toDeviceKind(wanted, "LANEWISE_DEVICE");
}

/** Checks a device's name that came from the user through `source`. */
export function toDeviceKind(wanted: string, source: string): DeviceKind {
  if (wanted === "cpu" || wanted === "host") return wanted;
  throw new LanewiseError("device_not_found", `${source}: there is no device ${JSON.stringify(wanted)}.`);
}
