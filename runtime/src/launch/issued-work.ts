// The work of a launch on a device that completes it later: one step issues it and everything that follows it, the next one reads the results.
// Between them, other work is issued to the same device.

import { invariant } from "@lanewise/ir";
import type { DeviceTimes, IssuedElsewhere, Outcome } from "../device/index.js";
import { errorOfLaunch, type LaunchIdentity, toKernelError } from "../diagnostics/index.js";
import { imagePart, parts } from "../images/registry/index.js";
import { type Progress, ProgressReports, type Turn } from "../queue/commands/index.js";
import { LaunchWork } from "./launch-work.js";

type Settled<T> = PromiseSettledResult<T>;

/** The results that have come back. */
interface Returned {
  readonly launch: Settled<Outcome>;
  readonly combined: readonly { readonly identity: LaunchIdentity; readonly end: Settled<Outcome> | undefined }[];
  readonly ring: Settled<Uint8Array | undefined>;
  readonly moved: Settled<readonly Uint8Array[]>;
}

/** What launches return that bring back nothing but their outcome. */
const noneCombined: Returned["combined"] = [];
const noRing: Returned["ring"] = { status: "fulfilled", value: undefined };
const noneMoved: Returned["moved"] = { status: "fulfilled", value: [] };

export class IssuedWork extends LaunchWork {
  #issued: readonly IssuedElsewhere[] = [];
  #returned: Returned | undefined;
  #reports: ProgressReports | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get stream(): object {
    return this.context.device;
  }

  /** Whether commands behind it must know its outcome. */
  get mayFail(): boolean {
    return this.identity.program.module.sites.some(({ kind }) => kind !== "log");
  }

  /** From the start of the launch to the end of the last kernel that combines its partial results. */
  get times(): DeviceTimes | undefined {
    if (!this.#returned) return undefined;
    const { launch, combined } = this.#returned;
    if (combined.length === 0) return launch.status === "fulfilled" ? launch.value.times : undefined;
    const all = [launch, ...combined.map(({ end }) => end)].map(
      (end) => end?.status === "fulfilled" && end.value.times,
    );
    const [first, last] = [all[0], all.at(-1)];
    return first && last ? { ...last, start: first.start } : undefined;
  }

  override get issued(): readonly IssuedElsewhere[] {
    return this.#issued;
  }

  override step(turn: Turn): Progress {
    if (this.#returned) return this.#finish(this.#returned);
    if (this.#issued.length > 0) return "issued";
    const loading = this.identity.program.loading();
    if (loading) {
      loading.then(turn.resume);
      return "away";
    }
    this.#issue(turn);
    return "issued";
  }

  #issue({ after, resume }: Turn): void {
    const { context, identity, retained, settings } = this;
    const { moved, reducing } = retained;
    const { onProgress } = settings;
    parts.check?.skip(this.kernel, "its device has memory that the host cannot read");
    if (onProgress()) this.#reports = new ProgressReports(this.kernel, identity.range.total, onProgress);
    moved?.begin();
    const ring = identity.program.console;
    const place = ring === undefined ? undefined : identity.program.globalPlace(ring);
    if (place) context.memory.fill(place.address, new Uint8Array(1), place.size);
    const launch = elsewhere(settings.queue.issue(this, after));
    this.#setTimer(launch);
    if (!place && !moved && !reducing) {
      this.#issued = [launch];
      this.#returnsWith(launch, resume);
      return;
    }
    const combined = (reducing?.issue(settings.queue, launch) ?? []).map((one) => ({
      identity: one.identity,
      issued: elsewhere(one.issued),
    }));
    this.#issued = [launch, ...combined.map(({ issued }) => issued)];
    const readings = [
      place && context.memory.read(place.address, place.size),
      Promise.all(moved?.readBack() ?? []),
    ] as const;
    // It stays in memory of the launch's own, and says only who has failed.
    const progress = launch.completion.then((own) => (own.kind === "failed" ? reducing?.readProgress() : undefined));
    const all = Promise.allSettled([launch.completion, progress, ...readings] as const);
    const rest = Promise.allSettled(combined.map(({ issued }) => issued.completion));
    void Promise.all([all, rest]).then(([[own, , printed, back], ends]) => {
      const ended = combined.map(({ identity }, index) => ({ identity, end: ends[index] }));
      this.#returned = { launch: own, combined: ended, ring: printed, moved: back };
      resume();
    });
  }

  /** Waits for a launch that brings back nothing but its outcome, as most of a chain do: with one promise, not ten. */
  #returnsWith({ completion }: IssuedElsewhere, resume: () => void): void {
    const end = (launch: Settled<Outcome>): void => {
      this.#returned = { launch, combined: noneCombined, ring: noRing, moved: noneMoved };
      resume();
    };
    completion.then(
      (value) => end({ status: "fulfilled", value }),
      (reason: unknown) => end({ status: "rejected", reason }),
    );
  }

  /** Does not cancel what has begun on the device. */
  #setTimer(launch: IssuedElsewhere): void {
    const { timeout } = this.settings;
    if (timeout === undefined) return;
    const text = `Kernel ${this.kernel} took longer than its timeout of ${timeout} ms.`;
    this.#timer = setTimeout(() => launch.cancel(errorOfLaunch("timeout", text, this.identity)), timeout);
  }

  #finish({ launch, combined, ring, moved }: Returned): Progress {
    const { identity, retained, settings } = this;
    if (ring.status === "fulfilled" && ring.value) {
      imagePart("printing").printRing(ring.value, identity, settings.onLog());
    }
    check(launch, identity);
    for (const { end, identity: own } of combined) if (end) check(end, own);
    retained.moved?.copyBack(outcomeOf(moved));
    this.#reports?.after("done", () => identity.range.total);
    return "done";
  }

  override stop(): void {
    clearTimeout(this.#timer);
    this.#reports?.stop();
  }
}

function elsewhere(issued: object): IssuedElsewhere {
  invariant("completion" in issued, "a device that cannot wait completes later");
  return issued as IssuedElsewhere; // only `IssuedElsewhere` has a completion
}

function outcomeOf<T>(settled: Settled<T>): T {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

function check(settled: Settled<Outcome>, identity: LaunchIdentity): void {
  const outcome = outcomeOf(settled);
  if (outcome.kind === "failed") throw toKernelError(outcome.record, 0, identity, outcome.cause);
}
