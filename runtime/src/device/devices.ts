// Lists the devices and makes sub-devices. These are descriptions; their threads are in cpu/threads/teams.ts.

import { LanewiseError } from "../errors/index.js";
import { checkList } from "../values/index.js";
import type { DeviceDriver } from "./contract.js";
import { checkThreads, isOurs, rootTeam, setTeam, Team, threadsVariable } from "./cpu/threads/index.js";
import type { Device, DeviceKind } from "./device.js";
import { allDrivers, deviceHas, discover } from "./drivers.js";

/** The devices that `new Queue({ device })` takes, the default one first. */
export function getDevices(): readonly Device[] {
  return allDrivers().map((driver, index) => describe(driver, rootTeam(driver), index === 0));
}

/**
 * Lists all devices, also those that take time to find, such as GPUs. From then on `new Queue({ device })` accepts them.
 *
 *     await discoverDevices();
 */
export async function discoverDevices(): Promise<readonly Device[]> {
  await discover();
  return getDevices();
}

/** Finds the device for a queue: the given object, or the one of the requested kind, or the default. */
export function findDevice(device: DeviceKind | Device | undefined, asked: DeviceKind | undefined): Device {
  // A device object made by another copy of lanewise is identified by its kind.
  if (typeof device === "object" && isOurs(device)) return device;
  const found = getDevices().find(({ kind, isDefault }) => (asked === undefined ? isDefault : kind === asked));
  if (found) return found;
  throw new LanewiseError("device_not_found", `new Queue: there is no device ${String(asked)}.`);
}

/** Builds a `Device` with own properties, so that it can be printed. */
function describe(driver: DeviceDriver, team: Team, isDefault: boolean, parent?: Team): Device {
  const { kind, name } = driver;
  const part = (threads: number) => describe(driver, new Team(threads, true), false, team);
  const device: Device = {
    kind,
    name,
    get threads() {
      return team.threads;
    },
    get threadsReason() {
      if (driver.threadsReason !== undefined) return driver.threadsReason;
      return team.threads === 1 ? (team.problem ?? oneThreadReason(parent)) : undefined;
    },
    features: driver.features(),
    builtInKernels: [],
    isDefault,
    has: (aspect) => deviceHas(kind, aspect),
    partitionEqually: (threads) => {
      checkThreads(threads, "partitionEqually: threads");
      checkSum(team, threads, "partitionEqually");
      return Array.from({ length: Math.floor(team.threads / threads) }, () => part(threads));
    },
    partitionByCounts: (counts) => {
      checkList(counts, "partitionByCounts: counts");
      for (const count of counts) checkThreads(count, "partitionByCounts: a count");
      const sum = counts.reduce((all, count) => all + count, 0);
      checkSum(team, sum, "partitionByCounts");
      return counts.map(part);
    },
  };
  setTeam(device, team);
  return device;
}

function oneThreadReason(parent: Team | undefined): string {
  if (parent && parent.threads > 1) return "it is a part of a device, with one thread";
  return threadsVariable() === undefined ? "the process may use one core" : "LANEWISE_THREADS is 1";
}

function checkSum({ threads }: Team, sum: number, source: string): void {
  if (sum <= threads) return;
  throw new LanewiseError("invalid", `${source}: found ${sum} threads in all; the device has ${threads}.`);
}
