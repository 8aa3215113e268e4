// The kernels of scans where each work-item has a thread of its own. A group scans a tile: each of its work-items some elements in a row, and then the
// group what came of these. First the totals of all tiles are computed, and scanned in the same way. Launched without bounds checks: all indices are
// compared with the length, or are those of the group's memory. Elements of 32 bits only, because 64 bits are computed in software.

import { type i32, localMemory, type NdItem, type NdItemKernel, specialized } from "../language/index.js";
import { combineFloats, combineSigned, combineUnsigned } from "./scan-kernels.js";

/** Work-items of a group. */
export const LANES = 256;
/** Elements of a work-item. */
const OWN = 8;
/** Elements of a group. */
export const TILE = LANES * OWN;
/** Where work-items' elements begin in the group's memory: in different banks of it. */
const APART = OWN + 1;

export interface TileScan<A> {
  readonly x: A;
  readonly out: A;
  /** A value for each tile: its total, and later what it begins with. */
  readonly starts: A;
  readonly length: i32;
  /** A number of `operations`. */
  readonly operation: i32;
  readonly isExclusive: boolean;
  /** Whether tiles begin with what is in `starts`. */
  readonly hasStarts: boolean;
}

export interface TileKernels<A> {
  /** Writes the totals of tiles to `starts`. */
  readonly totals: (s: TileScan<A>) => NdItemKernel<1>;
  readonly scan: (s: TileScan<A>) => NdItemKernel<1>;
}

interface Elements {
  readonly length: number;
  [index: number]: number;
}
type Combine = (operation: number, a: number, b: number) => number;
type Identity = (operation: number) => number;

function sumTile(s: TileScan<Elements>, item: NdItem<1>, sums: Elements, combine: Combine, identity: Identity): void {
  const operation = specialized(s.operation);
  const own = item.localId();
  const first = (Math.imul(item.group.id(), TILE) + own) | 0;
  let sum = identity(operation);
  for (let k = 0; k < OWN; k++) {
    const i = (first + k * LANES) | 0;
    if (i < s.length) sum = combine(operation, sum, s.x[i]!);
  }
  sums[own] = sum;
  item.barrier();
  if (own < 128) sums[own] = combine(operation, sums[own]!, sums[own + 128]!);
  item.barrier();
  if (own < 64) sums[own] = combine(operation, sums[own]!, sums[own + 64]!);
  item.barrier();
  if (own < 32) sums[own] = combine(operation, sums[own]!, sums[own + 32]!);
  item.barrier();
  if (own < 16) sums[own] = combine(operation, sums[own]!, sums[own + 16]!);
  item.barrier();
  if (own < 8) sums[own] = combine(operation, sums[own]!, sums[own + 8]!);
  item.barrier();
  if (own < 4) sums[own] = combine(operation, sums[own]!, sums[own + 4]!);
  item.barrier();
  if (own < 2) sums[own] = combine(operation, sums[own]!, sums[own + 2]!);
  item.barrier();
  if (own === 0) s.starts[item.group.id()] = combine(operation, sums[0]!, sums[1]!);
}

