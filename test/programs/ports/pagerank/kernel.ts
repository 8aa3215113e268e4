// PageRank on a graph in compressed rows: each page takes from the pages that link to it.

import type { Queue } from "lanewise";

const PAGES = 203;
const DAMPING = 0.85;

const links = Array.from({ length: PAGES }, (_, page) =>
  Array.from({ length: 1 + ((page * 7) % 5) }, (_, k) => (page * 31 + k * k * 17 + 1) % PAGES),
);
const incoming = links.map((_, page) => links.flatMap((to, from) => (to.includes(page) ? [from] : [])));
const begins = Int32Array.from({ length: PAGES + 1 }, (_, page) => incoming.slice(0, page).flat().length);
const sources = Int32Array.from(incoming.flat());
const degrees = Float64Array.from(links, (to) => new Set(to).size);

export async function run(q: Queue): Promise<Float64Array> {
  let ranks = new Float64Array(PAGES).fill(1 / PAGES);
  let next = new Float64Array(PAGES);
  for (let round = 0; round < 20; round++) {
    await q.parallelFor(PAGES, (page) => {
      let sum = 0;
      for (let k = begins[page]!; k < begins[page + 1]!; k++) {
        const source = sources[k]!;
        sum += ranks[source]! / degrees[source]!;
      }
      next[page] = (1 - DAMPING) / PAGES + DAMPING * sum;
    });
    [ranks, next] = [next, ranks];
  }
  return ranks;
}
