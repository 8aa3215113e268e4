// Computes how deep structs and calls nest, in graphs of what each contains or calls.

import { limits } from "../module/index.js";

/** The nesting depth of each node; undefined on and above a cycle, and over the limit. Not recursive. */
export function depthsOf(edges: readonly (readonly number[])[]): (number | undefined)[] {
  const users: number[][] = edges.map(() => []);
  const open = edges.map((targets, node) => {
    for (const target of targets) users[target]?.push(node);
    return targets.length;
  });
  const depths: (number | undefined)[] = edges.map(() => undefined);
  const ready = [...edges.keys()].filter((node) => open[node] === 0);
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    const depth = (edges[node] ?? []).reduce((deepest, target) => Math.max(deepest, 1 + (depths[target] ?? 0)), 1);
    if (depth > limits.nesting.most) continue;
    depths[node] = depth;
    for (const user of users[node] ?? []) {
      open[user] = (open[user] ?? 0) - 1;
      if (open[user] === 0) ready.push(user);
    }
  }
  return depths;
}

/** The nodes with known depth, targets before the nodes that point to them. */
export function inOrder(depths: readonly (number | undefined)[]): number[] {
  const known = [...depths.keys()].filter((index) => depths[index] !== undefined);
  return known.sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0));
}
