// How many ways there are to place n queens on a board so that none attacks another: by backtracking over sets of bits, with the
// stack in private arrays. A work-item has the queens of the first two rows given.

import { type FixedArray, fixedArray, type i32, type Queue } from "lanewise";
import { type Answers, same } from "./program.js";

/** Columns and diagonals that are attacked, a bit for each column of the row. */
interface Attacked {
  columns: i32;
  left: i32;
  right: i32;
}

function withQueen({ columns, left, right }: Attacked, bit: i32): Attacked {
  return { columns: columns | bit, left: (left | bit) << 1, right: (right | bit) >> 1 };
}

/** Ways to fill the rows from `row` on. */
function countFrom(start: Attacked, row: i32, n: i32): i32 {
  const all = (1 << n) - 1;
  const rows: FixedArray<Attacked, 12> = fixedArray(12, { columns: 0, left: 0, right: 0 });
  const free: FixedArray<i32, 12> = fixedArray(12, 0);
  const freeIn = (attacked: Attacked): i32 => all & ~(attacked.columns | attacked.left | attacked.right);
  let ways = 0;
  let depth = row;
  rows[depth] = start;
  free[depth] = freeIn(start);
  while (depth >= row) {
    const open = free[depth]!;
    if (open === 0) {
      depth--;
      continue;
    }
    const bit = open & -open;
    free[depth]! ^= bit;
    if (depth === n - 1) {
      ways++;
      continue;
    }
    const next = withQueen(rows[depth]!, bit);
    depth++;
    rows[depth] = next;
    free[depth] = freeIn(next);
  }
  return ways;
}

async function solutions(q: Queue, n: number): Promise<number> {
  const ways = q.mallocShared(Int32Array, n * n);
  await q.parallelFor([n, n], (first, second) => {
    const bit = 1 << second;
    const afterFirst = withQueen({ columns: 0, left: 0, right: 0 }, 1 << first);
    const isAttacked = (bit & (afterFirst.columns | afterFirst.left | afterFirst.right)) !== 0;
    ways[first * n + second] = isAttacked ? 0 : countFrom(withQueen(afterFirst, bit), 2, n);
  });
  return ways.reduce((sum, number) => sum + number, 0);
}

export async function boards(q: Queue): Promise<Answers> {
  const found: number[] = [];
  for (let n = 3; n <= 10; n++) found.push(await solutions(q, n));
  return { "3 to 10 queens": same(found, [0, 2, 10, 4, 40, 92, 352, 724]) };
}
