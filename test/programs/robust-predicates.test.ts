// The exact predicates of robust-predicates in kernels: points in general position, on a plane, a circle or a sphere, and off it by units in the last
// place, so that each stage of the predicates is reached. Their results must be the package's to the last bit.

import { incircle, insphere, orient3d } from "robust-predicates";
import { describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

type Predicate = (...coordinates: number[]) => number;

interface Row {
  readonly predicate: Predicate;
  /** Points that lie exactly on a plane, a circle or a sphere. */
  readonly degenerate: readonly number[];
}

const rows: Readonly<Record<string, Row>> = {
  orient3d: { predicate: orient3d as Predicate, degenerate: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0.25, 0.25, 0.5] },
  incircle: { predicate: incircle as Predicate, degenerate: [1, 0, 0, 1, -1, 0, 0, -1] },
  insphere: { predicate: insphere as Predicate, degenerate: [1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0] },
};

const source = (name: string, { degenerate: { length } }: Row) => `import { Queue } from "lanewise";
import { ${name} } from "robust-predicates";
export async function run(device: "cpu" | "host", n: number, x: Float64Array, out: Float64Array): Promise<void> {
  using q = new Queue({ device });
  await q.parallelFor(n, (i) => {
    const at = i * ${length};
    out[i] = ${name}(${Array.from({ length }, (_, k) => `x[at + ${k}]!`).join(", ")});
  });
}
`;

const n = 160;

/** By work-item: exact, exact but scaled by a fraction, off by a few units in the last place, off by less, elsewhere. */
function pointsOf({ degenerate }: Row): Float64Array {
  const width = degenerate.length;
  return Float64Array.from({ length: n * width }, (_, k) => {
    const [i, c] = [Math.floor(k / width), k % width];
    const noise = ((k * 7919) % 13) - 6;
    const exact = degenerate[c] ?? 0;
    if (i % 5 === 0) return exact;
    if (i % 5 === 1) return exact / 3 + 12;
    if (i % 5 === 2) return exact + noise * 2 ** -(44 + (i % 9));
    return i % 5 === 3 ? exact / 3 + noise * 2 ** -(60 + (i % 20)) : ((k * 7919) % 1009) / 257;
  });
}

const program = await loadProgram(
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [`${name}.ts`, source(name, row)])),
);

describe.each(["host", "cpu"] as const)("on %s", (device) => {
  test.each(Object.entries(rows))(
    "%s",
    async (name, row) => {
      const { run } = (await program.load(`${name}.ts`)) as unknown as {
        readonly run: (device: "cpu" | "host", n: number, x: Float64Array, out: Float64Array) => Promise<void>;
      }; // as `source` writes it
      const x = pointsOf(row);
      const width = row.degenerate.length;
      const expected = Float64Array.from({ length: n }, (_, i) =>
        row.predicate(...x.subarray(i * width, (i + 1) * width)),
      );
      const found = new Float64Array(n);
      await run(device, n, x, found);
      expect(found).toEqual(expected);
      expect(expected.filter((value) => value === 0).length).toBeGreaterThan(n / 6);
      expect(new Set(expected.map(Math.sign)).size).toBe(3);
    },
    // The code generator makes one function of all that a predicate calls.
    240_000,
  );
});
