// What a row of `npm run bench:build` is: a file in rows/, which exports `rows`.

export interface Row {
  readonly what: string;
  readonly unit: "ms" | "x";
  /** At most. */
  readonly goal: number;
  /** `folder` is empty and the row's own. */
  measure(place: Place): Promise<Measured>;
}

export interface Place {
  readonly root: string;
  readonly folder: string;
}

export interface Measured {
  readonly value: number;
  /** What it was computed from; kept with the results. */
  readonly details: Readonly<Record<string, number | readonly number[]>>;
}
