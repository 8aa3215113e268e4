// How workers request inputs from the client of a job: a hash and an offset. The answer is one part, after a byte that says it is there.

export const BLOB_GONE: Uint8Array = Uint8Array.of(0);

export interface BlobRequest {
  readonly hash: string;
  readonly offset: number;
}

/** Undefined if it is not a request. */
export function parseBlobRequest(data: Uint8Array): BlobRequest | undefined {
  const [, hash, offset] = /^([\da-f]{64}) (\d{1,12})$/.exec(Buffer.from(data).toString()) ?? [];
  return hash === undefined ? undefined : { hash, offset: Number(offset) };
}

export const blobRequest = ({ hash, offset }: BlobRequest): string => `${hash} ${offset}`;
