// Waits for a server that is away: it restarts, or the network is cut.

import { errors } from "@nats-io/transport-node";
import { ClusterError } from "../../errors.js";
import { storeError } from "./nats-stores.js";

const RETRY_MS = 250;
const PATIENCE_MS = 60_000;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const hopeless = [
  ...[ClusterError, TypeError, RangeError, SyntaxError],
  ...[errors.InvalidArgumentError, errors.InvalidOperationError],
  ...[errors.AuthorizationError, errors.PermissionViolationError],
];

/** Whether no other try helps: it is not that the server is away. */
export const isHopeless = (error: unknown): boolean => hopeless.some((kind) => error instanceof kind);

/** Tries again for a minute. What is tried must be harmless if it is done twice; `isFinal`: no other try helps. */
export async function patiently<T>(
  attempt: () => Promise<T>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<T> {
  const start = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      const error = storeError(cause);
      if (isHopeless(error) || isFinal(error) || performance.now() - start > PATIENCE_MS) throw error;
      await pause(RETRY_MS);
    }
  }
}
