// The labels of a function while passes add some.

import { type Block, forEachStmt, type Label } from "@lanewise/ir";

/** -1: there is none. */
export function highestLabel(body: Block): Label {
  let highest = -1;
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "loop" || stmt.kind === "block") highest = Math.max(highest, stmt.label);
  });
  return highest;
}

/** Gives labels that the block does not have, each once. */
export function newLabels(body: Block): () => Label {
  let label = Math.max(0, highestLabel(body));
  return () => ++label;
}
