// How deep structs and calls nest: graphs of what each contains or calls, which need not be trees.

import { limits } from "./limits.js";

/** How deep what each node points to nests; undefined from a cycle on, and over the limit. Without recursion. */
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

/** The nodes whose depth is known, those that others point to first. */
export function inOrder(depths: readonly (number | undefined)[]): number[] {
  const known = [...depths.keys()].filter((index) => depths[index] !== undefined);
  return known.sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0));
}
