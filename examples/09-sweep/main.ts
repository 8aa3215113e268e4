// The ninth example: how large an epidemic gets, for 48 values of its basic reproduction number with RUNS epidemics each (100), on four processes.
// One of them is killed in the middle, and nothing is lost.
//
//     npx lanewise run examples/09-sweep/main.ts [RUNS] [SERVERS] [VICTIM]
//
// SERVERS are addresses of NATS servers, whose workers then do it (`npx lanewise worker --servers …`); VICTIM is the process of one of them, if it is to
// be killed. machines.sh starts them on machines of a network. Prints a table with 95% confidence intervals and writes out/sweep.svg: which
// worker did which chunk when.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { ClusterQueue } from "@lanewise/cluster";
import { attackRates } from "./kernels.js";
import { type Done, timeline } from "./timeline.js";

const PARAMETERS = 48;

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main([count = "100", servers, victim]: readonly string[]): Promise<void> {
  const runs = Number(count);
  if (!Number.isInteger(runs) || runs < 2) throw new Error(`RUNS is ${count}; expected an integer from 2.`);
  await using q = await ClusterQueue.connect(servers === undefined ? { local: 4, threads: 1 } : { servers });
  const r0 = Float32Array.from({ length: PARAMETERS }, (_, k) => 0.5 + k / 16);
  const done: Done[] = [];
  let killedAt: number | undefined;
  const start = performance.now();
  const rates = await attackRates(q, r0, runs, {
    rowsPerChunk: 1,
    onProgress: (progress) => {
      done.push({ ...progress, at: performance.now() - start });
      if (progress.done !== PARAMETERS / 2) return;
      const pid = servers === undefined ? processOfPool() : Number(victim ?? 0);
      if (pid === 0) return;
      killedAt = performance.now() - start;
      process.kill(pid, "SIGKILL");
    },
  });
  console.log("  R0   ill by the end   95% interval of the mean");
  for (let k = 0; k < PARAMETERS; k += 4) {
    const { mean, half } = interval(rates.subarray(k * runs, (k + 1) * runs));
    const text = `${percent(mean - half)} to ${percent(mean + half)}`;
    console.log(`${(r0[k] ?? 0).toFixed(2)}   ${percent(mean)}            ${text}`);
  }
  const workers = new Set(done.map(({ worker }) => worker)).size;
  console.log(`${PARAMETERS * runs} epidemics in ${done.length} chunks by ${workers} workers`);
  mkdirSync("out", { recursive: true });
  writeFileSync("out/sweep.svg", timeline(done, killedAt));
  console.log("out/sweep.svg");
}

/** One of them; 0 where there is none. */
function processOfPool(): number {
  const pids = execFileSync("pgrep", ["-P", String(process.pid), "-f", "local/child.js"], { encoding: "utf8" });
  return Number(pids.split("\n")[0]);
}

function interval(values: Float32Array): { readonly mean: number; readonly half: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, half: 1.96 * Math.sqrt(variance / values.length) };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1).padStart(4)} %`;
}