/** `tile` has the elements of each work-item; `sums` has two halves of a value for each, which are written in turn. */
function scanTile(
  s: TileScan<Elements>,
  item: NdItem<1>,
  tile: Elements,
  sums: Elements,
  combine: Combine,
  identity: Identity,
): void {
  const operation = specialized(s.operation);
  const isExclusive = specialized(s.isExclusive);
  const own = item.localId();
  const group = item.group.id();
  const first = Math.imul(group, TILE);
  for (let k = 0; k < OWN; k++) {
    const at = own + k * LANES;
    const i = (first + at) | 0;
    tile[placeOf(at)] = i < s.length ? s.x[i]! : identity(operation);
  }
  item.barrier();
  const mine = own * APART;
  let sum = identity(operation);
  for (let k = 0; k < OWN; k++) sum = combine(operation, sum, tile[mine + k]!);
  sums[own] = sum;
  item.barrier();
  sum = addBelow(sums, own, 0, 1, sum, operation, combine);
  item.barrier();
  sum = addBelow(sums, own, LANES, 2, sum, operation, combine);
  item.barrier();
  sum = addBelow(sums, own, 0, 4, sum, operation, combine);
  item.barrier();
  sum = addBelow(sums, own, LANES, 8, sum, operation, combine);
  item.barrier();
  sum = addBelow(sums, own, 0, 16, sum, operation, combine);
  item.barrier();
  sum = addBelow(sums, own, LANES, 32, sum, operation, combine);
  item.barrier();
  sum = addBelow(sums, own, 0, 64, sum, operation, combine);
  item.barrier();
  sum = addBelow(sums, own, LANES, 128, sum, operation, combine);
  item.barrier();
  let before = own > 0 ? sums[own - 1]! : identity(operation);
  if (specialized(s.hasStarts)) before = combine(operation, s.starts[group]!, before);
  for (let k = 0; k < OWN; k++) {
    const after = combine(operation, before, tile[mine + k]!);
    tile[mine + k] = isExclusive ? before : after;
    before = after;
  }
  item.barrier();
  for (let k = 0; k < OWN; k++) {
    const at = own + k * LANES;
    const i = (first + at) | 0;
    if (i < s.length) s.out[i] = tile[placeOf(at)]!;
  }
}

/** Of an element of a tile. */
function placeOf(at: i32): i32 {
  return at + (at >> 3);
}

/** Reads one half, and writes the other. */
function addBelow(
  sums: Elements,
  own: i32,
  half: i32,
  distance: i32,
  sum: number,
  operation: number,
  combine: Combine,
): number {
  const all = own >= distance ? combine(operation, sums[half + own - distance]!, sum) : sum;
  sums[LANES - half + own] = all;
  return all;
}

function identityOfFloats(operation: number): number {
  if (operation === 0) return 0;
  if (operation === 1) return 1;
  return operation === 2 ? Infinity : -Infinity;
}
function identityOfSigned(operation: number): number {
  if (operation === 0) return 0;
  if (operation === 1) return 1;
  return operation === 2 ? 0x7fffffff : -0x80000000;
}
function identityOfUnsigned(operation: number): number {
  if (operation === 0) return 0;
  if (operation === 1) return 1;
  return operation === 2 ? 0xffffffff : 0;
}

const float32: TileKernels<Float32Array> = {
  totals: (s) => (item) => {
    const sums = localMemory(Float32Array, LANES);
    sumTile(s, item, sums, combineFloats, identityOfFloats);
  },
  scan: (s) => (item) => {
    const tile = localMemory(Float32Array, LANES * APART);
    const sums = localMemory(Float32Array, 2 * LANES);
    scanTile(s, item, tile, sums, combineFloats, identityOfFloats);
  },
};
const int32: TileKernels<Int32Array> = {
  totals: (s) => (item) => {
    const sums = localMemory(Int32Array, LANES);
    sumTile(s, item, sums, combineSigned, identityOfSigned);
  },
  scan: (s) => (item) => {
    const tile = localMemory(Int32Array, LANES * APART);
    const sums = localMemory(Int32Array, 2 * LANES);
    scanTile(s, item, tile, sums, combineSigned, identityOfSigned);
  },
};
const uint32: TileKernels<Uint32Array> = {
  totals: (s) => (item) => {
    const sums = localMemory(Uint32Array, LANES);
    sumTile(s, item, sums, combineUnsigned, identityOfUnsigned);
  },
  scan: (s) => (item) => {
    const tile = localMemory(Uint32Array, LANES * APART);
    const sums = localMemory(Uint32Array, 2 * LANES);
    scanTile(s, item, tile, sums, combineUnsigned, identityOfUnsigned);
  },
};

/** By the name of the result's array type. */
export const tileKernels = { Float32Array: float32, Int32Array: int32, Uint32Array: uint32 };
