// `lanewise/algorithms` against what JavaScript has: typed arrays' own sort, plain loops, ml-matrix. Arrays of the algorithms are in the device's
// memory, those of JavaScript in its own.

import type { Queue } from "lanewise";
import { compact, exclusiveScan, histogram, matmul, reduce, sort, transform } from "lanewise/algorithms";
import { alternating, checkClose, type Measured, medians, ratio, type Variant } from "../harness/alternating.js";
import { loadPackage } from "../harness/packages.js";
import { lanewise as triad } from "../kernels/triad-f32/index.js";

const keys = 1 << 22;
const elements = 1 << 24;
const size = 512;
/** A scan has to read one element and to write one, the triad reads two and writes one. */
const triadElements = 3 / 2;

/** How often as fast as the other. */
function against(q: Queue, own: Variant, javascript: Variant): Measured {
  const times = alternating(q, { own, javascript });
  return { value: ratio(times.javascript, times.own), us: medians(times) };
}

function random(length: number): Uint32Array {
  return Uint32Array.from({ length }, () => Math.random() * 2 ** 32);
}

/** Both sort a copy, which is made in the time that is measured. */
export function measureSort(q: Queue, type: typeof Uint32Array | typeof Float32Array): Measured {
  const unsorted = type.from(random(keys));
  const [x, y] = [q.mallocShared(type as typeof Uint32Array, keys), unsorted.slice()];
  const own = () => {
    x.set(unsorted);
    sort(q, x).waitSync();
  };
  const measured = against(q, own, () => {
    y.set(unsorted);
    y.sort();
  });
  checkClose(x, y);
  return measured;
}

export function measureScan(q: Queue): Measured {
  const [x, out] = [q.mallocShared(Float32Array, elements).fill(1), q.mallocShared(Float32Array, elements)];
  const [y, sums] = [new Float32Array(elements).fill(1), new Float32Array(elements)];
  const measured = against(
    q,
    () => exclusiveScan(q, x, out).waitSync(),
    () => {
      let sum = 0;
      for (let i = 0; i < elements; i++) {
        sums[i] = sum;
        sum = Math.fround(sum + (y[i] ?? 0));
      }
    },
  );
  checkClose(out, sums);
  return measured;
}

export function measureScanAgainstTriad(q: Queue): Measured {
  const array = () => q.mallocShared(Float32Array, elements).fill(1);
  const [a, b, c] = [array(), array(), array()];
  const launchTriad = triad(q, { a, b, c }, { s: 3, n: elements });
  const times = alternating(q, { scan: () => exclusiveScan(q, b, c).waitSync(), triad: () => launchTriad() });
  return { value: ratio(times.triad, times.scan) / triadElements, us: medians(times) };
}

export function measureReduce(q: Queue): Measured {
  const [x, y] = [q.mallocShared(Float32Array, elements).fill(1), new Float32Array(elements).fill(1)];
  const sums = [0, 0];
  const own = () => {
    sums[0] = reduce(q, x, "add").waitSync();
  };
  const measured = against(q, own, () => {
    let sum = 0;
    for (let i = 0; i < elements; i++) sum += y[i] ?? 0;
    sums[1] = sum;
  });
  checkClose(sums.slice(0, 1), sums.slice(1));
  return measured;
}

export function measureHistogram(q: Queue): Measured {
  const values = Uint8Array.from(random(elements));
  const [x, bins, counts] = [q.mallocShared(Uint8Array, values), new Uint32Array(256), new Uint32Array(256)];
  const measured = against(
    q,
    () => histogram(q, x, bins).waitSync(),
    () => {
      counts.fill(0);
      for (let i = 0; i < elements; i++) {
        const value = values[i] ?? 0;
        counts[value] = (counts[value] ?? 0) + 1;
      }
    },
  );
  checkClose(bins, counts);
  return measured;
}

export function measureCompact(q: Queue): Measured {
  const chosen = Uint8Array.from(random(keys), (value) => value & 1);
  const values = Float32Array.from(random(keys));
  const [x, flags] = [q.mallocShared(Float32Array, values), q.mallocShared(Uint8Array, chosen)];
  const [out, expected] = [q.mallocShared(Float32Array, keys), new Float32Array(keys)];
  const measured = against(
    q,
    () => compact(q, x, flags, out).waitSync(),
    () => {
      let count = 0;
      for (let i = 0; i < keys; i++) if (chosen[i] !== 0) expected[count++] = values[i] ?? 0;
    },
  );
  checkClose(out, expected);
  return measured;
}

export function measureTransform(q: Queue): Measured {
  const [x, out] = [q.mallocShared(Float32Array, elements).fill(3), q.mallocShared(Float32Array, elements)];
  const [y, products] = [new Float32Array(elements).fill(3), new Float32Array(elements)];
  const gain = 0.5;
  const measured = against(
    q,
    () => transform(q, x, out, (v) => v * 2 + gain).waitSync(),
    () => {
      for (let i = 0; i < elements; i++) products[i] = (y[i] ?? 0) * 2 + gain;
    },
  );
  checkClose(out, products);
  return measured;
}

export function measureTransformAgainstMap(q: Queue): Measured {
  const [x, out] = [q.mallocShared(Float32Array, elements).fill(3), q.mallocShared(Float32Array, elements)];
  const y = new Float32Array(elements).fill(3);
  let mapped = y;
  const gain = 0.5;
  const own = () => transform(q, x, out, (v) => v * 2 + gain).waitSync();
  const measured = against(q, own, () => {
    mapped = y.map((v) => v * 2 + gain);
  });
  checkClose(out, mapped);
  return measured;
}

/** What is used of ml-matrix. */
interface MlMatrix {
  readonly Matrix: { from1DArray(rows: number, columns: number, values: ArrayLike<number>): Product };
}
interface Product {
  mmul(other: Product): Product;
  to1DArray(): number[];
}

export function measureMatmul(q: Queue): Measured {
  // The package's own types are not there where it is not installed.
  const { Matrix } = loadPackage("ml-matrix") as MlMatrix;
  const values = Float64Array.from({ length: size * size }, (_, i) => (i * 7) % 11);
  const [a, out] = [q.mallocShared(Float64Array, values), q.mallocShared(Float64Array, size * size)];
  const factor = Matrix.from1DArray(size, size, values);
  let product = factor;
  const own = () => matmul(q, a, a, out, { m: size, n: size, k: size }).waitSync();
  const measured = against(q, own, () => {
    product = factor.mmul(factor);
  });
  checkClose(out, product.to1DArray());
  return measured;
}
