// The control flow around barriers, as four kinds of nodes: code without barriers, barriers, blocks that can be left, and endless loops. They express
// `if`, loops and `continue` that contain barriers; code keeps its statements.

import {
  type Block,
  blocksOf,
  build,
  type Expr,
  forEachStmt,
  type Label,
  type Position,
  type Stmt,
} from "@lanewise/ir";
import { withBlocks } from "../analysis/replace.js";
import { renumber } from "../simplify/tidy.js";

export type GroupTree =
  | { readonly kind: "code"; readonly body: Block }
  | {
      readonly kind: "barrier";
      readonly scope: "subGroup" | "workGroup";
      readonly call: string;
      readonly at: Position;
    }
  | { readonly kind: "block"; readonly label: Label; readonly body: readonly GroupTree[] }
  | { readonly kind: "repeat"; readonly body: readonly GroupTree[] };
export type Code = Extract<GroupTree, { kind: "code" }>;

const code = (...body: Stmt[]): Code => ({ kind: "code", body });

/** `nextLabel` gives unused labels. */
export function groupTree(block: Block, nextLabel: () => Label): readonly GroupTree[] {
  const treeOf = (inner: Block): GroupTree[] => inner.flatMap(nodesOf);
  const nodesOf = (stmt: Stmt): readonly GroupTree[] => {
    if (!hasBarrier(stmt)) return [code(stmt)];
    switch (stmt.kind) {
      case "barrier":
        return [stmt];
      case "block":
        return [{ kind: "block", label: stmt.label, body: treeOf(stmt.body) }];
      case "if": {
        const [end, otherwise] = [nextLabel(), nextLabel()];
        const leave = code(build.ifElse(not(stmt.condition), [build.breakTo(otherwise)]));
        const whenTrue = [leave, ...treeOf(stmt.then)];
        if (stmt.else.length === 0) return [{ kind: "block", label: otherwise, body: whenTrue }];
        const first: GroupTree = { kind: "block", label: otherwise, body: [...whenTrue, code(build.breakTo(end))] };
        return [{ kind: "block", label: end, body: [first, ...treeOf(stmt.else)] }];
      }
      case "loop": {
        const leave = code(build.ifElse(not(stmt.condition), [build.breakTo(stmt.label)]));
        const next = nextLabel();
        const body = continues(stmt.body, stmt.label)
          ? [{ kind: "block" as const, label: next, body: treeOf(breakInstead(stmt.body, stmt.label, next)) }]
          : treeOf(stmt.body);
        const round = [...treeOf(stmt.header), leave, ...body, ...treeOf(stmt.update)];
        return [{ kind: "block", label: stmt.label, body: [{ kind: "repeat", body: round }] }];
      }
      default:
        return [code(stmt)];
    }
  };
  return merged(treeOf(block));
}

function hasBarrier(stmt: Stmt): boolean {
  return stmt.kind === "barrier" || blocksOf(stmt).some((block) => block.some(hasBarrier));
}

const not = (condition: Expr): Expr => build.op("not", condition);

function continues(body: Block, label: Label): boolean {
  let found = false;
  forEachStmt(body, (stmt) => {
    found ||= stmt.kind === "continue" && stmt.label === label;
  });
  return found;
}

function breakInstead(body: Block, label: Label, next: Label): Block {
  return body.map((stmt) =>
    stmt.kind === "continue" && stmt.label === label
      ? build.breakTo(next)
      : withBlocks(stmt, (block) => breakInstead(block, label, next)),
  );
}

/** Merges code between barriers where possible: each piece costs a call for every group. */
function merged(nodes: readonly GroupTree[]): readonly GroupTree[] {
  const result: GroupTree[] = [];
  for (const node of nodes.flatMap(rotated)) {
    const before = result.at(-1);
    if (before?.kind !== "code") result.push(inside(node));
    else if (node.kind === "code") result.splice(-1, 1, code(...before.body, ...node.body));
    // Blocks are only entered from above.
    else if (node.kind === "block") result.splice(-1, 1, { ...node, body: merged([before, ...node.body]) });
    else result.push(inside(node));
  }
  return result;
}

function inside(node: GroupTree): GroupTree {
  return node.kind === "block" || node.kind === "repeat" ? { ...node, body: merged(node.body) } : node;
}

/** Rotates a loop that begins and ends with code: the beginning moves behind the end, and a copy of it precedes the loop. */
function rotated(node: GroupTree): readonly GroupTree[] {
  if (node.kind !== "repeat") return [node];
  const body = merged(node.body);
  const [first, ...rest] = body;
  const last = rest.at(-1);
  if (first?.kind !== "code" || last?.kind !== "code") return [{ kind: "repeat", body }];
  const again = code(...last.body, ...first.body);
  const copy = code(...renumber(first.body, (local) => local));
  return [copy, { kind: "repeat", body: [...rest.slice(0, -1), again] }];
}
