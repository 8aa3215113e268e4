// Which statements leave their block, and which loops are left or continued from inside.

import { type Block, forEachStmt, type Stmt } from "@lanewise/ir";
import type { Loop } from "./facts.js";

/** Whether what follows the statement in its block is never reached. */
export function isJump({ kind }: Stmt): boolean {
  return kind === "break" || kind === "continue" || kind === "return" || kind === "fail";
}

export function endsInJump(block: Block): boolean {
  const last = block.at(-1);
  return last !== undefined && isJump(last);
}

/** Whether such a jump in the loop targets its label. */
export function leaves(kind: "break" | "continue", { label, header, body, update }: Loop): boolean {
  let isFound = false;
  forEachStmt([...header, ...body, ...update], (stmt) => {
    if (stmt.kind === kind && stmt.label === label) isFound = true;
  });
  return isFound;
}
