// Random kernels get work-groups: barriers at random places, also where work-items part, and questions for group and local indices.

import { type Block, blocksOf, build, type Stmt } from "@lanewise/ir";
import { withGroupIndices } from "./group-queries.js";
import type { RandomProgram } from "./ir-arbitrary.js";
import { at } from "./kernel-module.js";
import { createRandom, type Random } from "./random.js";

/** With barriers in one of so many places. */
function withBarriers(random: Random, block: Block, rarity: number): Block {
  return block.flatMap((stmt): readonly Stmt[] => {
    const inner = blocksOf(stmt).length === 0 || random.oneIn(2) ? stmt : inside(random, stmt, rarity);
    return random.oneIn(rarity) ? [build.barrier("workGroup", at), inner] : [inner];
  });
}

function inside(random: Random, stmt: Stmt, rarity: number): Stmt {
  const made = (block: Block) => withBarriers(random, block, rarity);
  switch (stmt.kind) {
    case "if":
      return build.ifElse(stmt.condition, made(stmt.then), made(stmt.else));
    case "loop":
      return { ...stmt, header: made(stmt.header), body: made(stmt.body), update: made(stmt.update) };
    case "block":
      return { ...stmt, body: made(stmt.body) };
    default:
      return stmt;
  }
}

export interface GroupProgram {
  readonly program: RandomProgram;
  readonly local: readonly [number, number, number];
  readonly groups: number;
}

/** A kernel whose work-items do not meet, in groups and with barriers at random places. */
export function groupProgram(program: RandomProgram): GroupProgram {
  const random = createRandom(program.seed + 77);
  const divisor = (size: number) => {
    const divisors = Array.from({ length: Math.max(size, 1) }, (_, index) => index + 1).filter((d) => size % d === 0);
    return random.pick(divisors);
  };
  const [outer = 1, middle = 1, inner = 1] = program.range.map(divisor);
  const functions = program.module.functions.map((fn) =>
    withGroupIndices(random, { ...fn, body: withBarriers(random, fn.body, random.pick([2, 4, 8])) }),
  );
  const items = program.range.reduce((a, b) => a * b, 1);
  return {
    program: { ...program, module: { ...program.module, functions } },
    local: [outer, middle, inner],
    groups: items / (outer * middle * inner),
  };
}
