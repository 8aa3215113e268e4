// Cuts long arrays into pieces, one work-item each: by length alone, so that results do not depend on the number of threads.

export interface Pieces {
  readonly count: number;
  /** Elements in each piece except the last. */
  readonly size: number;
}

/** At most `most` pieces of at least `least` elements; one piece if there are fewer elements. */
export function cutIntoPieces(length: number, least: number, most: number): Pieces {
  const size = Math.max(least, Math.ceil(length / most));
  return { count: Math.max(1, Math.ceil(length / size)), size };
}
