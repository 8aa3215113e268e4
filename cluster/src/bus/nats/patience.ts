// Waits for a server that is away: it is restarting, or the network is cut.

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

/** Whether retrying cannot help, because the server is not away. A refused request has the reason as its cause. */
const isHopeless = (error: unknown): boolean =>
  hopeless.some((kind) => error instanceof kind) || (error instanceof errors.RequestError && isHopeless(error.cause));

/** The errors of a NATS client if the server is away, restarting, or cut off. */
const away = [
  ...[errors.TimeoutError, errors.NoRespondersError, errors.RequestError],
  ...[errors.ConnectionError, errors.ClosedConnectionError, errors.DrainingConnectionError],
];

/** Whether the server may be back soon. A store that is being restored or created has no stream or consumer yet. */
export const isAway = (error: unknown): boolean =>
  (away.some((kind) => error instanceof kind) && !isHopeless(error)) ||
  error instanceof JetStreamError || // how a pull ended
  (error instanceof JetStreamApiError && (error.status >= 500 || error.code === NO_CONSUMER)) ||
  isStoreMissing(error);

/** Error codes of JetStream. */
const [NO_CONSUMER, NO_STREAM] = [10_014, 10_059];

/** Whether the server has no such stream or bucket. */
export const isStoreMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === NO_STREAM;

/** For operations that are retried anyway: throws errors other than those of a server that is away. */
export function unlessAway(error: unknown): undefined {
  if (!isAway(error)) throw typedError(error);
  return undefined;
}

/** Converts refusals and timeouts of NATS to errors of the cluster; returns our own mistakes unchanged. */
export function typedError(cause: unknown): unknown {
  const error = storeError(cause);
  const isOfNats = isAway(error) || error instanceof JetStreamApiError || error instanceof errors.RequestError;
  const isRefused = error instanceof errors.AuthorizationError || error instanceof errors.PermissionViolationError;
  if (!(error instanceof Error) || (!isOfNats && !isRefused)) return error;
  return new ClusterError("no_server", `The NATS server rejects a request: ${error.message}.`, { cause });
}

/** Retries for a minute. The attempt must be idempotent; `isFinal`: retrying cannot help. */
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
