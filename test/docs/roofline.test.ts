// docs/images/roofline-light.svg and -dark.svg are made from bench/results/kernels.json; this test fails when they are out of date. `npm run docs`
// writes them anew. A roofline shows for each kernel which roof it runs under: the memory's, which rises with the operations for each byte, or the
// arithmetic's.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Machine } from "../../bench/machine.js";

interface Result {
  readonly kernel: string;
  readonly size: number;
  readonly times: Readonly<Record<string, readonly number[]>>;
}

/** What a kernel does at a size `n`: operations, and bytes that it must read and write at least once. */
interface Work {
  readonly kernel: string;
  readonly size: number;
  readonly label: string;
  readonly operations: (n: number) => number;
  readonly bytes: (n: number) => number;
  /** Where its label stands, in pixels from the point. */
  readonly across?: number;
  readonly down?: number;
}

const works: readonly Work[] = [
  { kernel: "prefix-sum", size: 4194304, label: "prefix sum", operations: (n) => n, bytes: (n) => 8 * n },
  { kernel: "triad-f32", size: 16777216, label: "triad", operations: (n) => 2 * n, bytes: (n) => 12 * n },
  { kernel: "jacobi", size: 4096, label: "Jacobi", operations: (n) => 5 * n * n, bytes: (n) => 8 * n * n },
  { kernel: "histogram", size: 16777216, label: "histogram", operations: (n) => n, bytes: (n) => n },
  { kernel: "k-means", size: 262144, label: "k-means", operations: (n) => 192 * n, bytes: (n) => 20 * n, down: 14 },
  {
    kernel: "convolution",
    size: 2048,
    label: "convolution",
    operations: (n) => 50 * n * n,
    bytes: (n) => 2 * n * n,
    across: -84,
    down: 6,
  },
  {
    kernel: "sgemm-tiled",
    size: 512,
    label: "matrix product, tiled",
    operations: (n) => 2 * n ** 3,
    bytes: (n) => 12 * n * n,
    down: 12,
  },
  {
    kernel: "sgemm-naive",
    size: 512,
    label: "naive",
    operations: (n) => 2 * n ** 3,
    bytes: (n) => 12 * n * n,
    down: 12,
  },
  {
    kernel: "n-body",
    size: 4096,
    label: "n-body",
    operations: (n) => 20 * n * n,
    bytes: (n) => 28 * n,
    across: -60,
    down: 22,
  },
];

const themes = {
  light: { paper: "#ffffff", ink: "#17202a", muted: "#50606e", point: "#0f766e", plain: "#b45309" },
  dark: { paper: "#1b1b1f", ink: "#e6ebf1", muted: "#a3b0bd", point: "#5eead4", plain: "#fbbf24" },
} as const;

const text = readFileSync(new URL("../../bench/results/kernels.json", import.meta.url), "utf8");
// bench/main.ts writes it.
const { machine, kernels } = JSON.parse(text) as { readonly machine: Machine; readonly kernels: readonly Result[] };

/** The shortest time, in seconds. */
function seconds(kernel: string, size: number, variant: string): number {
  const times = kernels.find((one) => one.kernel === kernel && one.size === size)?.times[variant];
  if (times === undefined) throw new Error(`bench/results/kernels.json has no ${variant} of ${kernel} ${size}.`);
  return Math.min(...times) / 1000;
}

/** What clang's triad moves, and what the hand-written matrix product computes: nothing of this machine was faster in the run. */
const bandwidth = (12 * 16777216) / seconds("triad-f32", 16777216, "native-sse2");
const arithmetic = (2 * 512 ** 3) / seconds("sgemm-tiled", 512, "prototype");

const [left, right, top, bottom] = [78, 746, 54, 372];
/** Powers of two. */
const [fewest, most, slowest, fastest] = [-4, 12, -3, 5];
const xOf = (intensity: number): number => left + ((Math.log2(intensity) - fewest) / (most - fewest)) * (right - left);
const yOf = (rate: number): number =>
  bottom - ((Math.log2(rate / 1e9) - slowest) / (fastest - slowest)) * (bottom - top);

type Theme = (typeof themes)[keyof typeof themes];

