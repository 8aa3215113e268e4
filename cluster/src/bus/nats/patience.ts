// Waits for a server that is away: it restarts, or the network is cut.

import { JetStreamApiError, JetStreamError } from "@nats-io/jetstream";
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

/** Whether no other try helps: it is not that the server is away. A request that is refused has the reason behind it. */
const isHopeless = (error: unknown): boolean =>
  hopeless.some((kind) => error instanceof kind) || (error instanceof errors.RequestError && isHopeless(error.cause));

/** What a client of NATS says of a server that is away, restarts, or is cut off. */
const away = [
  ...[errors.TimeoutError, errors.NoRespondersError, errors.RequestError],
  ...[errors.ConnectionError, errors.ClosedConnectionError, errors.DrainingConnectionError],
];

/** Whether the server may be back soon. A store that is just being restored or made has no stream or consumer yet. */
export const isAway = (error: unknown): boolean =>
  (away.some((kind) => error instanceof kind) && !isHopeless(error)) ||
  error instanceof JetStreamError || // how a pull ended
  (error instanceof JetStreamApiError && (error.status >= 500 || error.code === NO_CONSUMER)) ||
  isStoreMissing(error);

/** Of JetStream. */
const [NO_CONSUMER, NO_STREAM] = [10_014, 10_059];

/** Whether the server has no such stream or bucket. */
export const isStoreMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === NO_STREAM;

/** For what is tried again anyway: throws what is no matter of the server being away. */
export function unlessAway(error: unknown): undefined {
  if (!isAway(error)) throw typedError(error);
  return undefined;
}

/** What NATS refuses, or takes too long for, as an error of the cluster; mistakes of our own as they are. */
export function typedError(cause: unknown): unknown {
  const error = storeError(cause);
  const isOfNats = isAway(error) || error instanceof JetStreamApiError || error instanceof errors.RequestError;
  const isRefused = error instanceof errors.AuthorizationError || error instanceof errors.PermissionViolationError;
  if (!(error instanceof Error) || (!isOfNats && !isRefused)) return error;
  return new ClusterError("no_server", `The NATS server does not do what is asked: ${error.message}.`, { cause });
}

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
