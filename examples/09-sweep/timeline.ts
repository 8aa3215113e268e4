// Who did what when, as a picture: a row for each worker, a bar for each chunk.

import type { Progress } from "@lanewise/cluster";

export interface Done extends Progress {
  /** When its result came, in ms from the start. */
  readonly at: number;
}

const WIDTH = 900;
const LEFT = 170;
const ROW = 28;

export function timeline(done: readonly Done[], killedAt: number | undefined): string {
  const workers = [...new Set(done.map(({ worker }) => worker))].sort();
  const end = Math.max(...done.map(({ at }) => at), 1);
  const x = (ms: number): string => (LEFT + (Math.max(0, ms) / end) * (WIDTH - LEFT - 10)).toFixed(1);
  const bars = done.map(({ worker, at, ms, chunk }) => {
    const y = 30 + workers.indexOf(worker) * ROW;
    const width = Math.max(1, Number(x(at)) - Number(x(at - ms)) - 1).toFixed(1);
    return `<rect x="${x(at - ms)}" y="${y}" width="${width}" height="${ROW - 8}" fill="#3b7dd8"><title>chunk ${chunk}, ${Math.round(ms)} ms</title></rect>`;
  });
  const names = workers.map((name, row) => `<text x="8" y="${44 + row * ROW}">${name}</text>`);
  const height = 40 + workers.length * ROW;
  const kill =
    killedAt === undefined
      ? ""
      : `<path d="M${x(killedAt)} 20V${height - 10}" stroke="#c33"/><text x="${x(killedAt)}" y="16">kill -9</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12">
<title>which worker did which chunk when</title>
<rect width="100%" height="100%" fill="#fff"/>
${[...bars, ...names, kill].join("\n")}
</svg>
`;
}