function picture(theme: Theme): string {
  const { paper, ink, muted } = theme;
  const ridge = arithmetic / bandwidth;
  const roof = [
    [2 ** fewest, bandwidth * 2 ** fewest],
    [ridge, arithmetic],
    [2 ** most, arithmetic],
  ] as const;
  const path = roof.map(([x, y]) => `${xOf(x).toFixed(1)},${yOf(y).toFixed(1)}`).join(" ");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 770 430" width="770" height="430" font-family="system-ui, sans-serif" font-size="13" fill="${ink}">`,
    "<title>Roofline of the benchmark: what each kernel reaches, under the roofs of memory and arithmetic</title>",
    `<rect width="770" height="430" rx="8" fill="${paper}"/>`,
    label(24, 28, "One thread: billions of operations a second", ink, "start", 600),
    ...[-3, -1, 1, 3, 5].map((power) => gridLine(power, theme)),
    ...[-4, 0, 4, 8, 12].map((power) => label(xOf(2 ** power), bottom + 20, shown(power), muted, "middle")),
    label((left + right) / 2, bottom + 42, "operations for each byte that a kernel must move", muted, "middle"),
    `<polyline points="${path}" fill="none" stroke="${muted}" stroke-width="2"/>`,
    label(left + 6, 94, `memory: ${(bandwidth / 1e9).toFixed(0)} GB/s`, muted, "start"),
    label(right, yOf(arithmetic) - 8, `arithmetic: ${(arithmetic / 1e9).toFixed(0)} billion/s`, muted, "end"),
    ...works.map((work) => point(work, theme)),
    legend(theme),
    "</svg>",
    "",
  ].join("\n");
}

const shown = (power: number): string => (power < 0 ? `1/${2 ** -power}` : String(2 ** power));

function label(x: number, y: number, words: string, colour: string, anchor: string, weight = 400): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${colour}" font-weight="${weight}">${words}</text>`;
}

function gridLine(power: number, { muted }: Theme): string {
  const y = yOf(1e9 * 2 ** power);
  return `<path d="M${left} ${y.toFixed(1)}H${right}" stroke="${muted}" stroke-opacity="0.25"/>${label(left - 10, y + 4, shown(power), muted, "end")}`;
}

function point(work: Work, { paper, ink, point: own, plain }: Theme): string {
  const { kernel, size, operations, bytes, across = 9, down = 4 } = work;
  const x = xOf(operations(size) / bytes(size));
  const [y, plainY] = ["lanewise", "javascript"].map((variant) =>
    yOf(operations(size) / seconds(kernel, size, variant)),
  ) as [number, number]; // a number for each variant
  return [
    `<path d="M${x.toFixed(1)} ${plainY.toFixed(1)}V${y.toFixed(1)}" stroke="${own}" stroke-opacity="0.5"/>`,
    `<circle cx="${x.toFixed(1)}" cy="${plainY.toFixed(1)}" r="4" fill="${paper}" stroke="${plain}" stroke-width="2"/>`,
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="5" fill="${own}"/>`,
    label(x + across, y + down, work.label, ink, "start"),
  ].join("");
}

function legend({ paper, ink, point: own, plain }: Theme): string {
  const y = 24;
  return [
    `<circle cx="520" cy="${y}" r="5" fill="${own}"/>${label(532, y + 4, "Lanewise", ink, "start")}`,
    `<circle cx="620" cy="${y}" r="4" fill="${paper}" stroke="${plain}" stroke-width="2"/>${label(632, y + 4, "plain JavaScript", ink, "start")}`,
  ].join("");
}

test.each(["light", "dark"] as const)("docs/images/roofline-%s.svg has the measured numbers", async (name) => {
  await expect(picture(themes[name])).toMatchFileSnapshot(`../../docs/images/roofline-${name}.svg`);
});

test("no kernel is above a roof, and the page about speed names the machine", () => {
  for (const { kernel, size, operations, bytes } of works) {
    const rate = operations(size) / seconds(kernel, size, "lanewise");
    expect(rate).toBeLessThan(1.05 * Math.min(arithmetic, (bandwidth * operations(size)) / bytes(size)));
  }
  expect(readFileSync(new URL("../../docs/learn/fast.md", import.meta.url), "utf8")).toContain(machine.cpu);
});
