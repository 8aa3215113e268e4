// How workers ask the client of a job for inputs: a hash and where to begin. The answer is one part, behind a byte that says that it is there.

export const BLOB_GONE: Uint8Array = Uint8Array.of(0);

export interface BlobRequest {
  readonly hash: string;
  readonly offset: number;
}

/** Undefined where it is none. */
export function parseBlobRequest(data: Uint8Array): BlobRequest | undefined {
  const [, hash, offset] = /^([\da-f]{64}) (\d{1,12})$/.exec(Buffer.from(data).toString()) ?? [];
  return hash === undefined ? undefined : { hash, offset: Number(offset) };
}

export const blobRequest = ({ hash, offset }: BlobRequest): string => `${hash} ${offset}`;
