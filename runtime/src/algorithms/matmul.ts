// Multiplies two matrices, stored row by row.

import { LanewiseError } from "../errors/index.js";
import { ndRange } from "../language/index.js";
import type { QueueEvent } from "../queue/commands/index.js";
import type { Queue } from "../queue/index.js";
import { describeArray, describeValue, elementTypeOfArray, lengthOf, type OptionTable } from "../values/index.js";
import { type ArrayType, checkArray, type NumberArray, type SameArray } from "./arrays.js";
import { type AlgorithmOptions, algorithmOptions, checkCall, launchAll } from "./launches.js";
import { COLUMNS, type MatmulKernels, matmulKernels, type Product, ROWS } from "./matmul-kernels.js";
import { EDGE, multiplyTiles, SIDE, type TileFactors } from "./matmul-tiles.js";

/** With fewer tiles, work-items without groups share the work better. */
const MANY_TILES = 128;

/** The sizes of the matrices of `matmul`, and its options. */
export interface MatmulOptions extends AlgorithmOptions {
  /** Rows of the product. */
  readonly m: number;
  /** Columns of the product. */
  readonly n: number;
  /** Columns of the left factor and rows of the right one. */
  readonly k: number;
  /** Whether `a` is transposed: k rows of m elements. */
  readonly transposeA?: boolean;
  /** Whether `b` is transposed: n rows of k elements. */
  readonly transposeB?: boolean;
}

const matmulOptions = {
  ...algorithmOptions,
  ...{ m: "checked", n: "checked", k: "checked", transposeA: "boolean", transposeB: "boolean" },
} as const satisfies OptionTable<MatmulOptions>;

/**
 * Computes `out = a * b` for m x k and k x n elements, all Float32Array or all Float64Array. `out` shares no memory with `a` and `b`.
 *
 *     await matmul(q, a, b, out, { m: 2, n: 2, k: 3 });
 */
export function matmul<A extends Float32Array | Float64Array>(
  q: Queue,
  a: A,
  b: SameArray<A>,
  out: SameArray<A>,
  options: MatmulOptions,
): QueueEvent {
  const own = checkCall(q, "matmul", options, matmulOptions);
  const { m, n, k, transposeA = false, transposeB = false } = own;
  for (const [name, size] of Object.entries({ m, n, k })) checkSize(name, size);
  const { name, array } = checkArray(a, matmulKernels, "matmul: a");
  const same = { [name]: matmulKernels[name] };
  checkArray(b, same, "matmul: b");
  checkArray(out, same, "matmul: out");
  for (const [what, factor, size] of [
    ["a", a, m * k],
    ["b", b, k * n],
    ["out", out, m * n],
  ] as const)
    checkElements(what, factor, size);
  // The row for the arrays' own type, and its constructor.
  const kernels = matmulKernels[name] as unknown as MatmulKernels<NumberArray>;
  const type = elementTypeOfArray(array).type as ArrayType<NumberArray>;
  const matrices = { a, b, out, m, n, k, ...(transposeA ? { aRow: 1, aColumn: m } : { aRow: k, aColumn: 1 }) };
  return launchAll(q, "matmul", own, (launches) => {
    if (launches.areApart) {
      // The sizes are those of the arrays: no index is outside.
      const bounds = "unchecked";
      const right = transposeB ? { bRow: 1, bColumn: k } : { bRow: n, bColumn: 1 };
      const [rows, columns] = [Math.ceil(m / EDGE), Math.ceil(n / EDGE)];
      if (name === "Float32Array" && k > 0 && rows * columns >= MANY_TILES) {
        const of = { ...matrices, ...right, transposeA, transposeB, apart: 0 };
        // All three are, as was checked.
        const kernel = multiplyTiles(of as unknown as TileFactors<Float32Array>);
        const range = ndRange([rows * SIDE, columns * SIDE], [SIDE, SIDE]);
        return launches.add((queue, own) => queue.parallelFor(range, kernel, { ...own, bounds }));
      }
      const [tiles, apart] = [Math.ceil(m / kernels.tile), Math.ceil(n / kernels.tile)];
      const kernel = kernels.multiplyApart({ ...matrices, ...right, apart });
      return launches.add((queue, own) => queue.parallelFor([tiles, apart], kernel, { ...own, bounds }));
    }
    const width = Math.max(1, Math.min(n, COLUMNS));
    const [blocks, panels] = [Math.ceil(m / ROWS), Math.ceil(n / width)];
    const product: Product<NumberArray> = { ...matrices, width, panels: launches.take(type, panels * width * k) };
    const copy = transposeB ? kernels.copyColumns(product) : kernels.copyRows(product);
    launches.add((queue, own) => queue.parallelFor([panels, k, width], copy, own));
    return launches.add((queue, own) => queue.parallelFor([panels, blocks, width], kernels.multiply(product), own));
  });
}

function checkSize(name: string, size: unknown): void {
  if (typeof size === "number" && Number.isInteger(size) && size >= 0) return;
  throw new LanewiseError("invalid", `matmul: ${name} is ${describeValue(size)}; expected an integer of at least 0.`);
}

function checkElements(name: string, array: NumberArray, size: number): void {
  if (lengthOf(array) === size) return;
  throw new LanewiseError(
    "invalid",
    `matmul: ${name} is a ${describeArray(array)}; expected ${size} elements, because of m, n and k.`,
  );
}
