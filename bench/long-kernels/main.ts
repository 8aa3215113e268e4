// `npm run bench:long-kernels`: what the first call of a kernel of thousands of lines costs, by its lines. Writes
// bench/results/long-kernels.json and .svg, and prints the goals with what was measured; exits 1 where a goal is missed.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resultsFolder } from "../harness/folders.js";
import { describeMachine } from "../machine.js";
import { writeChart } from "./chart.js";
import { measureFirstCall } from "./first-call.js";
import { type Form, forms } from "./kernel-image.js";

const allLines = [100, 200, 400, 1000, 1300, 2000, 4000, 8000];
const file = join(resultsFolder, "long-kernels.json");
/** Megabytes before long functions were split, by form and lines: they cannot be measured anew. */
const { before } = JSON.parse(readFileSync(file, "utf8")) as { before: Readonly<Record<Form, Record<string, number>>> };

const rows = (Object.keys(forms) as Form[]).flatMap(
  (
    form, // its own keys
  ) =>
    allLines.map((lines) => {
      const { ms, cpuMs, peakMB, isRight } = measureFirstCall(form, lines);
      if (!isRight) throw new Error(`a kernel of ${lines} lines, ${form}, computes something else than JavaScript`);
      const row = { form, lines, peakMB: Math.round(peakMB), ms: Math.round(ms), cpuMs: Math.round(cpuMs) };
      const was = before[form][lines];
      const earlier = was === undefined ? "" : `, before ${was} MB`;
      console.log(
        `${form}, ${lines} lines: ${row.peakMB} MB${earlier}; ${row.ms} ms, of the processor ${row.cpuMs} ms`,
      );
      return row;
    }),
);
const goals = rows
  .filter(({ lines }) => lines === 4000)
  .flatMap(({ form, peakMB, cpuMs }) => [
    { what: `${form}, 4,000 lines: memory`, unit: "MB", value: peakMB, goal: 300 },
    { what: `${form}, 4,000 lines: first result, of the processor`, unit: "ms", value: cpuMs, goal: 2000 },
  ]);
for (const { what, unit, value, goal } of goals)
  console.log(`${value <= goal ? "met " : "MISS"} ${what}: ${value} ${unit} (goal: at most ${goal})`);
writeFileSync(file, `${JSON.stringify({ machine: describeMachine(), before, rows, goals }, null, 2)}\n`);
const colours = { branches: "#d55e00", plain: "#0072b2" } as const satisfies Record<Form, string>;
const plotted = (Object.keys(forms) as Form[]).flatMap((form) => {
  const was = Object.entries(before[form]).map(([lines, megabytes]) => [Number(lines), megabytes] as const);
  const now = rows.filter((row) => row.form === form).map(({ lines, peakMB }) => [lines, peakMB] as const);
  return [
    { name: `${form}, before`, points: was, colour: colours[form], isEarlier: true },
    { name: form, points: now, colour: colours[form], isEarlier: false },
  ];
});
writeChart(join(resultsFolder, "long-kernels.svg"), plotted);
process.exitCode = goals.every(({ value, goal }) => value <= goal) ? 0 : 1;
