// How long arrays are cut into pieces, one work-item each: by their length alone, so that results do not depend on the number of threads.

export interface Pieces {
  readonly count: number;
  /** Elements in each, but for the last. */
  readonly size: number;
}

/** At most `most` pieces of at least `least` elements; one if there is less. */
export function cutIntoPieces(length: number, least: number, most: number): Pieces {
  const size = Math.max(least, Math.ceil(length / most));
  return { count: Math.max(1, Math.ceil(length / size)), size };
}
