// Sorts arrays, alone or with values. Keys are copied into separate memory, moved there digit by digit, and written back when they are in order; a
// digit that all keys share costs no pass.

import type { QueueEvent } from "../queue/commands/index.js";
import type { Queue } from "../queue/index.js";
import { lengthOf, type OptionTable } from "../values/index.js";
import { checkArray, checkSameLength, type NumberArray } from "./arrays.js";
import { type AlgorithmOptions, algorithmOptions, checkCall, type Launches, launchAll } from "./launches.js";
import { cutIntoPieces } from "./pieces.js";
import { scanInTiles } from "./scan.js";
import { type Columns, chooseArray, DIGITS, fromColumns, placeDigits, toColumns } from "./sort-kernels.js";
import { takeValues } from "./sort-values.js";
import { sortRows } from "./sort-widths.js";

/** The fewest keys for a work-item, which first clears its counts, and the most pieces. */
const LEAST = 4096;
const MOST = 64;
/** The same where each work-item has a thread of its own, and from how many pieces on these are counted together. */
const LEAST_APART = 1024;
const MOST_APART = 65_536;
const FEW_PIECES = 4;

/** The options of `sort`. */
export interface SortOptions extends AlgorithmOptions {
  /** Sorts the largest first. Equal keys keep their order either way. */
  readonly descending?: boolean;
}

const sortOptions = { ...algorithmOptions, descending: "boolean" } as const satisfies OptionTable<SortOptions>;

/**
 * Sorts an array in place, in the order of `TypedArray.prototype.sort`: -0 before 0, NaN last; with `descending`, in reverse.
 *
 *     await sort(q, x);
 */
export function sort(q: Queue, keys: NumberArray, options: SortOptions = {}): QueueEvent {
  const own = checkCall(q, "sort", options, sortOptions);
  const { name } = checkArray(keys, sortRows, "sort: keys");
  return launchAll(q, "sort", own, (launches) => submitSort(launches, sortRows[name], keys, undefined, own));
}

/**
 * Sorts keys in place, as `sort` does, and moves the values with them. Values of equal keys keep their order.
 *
 *     await sortByKey(q, distances, indices);
 */
export function sortByKey(q: Queue, keys: NumberArray, values: NumberArray, options: SortOptions = {}): QueueEvent {
  const own = checkCall(q, "sortByKey", options, sortOptions);
  const { name } = checkArray(keys, sortRows, "sortByKey: keys");
  checkArray(values, sortRows, "sortByKey: values");
  checkSameLength(values, keys, "sortByKey: values", "keys");
  return launchAll(q, "sortByKey", own, (launches) => submitSort(launches, sortRows[name], keys, values, own));
}

/** Submits a sort of an array's keys, with values or without. */
export function submitSort(
  launches: Launches,
  row: (typeof sortRows)[keyof typeof sortRows],
  x: NumberArray,
  values: NumberArray | undefined,
  { descending = false }: SortOptions,
): QueueEvent {
  const length = lengthOf(x);
  const { areApart } = launches;
  const pieces = areApart ? cutIntoPieces(length, LEAST_APART, MOST_APART) : cutIntoPieces(length, LEAST, MOST);
  const table = launches.take(Int32Array, pieces.count * DIGITS);
  const from = launches.takeFilled(Int32Array, row.passes + 1, 0);
  const digits = { table, from, length, piece: pieces.size };
  const areMany = areApart && pieces.count > FEW_PIECES;
  const columns = areMany ? launches.take(Int32Array, pieces.count * DIGITS) : table;
  const place = (pass: number): void => {
    if (areMany) placeInColumns(launches, { table, columns, pieces: pieces.count }, { from, pass, length });
    else launches.add((q, own) => q.singleTask(placeDigits(table, from, pass, length), own));
  };
  const keys = row.makeKeys(launches, x, descending);
  const moved = values && takeValues(launches, values);
  launches.run(length, keys.encode(from));
  moved?.begin();
  for (let pass = 0; pass < row.passes; pass++) {
    launches.run(pieces.count, keys.count(digits, pass), "unchecked");
    place(pass);
    launches.run(pieces.count, keys.move(digits, pass, moved?.payload), "unchecked");
  }
  const sorted = launches.run(length, keys.decode(from));
  return moved ? moved.end(from, row.passes) : sorted;
}

/** The indices are those of the sort's own memory. */
const bounds = "unchecked";

function placeInColumns(
  launches: Launches,
  columns: Columns,
  { from, pass, length }: { readonly from: Int32Array; readonly pass: number; readonly length: number },
): void {
  const { pieces } = columns;
  launches.add((q, own) => q.parallelFor([DIGITS, pieces], toColumns(columns), { ...own, bounds }));
  scanInTiles(launches, columns.columns, true);
  launches.add((q, own) => q.singleTask(chooseArray(columns, from, pass, length), { ...own, bounds }));
  launches.add((q, own) => q.parallelFor([pieces, DIGITS], fromColumns(columns), { ...own, bounds }));
}
