// A pool of processes on this machine, as a bus: for programs that do not need more machines yet, and for tests.

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ClusterError } from "../../errors.js";
import { pinOf, pinOfThisMachine } from "../../pin.js";
import { withResolvers } from "../../with-resolvers.js";
import type { AskedDevice, ClientBus, RunningJob, Submission } from "../bus.js";
import { ChunkQueue } from "./chunk-queue.js";
import type { ChildMessage, ChildRequest, ChildSettings, PoolAnswer, PoolValue } from "./local-messages.js";

export interface PoolSettings extends Omit<ChildSettings, "name"> {
  readonly processes: number;
  /** How long a process may be silent before its chunks are delivered to others. */
  readonly ackWaitMs: number;
}

interface Member {
  readonly name: string;
  readonly process: ChildProcess;
  /** Claims that wait for a chunk. */
  readonly claims: number[];
}

/** After this many ends per process without a commit in between, the pool gives up. */
const QUICK_DEATHS = 5;

export class LocalPool implements ClientBus {
  readonly #settings: PoolSettings;
  readonly #queue = new ChunkQueue();
  readonly #members = new Set<Member>();
  readonly #watch: NodeJS.Timeout;
  #started = 0;
  #deathsInARow = 0;
  #isClosed = false;
  #noDevice: ClusterError | undefined;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
    this.#watch = setInterval(() => {
      if (this.#queue.redeliverSilent(settings.ackWaitMs)) this.#deliver();
    }, settings.heartbeatMs).unref();
    for (let index = 0; index < settings.processes; index++) this.#start();
  }

  /** All its processes run on this machine. */
  async pin({ device }: AskedDevice): Promise<string> {
    return device === "cpu" ? pinOfThisMachine() : pinOf(device, "of this machine");
  }

  async submit(submission: Submission): Promise<RunningJob> {
    const { job } = submission.job;
    if (this.#noDevice) throw this.#noDevice;
    if (this.#isClosed) throw new ClusterError("closed", "The local pool was closed.");
    if (this.#queue.has(job)) throw new ClusterError("job_conflict", `The pool is already running a job ${job}.`);
    this.#queue.add(submission);
    for (const { process } of this.#members) process.ref();
    this.#deliver();
    return {
      end: async () => {
        this.#queue.remove(job);
        if (this.#queue.jobs.length === 0) for (const { process } of this.#members) this.#unref(process);
      },
    };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#watch);
    for (const { onLost } of this.#queue.jobs) onLost(new ClusterError("closed", "The local pool was closed."));
    await Promise.all([...this.#members].map(({ process }) => ended(process)));
  }

  #start(): void {
    const { processes: _, ackWaitMs: __, ...shared } = this.#settings;
    const name = `local-${this.#started++}`;
    const entry = fileURLToPath(new URL("./child.js", import.meta.url));
    const settings: ChildSettings = { ...shared, name };
    // The program's loaders are not for workers, which run the packages as published.
    const child = fork(entry, [JSON.stringify(settings)], { serialization: "advanced", execArgv: [] });
    const member: Member = { name, process: child, claims: [] };
    this.#members.add(member);
    child.on("message", (message: ChildMessage) => this.#hear(member, message));
    const { promise, resolve } = withResolvers<string>();
    child.on("error", (error) => resolve(error.message));
    child.on("exit", (code, signal) => resolve(signal ? `it was ended by ${signal}` : `it ended with code ${code}`));
    promise.then((reason) => this.#lose(member, reason));
    if (this.#queue.jobs.length === 0) this.#unref(child);
  }

  /** A pool without jobs does not keep the program alive. */
  #unref(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
  }

  #lose(member: Member, reason: string): void {
    this.#members.delete(member);
    if (this.#isClosed) return;
    this.#deathsInARow += 1;
    this.#queue.releaseAll(member.name, reason);
    if (this.#deathsInARow <= QUICK_DEATHS * this.#settings.processes) {
      this.#start();
      this.#deliver();
      return;
    }
    for (const { onLost } of this.#queue.jobs)
      onLost(new ClusterError("worker_failed", `Processes of the local pool exit again and again: ${reason}.`));
  }

  #hear(member: Member, { id, request }: ChildMessage): void {
    this.#queue.signOfLife(member.name);
    if (!request) return;
    const value = this.#answer(member, id, request);
    if (value) answer(member, id, value);
    this.#deliver();
  }

  /** Undefined: answered when there is a chunk. */
  #answer(member: Member, id: number, request: ChildRequest): PoolValue | undefined {
    switch (request.kind) {
      case "claim":
        member.claims.push(id);
        return undefined;
      case "fetch": {
        const bytes = this.#queue.blob(request.job, request.hash);
        return bytes ? { kind: "bytes", bytes } : { kind: "gone" };
      }
      case "commit": {
        this.#deathsInARow = 0;
        return { kind: "committed", isFirst: this.#queue.commit(request.attempt, request.result) };
      }
      case "acknowledge":
        this.#queue.acknowledge(request.attempt);
        return { kind: "noted" };
      case "release":
        this.#queue.release(request.attempt, request.failure);
        return { kind: "noted" };
      case "no device":
        this.#noDevice = new ClusterError("no_gpu", `A process of the local pool: ${request.reason}`);
        for (const { onLost } of this.#queue.jobs) onLost(this.#noDevice);
        return undefined;
    }
  }

  /** Delivers waiting chunks to waiting processes, in turn: first one chunk to each. */
  #deliver(): void {
    const open = [...this.#members].filter(({ claims }) => claims.length > 0);
    for (const member of open.sort((a, b) => b.claims.length - a.claims.length)) {
      const delivered = this.#queue.deliver(member.name);
      if (!delivered) return;
      answer(member, member.claims.shift() ?? -1, { kind: "chunk", delivered });
    }
    if (open.length > 0) this.#deliver();
  }
}

function answer({ process: child }: Member, id: number, value: PoolValue): void {
  // An event reports a process that has just ended.
  if (child.connected) child.send({ id, value } satisfies PoolAnswer, () => undefined);
}

function ended(child: ChildProcess): Promise<void> {
  const { promise, resolve } = withResolvers<void>();
  if (child.exitCode !== null || child.signalCode !== null) resolve();
  child.on("exit", () => resolve());
  child.ref();
  if (child.connected) child.disconnect();
  // A stopped process does not receive that.
  setTimeout(() => child.kill("SIGKILL"), 500).unref();
  return promise;
}
