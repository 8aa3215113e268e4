// Labels for passes that add some.

import { type Block, forEachStmt, type Label } from "@lanewise/ir";

/** -1 if there are none. */
export function highestLabel(body: Block): Label {
  let highest = -1;
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "loop" || stmt.kind === "block") highest = Math.max(highest, stmt.label);
  });
  return highest;
}

/** Returns a generator of labels that the block does not use. */
export function newLabels(body: Block): () => Label {
  let label = Math.max(0, highestLabel(body));
  return () => ++label;
}
