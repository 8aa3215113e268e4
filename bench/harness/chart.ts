// The chart of ratios: a row for each kernel, a dot for each baseline, on a logarithmic scale. Right of the line at 1, ours is faster.
// As SVG (ECharts, without a browser) and PNG (resvg).

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resultsFolder } from "./folders.js";
import { baselines } from "./kernel.js";
import { loadPackage, packageFile } from "./packages.js";
import type { Results } from "./results.js";

/** What is used of each package, as its documentation describes it. */
interface Echarts {
  init(element: null, theme: null, options: object): EchartsChart;
}
interface EchartsChart {
  setOption(option: object): void;
  renderToSVGString(): string;
  dispose(): void;
}
interface Resvg {
  initWasm(bytes: Uint8Array): Promise<void>;
  readonly Resvg: new (svg: string, options: object) => { render(): { asPng(): Uint8Array } };
}

const font = "DejaVu Sans";
const rowHeight = 30;
const colours = ["#e69f00", "#56b4e9", "#009e73", "#000000", "#0072b2", "#66a3d2", "#d55e00", "#cc79a7"]; // Okabe and Ito's

/** Writes kernels.svg and kernels.png. */
export async function writeChart(results: Results): Promise<void> {
  const svg = renderSvg(results);
  writeFileSync(join(resultsFolder, "kernels.svg"), `${svg}\n`);
  writeFileSync(join(resultsFolder, "kernels.png"), await renderPng(svg));
}

function renderSvg(results: Results): string {
  const echarts = loadPackage("echarts") as Echarts;
  const height = 150 + rowHeight * results.kernels.length;
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width: 1000, height });
  chart.setOption(optionsFor(results));
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

function optionsFor({ kernels, machine }: Results): object {
  const labels = kernels.map(({ kernel, size }) => `${kernel} ${size}`);
  const series = baselines.map((name) => ({
    name,
    type: "scatter",
    symbolSize: 11,
    data: kernels.flatMap(({ ratios }, row) => {
      const found = ratios[name];
      return found ? [[Number(found.ratio.toPrecision(3)), row]] : [];
    }),
  }));
  const atOne = {
    type: "line",
    silent: true,
    symbol: "none",
    data: [],
    markLine: {
      silent: true,
      symbol: "none",
      label: { show: false },
      lineStyle: { color: "#444" },
      data: [{ xAxis: 1 }],
    },
  };
  return {
    animation: false,
    backgroundColor: "#ffffff",
    color: colours,
    textStyle: { fontFamily: font },
    title: {
      text: "Time of each baseline as a multiple of Lanewise's, one thread",
      subtext: `right of the line Lanewise is faster · ${machine.cpu}, Node ${machine.node}`,
      left: "center",
      textStyle: { fontFamily: font, fontSize: 16 },
    },
    legend: { data: [...baselines], bottom: 5, itemGap: 24, textStyle: { fontSize: 11 } },
    grid: { left: 190, right: 30, top: 60, bottom: 70 },
    xAxis: {
      type: "log",
      min: 0.05,
      axisLabel: { formatter: "{value}x" },
      splitLine: { lineStyle: { color: "#ddd" } },
    },
    yAxis: { type: "category", inverse: true, data: labels, splitLine: { show: true, lineStyle: { color: "#eee" } } },
    series: [...series, atOne],
  };
}

async function renderPng(svg: string): Promise<Uint8Array> {
  const { initWasm, Resvg } = loadPackage("@resvg/resvg-wasm") as Resvg;
  await initWasm(readFileSync(packageFile("@resvg/resvg-wasm", "index_bg.wasm")));
  const fontBuffers = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((file) =>
    readFileSync(packageFile("dejavu-fonts-ttf", join("ttf", file))),
  );
  const options = { fitTo: { mode: "zoom", value: 1.5 }, font: { fontBuffers, defaultFontFamily: font } };
  return new Resvg(svg, options).render().asPng();
}
