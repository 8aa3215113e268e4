// Hand-written matrix products: gangs of columns, one row at a time (naive) or four rows at a time (tiled), with strength-reduced
// addresses in the tiled one.

import type { Prototype } from "../harness/kernel.js";
import { add, at, bytes, FunctionWriter, get, int, multiply } from "./emitter.js";

const rows = 4;

function naive(k: number): string {
  const f = new FunctionWriter(k, ["n", "a", "b", "c"]);
  f.loop(int(0), get("$n"), 1, (i) => {
    f.loop(int(0), get("$n"), 4 * k, (j) => {
      const row = multiply(get(i), get("$n"));
      const sum = f.variable(f.constant(0));
      f.loop(int(0), get("$n"), 1, (inner) => {
        const left = f.loadSplat(at("$a", add(row, get(inner))));
        const right = f.load(at("$b", add(multiply(get(inner), get("$n")), get(j))));
        f.assign(sum, f.mulAdd(left, right, sum));
      });
      f.store(at("$c", add(row, get(j))), sum);
    });
  });
  return f.toModule();
}

function tiled(k: number): string {
  const f = new FunctionWriter(k, ["n", "a", "b", "c"]);
  const each = <T>(make: (row: number) => T): readonly T[] => Array.from({ length: rows }, (_, row) => make(row));
  f.loop(int(0), get("$n"), 4 * k, (j) => {
    f.loop(int(0), get("$n"), rows, (i) => {
      const tile = each((row) => ({
        sum: f.variable(f.constant(0)),
        left: f.integer(at("$a", multiply(add(get(i), int(row)), get("$n")))),
        out: add(multiply(add(get(i), int(row)), get("$n")), get(j)),
      }));
      const right = f.integer(at("$b", get(j)));
      const stride = f.integer(bytes(get("$n")));
      f.loop(int(0), bytes(get("$n")), 4, (inner) => {
        const factor = f.load(get(right));
        for (const { sum, left } of tile) {
          f.assign(sum, f.mulAdd(f.loadSplat(add(get(left), get(inner))), factor, sum));
        }
        f.emit(`(local.set ${right} ${add(get(right), get(stride))})`);
      });
      for (const { sum, out } of tile) f.store(at("$c", out), sum);
    });
  });
  return f.toModule();
}

type Matrices = { a: Float32Array; b: Float32Array; c: Float32Array };

export const sgemmNaive: Prototype<Matrices, { n: number }> = {
  versions: [1, 2, 4],
  source: naive,
  arguments: ({ a, b, c }, { n }) => [n, a, b, c],
};

export const sgemmTiled: Prototype<Matrices, { n: number }> = {
  versions: [1, 2],
  source: tiled,
  arguments: ({ a, b, c }, { n }) => [n, a, b, c],
};
