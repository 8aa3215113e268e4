// Detects two modules with one id: the kernels of the one loaded last would run in place of the other's. A module that is loaded again replaces
// itself. It is told apart from another module by the location of its code, as far as the host knows, and the time of loading.

import { LanewiseError } from "../../errors/index.js";
import type { Registration } from "./registry.js";

/** Registrations in this turn of the event loop. A bundle registers all its modules in one turn; nobody edits and reloads within one. */
const ofThisTurn = new Set<Registration>();

export function noteRegistration(registration: Registration): void {
  if (ofThisTurn.size === 0) queueMicrotask(() => ofThisTurn.clear());
  ofThisTurn.add(registration);
}

/** Throws if `next` is not a reload of `before`, which has the same id. */
export function assertSameModule(before: Registration, next: Registration): void {
  // Linked images that do not match the loaded modules are not used.
  if (next.linked || codeOf(before) === codeOf(next) || isReload(before, next)) return;
  const [one, other] = [before, next].map(({ loadedFrom }) => (loadedFrom === undefined ? "" : ` in ${loadedFrom}`));
  throw new LanewiseError(
    "module_conflict",
    `Two different modules have the id ${next.module}: one${one}, which is loaded, and one${other}. The kernels of one would run in place of the other's.`,
  );
}

/** Images and declarations, without the values of thunks. */
function codeOf({ images, globals, specConstants, builtins }: Registration): string {
  return JSON.stringify([images, globals, specConstants, builtins]);
}

function isReload(before: Registration, next: Registration): boolean {
  const [from, to] = [fileOf(before), fileOf(next)];
  if (from !== undefined && to !== undefined && from !== to) return false;
  // Different modules of a bundle have different positions; a host without positions loads nothing twice within a turn.
  const isElsewhere = next.loadedAtPosition === undefined || before.loadedAtPosition !== next.loadedAtPosition;
  return !(ofThisTurn.has(before) && isElsewhere);
}

/** The names of files with which bundlers replace modules: webpack and Rspack, Parcel, Rolldown. */
const replacing = /\.hot-update\.[cm]?js|__parcel_hmr|hmr_patch/;

/** Undefined for names that bundlers make up for evaluated code, and for the files with which they replace modules. */
function fileOf({ loadedFrom = "" }: Registration): string | undefined {
  const isFile = /^((file|https?):|[/\\]|[A-Za-z]:[/\\])/.test(loadedFrom) && !replacing.test(loadedFrom);
  // Reloads add a query or fragment to the address.
  return isFile ? loadedFrom.replace(/^file:\/\//, "").replace(/[?#].*$/, "") : undefined;
}
