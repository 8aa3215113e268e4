// The plot of the most memory that a process has by the lines of its kernel, as SVG: both axes are logarithmic, dashed is what was measured
// before long functions were split.

import { writeFileSync } from "node:fs";

export interface PlottedLine {
  readonly name: string;
  /** Lines and megabytes, by lines. */
  readonly points: readonly (readonly [lines: number, megabytes: number])[];
  readonly colour: string;
  readonly isEarlier: boolean;
}

const [width, height, left, right, top, bottom] = [900, 480, 70, 150, 50, 60];
const [lineTicks, memoryTicks] = [
  [100, 200, 400, 1000, 2000, 4000, 8000],
  [100, 200, 300, 500, 1000, 2000, 5000, 10000],
];
const [fromLines, toLines, fromMemory, toMemory] = [90, 9000, 90, 12000];

const part = (value: number, from: number, to: number) => Math.log(value / from) / Math.log(to / from);
const x = (lines: number) => Math.round(left + part(lines, fromLines, toLines) * (width - left - right));
const y = (memory: number) =>
  Math.round(height - bottom - part(memory, fromMemory, toMemory) * (height - top - bottom));
const text = (at: string, content: string, anchor = "middle") =>
  `<text ${at} text-anchor="${anchor}">${content}</text>`;
const line = (from: readonly number[], to: readonly number[]) =>
  `<line x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}" stroke="#ddd"/>`;

export function writeChart(file: string, plotted: readonly PlottedLine[]): void {
  const grid = [
    ...lineTicks.flatMap((lines) => [
      line([x(lines), top], [x(lines), height - bottom]),
      text(`x="${x(lines)}" y="${height - bottom + 18}"`, lines.toLocaleString("en")),
    ]),
    ...memoryTicks.flatMap((memory) => [
      line([left, y(memory)], [width - right, y(memory)]),
      text(`x="${left - 8}" y="${y(memory) + 4}"`, memory.toLocaleString("en"), "end"),
    ]),
  ];
  const titles = [
    text(`x="${left}" y="25" font-size="16"`, "Peak memory of the process at a kernel's first call, in MB", "start"),
    text(`x="${(left + width - right) / 2}" y="${height - 15}"`, "lines of the kernel"),
  ];
  const body = [...grid, ...plotted.map(drawn), ...titles].join("\n");
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`;
  writeFileSync(file, `${head}\n<rect width="100%" height="100%" fill="white"/>\n${body}\n</svg>\n`);
}

function drawn({ name, points, colour, isEarlier }: PlottedLine): string {
  const places = points.map(([lines, memory]) => `${x(lines)},${y(memory)}`).join(" ");
  const dashes = isEarlier ? ' stroke-dasharray="6 4"' : "";
  const [lines, memory] = points.at(-1) ?? [fromLines, fromMemory];
  // Those of now end close to each other.
  const shift = name.startsWith("plain") && !isEarlier ? 14 : 0;
  const label = text(`x="${x(lines) + 8}" y="${y(memory) + 4 + shift}" fill="${colour}"`, name, "start");
  return `<polyline points="${places}" fill="none" stroke="${colour}" stroke-width="2"${dashes}/>\n${label}`;
}
