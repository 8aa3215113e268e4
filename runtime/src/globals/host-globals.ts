// Device globals as queues see them: each object refers to the functions that handle it (global-part.ts).

import { LanewiseError } from "../errors/index.js";
import { registry } from "../images/registry/index.js";
import type { GlobalPart } from "./global-part.js";

/** Whether a value is a result of `deviceGlobal`. */
export function isGlobalObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && registry().globals.has(value);
}

export function globalPartOf(object: object): GlobalPart {
  const state = registry().globals.get(object);
  if (state) return state.part;
  throw new LanewiseError("invalid", "Expected a device global, the result of deviceGlobal().");
}
