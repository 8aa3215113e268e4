// Maps devices to their threads: all descriptions of a kind share a team, a sub-device has its own.

import { LanewiseError } from "../../../errors/index.js";
import { host } from "../../../host/index.js";
import { describeValue } from "../../../values/index.js";
import type { Device, DeviceDriver, DeviceKind } from "../../index.js";
import { Team } from "./team.js";

const teams = new WeakMap<Device, Team>();
const rootTeams = new Map<DeviceKind, Team>();

/** Whether this copy of lanewise made the device. */
export function isOurs(device: Device): boolean {
  return teams.has(device);
}

export function setTeam(device: Device, team: Team): void {
  teams.set(device, team);
}

export function teamOf(device: Device): Team {
  return teams.get(device) ?? new Team(device.threads);
}

export function rootTeam({ kind, threads }: DeviceDriver): Team {
  const known = rootTeams.get(kind);
  if (known) return known;
  const made = new Team(threads());
  rootTeams.set(kind, made);
  return made;
}

/** LANEWISE_THREADS, or else the cores that the process may use. */
export function cpuThreads(): number {
  const wanted = threadsVariable();
  if (wanted === undefined) return host.cores();
  const threads = Number(wanted);
  return checkThreads(Number.isNaN(threads) ? wanted : threads, "LANEWISE_THREADS");
}

/** LANEWISE_THREADS; undefined if it is not set. */
export function threadsVariable(): string | undefined {
  return host.variable("LANEWISE_THREADS") || undefined;
}

/** Checks a number of threads that came from the user through `source`. */
export function checkThreads(threads: unknown, source: string): number {
  if (typeof threads === "number" && Number.isInteger(threads) && threads >= 1) return threads;
  throw new LanewiseError("invalid", `${source} is ${describeValue(threads)}; expected an integer of at least 1.`);
}
