// `npm run bench:cluster`: what a chunk costs, how well workers are used, and how long a killed one is waited for. Needs a nats-server, on the path or
// as LANEWISE_NATS_SERVER names it. Writes bench/results/cluster.json and prints the goals; exits 1 where a goal is missed.
//
// Efficiency is measured with workers that sleep for 50 ms a chunk, so that it does not depend on how many cores there are.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ClusterQueue, type Progress } from "@lanewise/cluster";
import { describeMachine } from "../machine.js";
import { steps } from "./kernels.js";
import { recoveryMs } from "./recovery.js";
import { simulatedWorkers } from "./simulated.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const store = mkdtempSync(join(tmpdir(), "lanewise-bench-nats-"));
const servers = "127.0.0.1:42299";
const program = process.env.LANEWISE_NATS_SERVER ?? "nats-server";
const server = spawn(program, ["-js", "-sd", store, "-a", "127.0.0.1", "-p", "42299"], { stdio: "ignore" });
const workers: Started[] = [];
try {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await using q = await ClusterQueue.connect({ servers });
  const efficiencies: Record<string, number> = {};
  for (const [count, chunks] of [
    [2, 80],
    [4, 160],
    [8, 320],
    [100, 10_000],
  ] as const) {
    const simulated = await simulatedWorkers(servers, count, 50);
    const out = new Float64Array(chunks);
    const start = performance.now();
    await steps(q, out, 1);
    const took = performance.now() - start;
    if (!out.every((value, index) => value === index)) throw new Error("A chunk was lost, or came twice.");
    efficiencies[count] = ((chunks / count) * 50) / took;
    await simulated.end();
  }

  workers.push(await startWorker(), await startWorker());
  const many = new Float64Array(400);
  await steps(q, many, 1);
  const natsMs = await timed(() => steps(q, many, 1));
  await using local = await ClusterQueue.connect({ local: 2, threads: 1 });
  await steps(local, many, 1);
  const localMs = await timed(() => steps(local, many, 1));

  // Ten of two workers, each of which is then replaced. The other has chunks of its own meanwhile.
  const long = new Float64Array(100);
  const recoveries: number[] = [];
  for (let kills = 0; kills < 10; kills++) {
    const victim = workers.shift();
    if (!victim) throw new Error("There is a worker to kill.");
    const run = (onProgress: (progress: Progress) => void) => steps(q, long, 20_000_000, { onProgress });
    const kill = () => victim.process.kill("SIGKILL");
    recoveries.push(await recoveryMs({ servers, worker: victim.name, kill, run }));
    workers.push(await startWorker());
  }

  const rows = [
    ...[2, 4, 8].map((count) =>
      row(`efficiency of ${count} workers at 50 ms a chunk`, efficiencies[count] ?? 0, 0.9, true),
    ),
    row("efficiency of 100 workers, 10,000 chunks", efficiencies[100] ?? 0, undefined, true),
    row("ms a chunk of a kernel that does nothing, NATS, 2 workers", natsMs / many.length, 5, false),
    row("ms a chunk of a kernel that does nothing, 2 processes of a local pool", localMs / many.length, 5, false),
    row(
      "ms from kill -9 of one of two workers until its chunks are done, the most of ten",
      Math.max(...recoveries),
      3000,
      false,
    ),
  ];
  for (const { what, value, goal, isMet } of rows)
    console.log(
      `${isMet ? "ok  " : "MISS"} ${what}: ${value.toFixed(3)}${goal === undefined ? "" : ` (goal ${goal})`}`,
    );
  const results = { machine: describeMachine(), rows };
  writeFileSync(join(root, "bench/results/cluster.json"), `${JSON.stringify(results, undefined, 2)}\n`);
  if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1;
} finally {
  for (const worker of workers) worker.process.kill("SIGKILL");
  server.kill();
  rmSync(store, { recursive: true, force: true });
}

function row(what: string, value: number, goal: number | undefined, isMore: boolean) {
  return { what, value, goal, isMet: goal === undefined || (isMore ? value >= goal : value <= goal) };
}

async function timed(action: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

interface Started {
  readonly name: string;
  readonly process: ChildProcess;
}

async function startWorker(): Promise<Started> {
  const command = join(root, "transformer/bin/lanewise.js");
  const worker = spawn(process.execPath, [command, "worker", "--servers", servers, "--threads", "1"], { cwd: root });
  const ready = await new Promise<string>((resolve) => worker.stdout.setEncoding("utf8").once("data", resolve));
  const [, name] = /^worker (\S+) is ready/.exec(ready) ?? [];
  if (name === undefined) throw new Error(`A worker said: ${ready}`);
  return { name, process: worker };
}
