// The error of the runtime that a call throws.

import { LanewiseError } from "lanewise";

export function errorOf(action: () => unknown): LanewiseError {
  try {
    action();
  } catch (error) {
    if (error instanceof LanewiseError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
