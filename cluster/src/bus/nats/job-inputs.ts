// The inputs of a job and its image: served to workers that request them, or stored by the server.

import type { Subscription } from "@nats-io/transport-node";
import type { Submission } from "../bus.js";
import { BLOB_GONE, parseBlobRequest } from "./blob-requests.js";
import { putParts } from "./large-values.js";
import * as names from "./names.js";
import type { NatsStores } from "./nats-stores.js";
import { patiently, typedError } from "./patience.js";

/** Serves parts of the inputs to workers that request them. */
export function serveInputs({ nc, partBytes }: NatsStores, run: string, { blob, onLost }: Submission): Subscription {
  return nc.subscribe(names.blobsOf(run), {
    callback: (error, message) => {
      if (error) {
        onLost(typedError(error));
        return;
      }
      const asked = parseBlobRequest(message.data);
      const bytes = asked && blob(asked.hash);
      if (!bytes) message.respond(BLOB_GONE);
      else message.respond(Buffer.concat([Buffer.of(1), bytes.subarray(asked.offset, asked.offset + partBytes)]));
    },
  });
}

/** Stores the inputs, so that workers can continue when the client has left. */
export async function keepInputs(
  { blobs, partBytes }: NatsStores,
  run: string,
  { job, chunks, blob }: Submission,
): Promise<void> {
  const wanted = [job.image, ...chunks.flatMap(({ inputs }) => inputs)].filter(({ isZero }) => !isZero);
  for (const hash of new Set(wanted.map((ref) => ref.hash))) {
    const bytes = blob(hash);
    if (bytes) await patiently(() => putParts(blobs, `${run}.${hash}`, bytes, partBytes));
  }
}
