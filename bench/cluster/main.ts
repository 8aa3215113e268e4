// `npm run bench:cluster`: what a chunk costs, how well workers are used, and how long a killed one is waited for. Needs a nats-server, on the path or
// as LANEWISE_NATS_SERVER names it. Writes bench/results/cluster.json and prints the goals; exits 1 where a goal is missed.
//
// Efficiency is measured with workers that sleep for 50 ms a chunk, so that it does not depend on how many cores there are.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ClusterQueue } from "@lanewise/cluster";
import { describeMachine } from "../machine.js";
import { steps } from "./kernels.js";
import { simulatedWorkers } from "./simulated.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const store = mkdtempSync(join(tmpdir(), "lanewise-bench-nats-"));
const servers = "127.0.0.1:42299";
const program = process.env.LANEWISE_NATS_SERVER ?? "nats-server";
const server = spawn(program, ["-js", "-sd", store, "-a", "127.0.0.1", "-p", "42299"], { stdio: "ignore" });
const workers: ChildProcess[] = [];
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

  // Short chunks: the others are done at once, and then all wait for those of the killed worker.
  const long = new Float64Array(200);
  let killedAt = 0;
  await steps(q, long, 1_000_000, {
    onProgress: ({ done }) => {
      if (done !== 10) return;
      killedAt = performance.now();
      workers[0]?.kill("SIGKILL");
    },
  });
  const recovered = performance.now() - killedAt;

  const rows = [
    ...[2, 4, 8].map((count) =>
      row(`efficiency of ${count} workers at 50 ms a chunk`, efficiencies[count] ?? 0, 0.9, true),
    ),
    row("efficiency of 100 workers, 10,000 chunks", efficiencies[100] ?? 0, undefined, true),
    row("ms a chunk of a kernel that does nothing, NATS, 2 workers", natsMs / many.length, 5, false),
    row("ms a chunk of a kernel that does nothing, 2 processes of a local pool", localMs / many.length, 5, false),
    row("ms from the kill of one of two workers to the end of the job", recovered, 3000, false),
  ];
  for (const { what, value, goal, isMet } of rows)
    console.log(
      `${isMet ? "ok  " : "MISS"} ${what}: ${value.toFixed(3)}${goal === undefined ? "" : ` (goal ${goal})`}`,
    );
  const results = { machine: describeMachine(), rows };
  writeFileSync(join(root, "bench/results/cluster.json"), `${JSON.stringify(results, undefined, 2)}\n`);
  if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1;
} finally {
  for (const worker of workers) worker.kill("SIGKILL");
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

async function startWorker(): Promise<ChildProcess> {
  const command = join(root, "transformer/bin/lanewise.js");
  const worker = spawn(process.execPath, [command, "worker", "--servers", servers, "--threads", "1"], { cwd: root });
  await new Promise((resolve) => worker.stdout?.once("data", resolve));
  return worker;
}
