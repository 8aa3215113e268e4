// Mappers: the elements of a captured array that belong to a chunk of the range. A chunk consists of rows: indices of the range's first dimension.

import { ClusterError } from "../errors.js";

/**
 * "oneToOne": work-item k has element k. "slice": the array is divided evenly among the rows of the range. "all": each chunk has the whole array.
 * `{ fixed: [begin, end] }`: each chunk has these elements.
 */
export type Mapper = "oneToOne" | "slice" | "all" | { readonly fixed: readonly [begin: number, end: number] };

/** The elements of a chunk: from `begin * perRow` to `end * perRow` if they move with the rows, else the same for all chunks. */
export type Region =
  | { readonly kind: "moving"; readonly perRow: number }
  | { readonly kind: "same"; readonly begin: number; readonly end: number };

/** Resolves a mapper for an array of that length. `what` names the array in errors. */
export function regionOf(mapper: unknown, length: number, sizes: readonly number[], what: string): Region {
  const [rows = 0, ...rest] = sizes;
  const total = rest.reduce((product, size) => product * size, rows);
  if (mapper === "all") return { kind: "same", begin: 0, end: length };
  if (mapper === "oneToOne") {
    if (length === total) return { kind: "moving", perRow: total / rows };
    throw new ClusterError("invalid", `${what} is mapped oneToOne and has ${length} elements; expected ${total}.`, {
      help: 'With "oneToOne" an array has one element for each work-item; with "slice" the same number for each row.',
    });
  }
  if (mapper === "slice") {
    if (length > 0 && length % rows === 0) return { kind: "moving", perRow: length / rows };
    throw new ClusterError(
      "invalid",
      `${what} is mapped "slice" and has ${length} elements, which ${rows} rows do not divide.`,
    );
  }
  const [begin, end] = fixedOf(mapper) ?? [];
  if (begin === undefined || end === undefined) {
    throw new ClusterError("invalid", `${what} has an unknown mapper.`, {
      help: 'Mappers are "oneToOne", "slice", "all" and { fixed: [begin, end] }.',
    });
  }
  if (Number.isInteger(begin) && Number.isInteger(end) && 0 <= begin && begin < end && end <= length)
    return { kind: "same", begin, end };
  throw new ClusterError("invalid", `${what} is mapped to elements ${begin} to ${end}; it has ${length}.`);
}

function fixedOf(mapper: unknown): (readonly unknown[] & readonly [number, number]) | undefined {
  if (typeof mapper !== "object" || mapper === null || !("fixed" in mapper)) return undefined;
  const { fixed } = mapper;
  if (!Array.isArray(fixed) || fixed.length !== 2 || !fixed.every((one) => typeof one === "number")) return undefined;
  // Two numbers, as checked above.
  return fixed as unknown as readonly [number, number];
}

/** The elements of a chunk with these rows. */
export function elementsOf(
  region: Region,
  begin: number,
  end: number,
): { readonly begin: number; readonly end: number } {
  return region.kind === "same" ? region : { begin: begin * region.perRow, end: end * region.perRow };
}
