// The connection to NATS and its stores: the stream of chunks, and the buckets of jobs, results and inputs. The first to connect creates them.

import {
  AckPolicy,
  type ConsumerInfo,
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
} from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { connect, credsAuthenticator, type NatsConnection, type NodeConnectionOptions } from "@nats-io/transport-node";
import { ClusterError } from "../../errors.js";
import type { JobMessage } from "../messages.js";
import * as names from "./names.js";

/** Where the NATS server is, and who connects. */
export interface NatsOptions {
  readonly servers: string | readonly string[];
  /** The text of a NATS credentials file. */
  readonly credentials?: string;
  /** For servers that have users with passwords. */
  readonly user?: string;
  readonly password?: string;
  /** As NATS's client accepts them: `{ caFile, certFile, keyFile }`. */
  readonly tls?: NodeConnectionOptions["tls"];
  /** How long a worker may be silent before JetStream redelivers its chunks, in ms. Applies when the consumer is created. Default: 10,000. */
  readonly ackWait?: number;
  /** The most bytes of the stream of chunks, and of each bucket. Applies when they are created. Default: no limit but the server's. */
  readonly storeBytes?: number;
}

export interface NatsStores {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly jobs: KV;
  readonly results: KV;
  readonly blobs: KV;
  /** The bytes of a message without its header. */
  readonly partBytes: number;
}

/** After this time data that nobody deleted expires. */
const KEPT_MS = 7 * 24 * 3600 * 1000;
const MAX_ACK_PENDING = 10_000;
const nanos = (ms: number): number => ms * 1e6;

export async function openStores(options: NatsOptions, name: string): Promise<NatsStores> {
  const { servers, credentials, user, password, tls, storeBytes = -1 } = options;
  let nc: NatsConnection;
  try {
    nc = await connect({
      servers: typeof servers === "string" ? servers : [...servers],
      name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      ...(credentials === undefined ? {} : { authenticator: credsAuthenticator(Buffer.from(credentials)) }),
      ...(user === undefined ? {} : { user }),
      ...(password === undefined ? {} : { pass: password }),
      ...(tls ? { tls } : {}),
    });
  } catch (cause) {
    throw new ClusterError(
      "no_server",
      `There is no NATS server at ${String(servers)}, or it refuses the connection.`,
      { cause },
    );
  }
  try {
    const jsm = await jetstreamManager(nc);
    const kvm = new Kvm(nc);
    await jsm.streams.add({
      name: names.CHUNKS_STREAM,
      subjects: [names.CHUNK_SUBJECTS],
      retention: RetentionPolicy.Workqueue,
      discard: DiscardPolicy.New,
      max_age: nanos(KEPT_MS),
      max_bytes: storeBytes,
    });
    const bucket = (bucketName: string) => kvm.create(bucketName, { history: 1, ttl: KEPT_MS, max_bytes: storeBytes });
    const [jobs, results, blobs] = [
      await bucket(names.JOBS_BUCKET),
      await bucket(names.RESULTS_BUCKET),
      await bucket(names.BLOBS_BUCKET),
    ];
    const partBytes = Math.floor((nc.info?.max_payload ?? 2 ** 20) * 0.9);
    return { nc, js: jetstream(nc), jsm, jobs, results, blobs, partBytes };
  } catch (cause) {
    await nc.close();
    throw new ClusterError("no_server", `The NATS server at ${String(servers)} has no JetStream, or no room in it.`, {
      cause,
    });
  }
}

/**
 * Creates the consumer that the workers of a pin share: chunks in order, one delivery each. A killed server may forget the position of an empty
 * stream (2.9 does); the consumer, whose position is higher, would never see new chunks, so it is created again.
 */
export async function ensureConsumer({ jsm }: NatsStores, pin: string, ackWait: number): Promise<void> {
  const consumer = names.consumerOf(pin);
  const add = () => jsm.consumers.add(names.CHUNKS_STREAM, consumerConfig(pin, ackWait));
  // Despite the client's types, a server that is just restarting answers without `delivered`; the next claim then checks again.
  const { delivered }: Partial<ConsumerInfo> = await add();
  if (!delivered) return;
  const { state } = await jsm.streams.info(names.CHUNKS_STREAM);
  if (delivered.stream_seq <= state.last_seq) return;
  await jsm.consumers.delete(names.CHUNKS_STREAM, consumer);
  await add();
}

const consumerConfig = (pin: string, ackWait: number) => ({
  durable_name: names.consumerOf(pin),
  filter_subject: names.chunksOfPin(pin),
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(ackWait),
  max_ack_pending: MAX_ACK_PENDING,
});

/** Deletes what is stored under keys of a bucket, up to a revision. Unlike the bucket's own operation, it needs no room. */
export async function forgetKeys({ jsm }: NatsStores, bucket: string, keys: string, revision?: number): Promise<void> {
  const filter = `$KV.${bucket}.${keys}`;
  await jsm.streams.purge(`KV_${bucket}`, revision === undefined ? { filter } : { filter, seq: revision + 1 });
}

/** Deletes a job, and what is stored of its run. */
export async function forgetRun(stores: NatsStores, { job, pin }: JobMessage, run: string): Promise<void> {
  const { jsm } = stores;
  await forgetKeys(stores, names.JOBS_BUCKET, job);
  await jsm.streams.purge(names.CHUNKS_STREAM, { filter: names.chunksOfRun(pin, run) });
  for (const bucket of [names.RESULTS_BUCKET, names.BLOBS_BUCKET]) await forgetKeys(stores, bucket, `${run}.>`);
}

/** Converts the server's errors for a full stream or bucket to `store_full`. */
export function storeError(cause: unknown): unknown {
  if (cause instanceof ClusterError) return cause;
  const text = cause instanceof Error ? cause.message : "";
  if (!/maximum bytes|maximum messages|insufficient|no space|resource/i.test(text)) return cause;
  return new ClusterError("store_full", `JetStream has no room: ${text}.`, { cause });
}
