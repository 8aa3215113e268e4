// Two modules with one id: the kernels of the one that is loaded last would run in place of the other's. A module that is loaded again
// replaces itself; what tells that from another module is where its code is, as far as the host knows, and when it came.

import { LanewiseError } from "../../errors/index.js";
import type { Registration } from "./registry.js";

/** What was registered since the event loop had its turn. A bundle registers all of its modules in one; nobody edits and reloads in one. */
const ofThisTurn = new Set<Registration>();

export function noteRegistration(registration: Registration): void {
  if (ofThisTurn.size === 0) queueMicrotask(() => ofThisTurn.clear());
  ofThisTurn.add(registration);
}

/** Throws if `next` is no reload of `before`, which has the same id. */
export function assertSameModule(before: Registration, next: Registration): void {
  // Linked images that are not those of the loaded modules are not used.
  if (next.linked || codeOf(before) === codeOf(next) || isReload(before, next)) return;
  const [one, other] = [before, next].map(({ loadedFrom }) => (loadedFrom === undefined ? "" : ` in ${loadedFrom}`));
  throw new LanewiseError(
    "module_conflict",
    `Two different modules have the id ${next.module}: one${one}, which is loaded, and one${other}. The kernels of one would run in place of the other's.`,
  );
}

/** Images and declarations; what thunks give is no part of it. */
function codeOf({ images, globals, specConstants, builtins }: Registration): string {
  return JSON.stringify([images, globals, specConstants, builtins]);
}

function isReload(before: Registration, next: Registration): boolean {
  const [from, to] = [fileOf(before), fileOf(next)];
  if (from !== undefined && to !== undefined && from !== to) return false;
  // Of a bundle, modules that differ are at places that differ; a host that knows no places loads nothing again within a turn.
  const isElsewhere = next.loadedAtPosition === undefined || before.loadedAtPosition !== next.loadedAtPosition;
  return !(ofThisTurn.has(before) && isElsewhere);
}

/** What bundlers call the files by which they replace modules: webpack and Rspack, Parcel, Rolldown. */
const replacing = /\.hot-update\.[cm]?js|__parcel_hmr|hmr_patch/;

/** Undefined of names that bundlers make up for code that they evaluate, and of the files by which they replace modules. */
function fileOf({ loadedFrom = "" }: Registration): string | undefined {
  const isFile = /^((file|https?):|[/\\]|[A-Za-z]:[/\\])/.test(loadedFrom) && !replacing.test(loadedFrom);
  // Loaders of reloads make addresses differ by what is behind.
  return isFile ? loadedFrom.replace(/^file:\/\//, "").replace(/[?#].*$/, "") : undefined;
}
