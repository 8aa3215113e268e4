// What the host asks of a GPU, in order: commands are recorded in one encoder, and submitted together when the running script has its end, or
// before. What is read comes back with the submission behind which it stands.

import { gpuErrors, LanewiseError } from "../../errors/index.js";
import { USAGE } from "./flags.js";
import { ReadBacks } from "./read-backs.js";

/** What a submission brings back: resolves when all of it is done. */
export type Back = Promise<Uint8Array<ArrayBuffer>>;

interface Wanted {
  readonly buffer: GPUBuffer;
  readonly size: number;
  readonly settle: (bytes: Back) => void;
}

/** Bytes that are sent with a submission. */
const STAGING_BYTES = 2 ** 18;
/**
 * Launches of a submission that the script has not ended for: first two, so that the GPU begins, then more each time. A single one is submitted with
 * what is read behind it.
 */
const BATCH = { least: 2, factor: 4, most: 256 } as const;

const accepted: Promise<unknown> = Promise.resolve();

export class Commands {
  readonly device: GPUDevice;
  readonly #backs: ReadBacks;
  readonly #staging: GPUBuffer;
  readonly #staged = new Uint8Array(STAGING_BYTES);
  #used = 0;
  #encoder: GPUCommandEncoder | undefined;
  #pass: GPUComputePassEncoder | undefined;
  #isScheduled = false;
  /** Launches that are recorded, and how many are submitted together. */
  #launched = 0;
  #batch: number = BATCH.least;
  #submissions = 0;
  readonly #wanted: Wanted[] = [];
  #temporary: GPUBuffer[] = [];
  /** A command may be recorded in two submissions: those of the one before are kept. */
  #older: GPUBuffer[] = [];
  readonly #before: ((first: GPUCommandEncoder) => void)[] = [];
  /** Submits all the rest of a launch, behind which everything else waits that is recorded. */
  #rush: (() => void) | undefined;
  #done: { readonly promise: Promise<void>; readonly settle: (done: Promise<void>) => void } | undefined;

  #problem: LanewiseError | undefined;
  /** What rejects all that is under way. */
  readonly #waiting = new Set<(problem: LanewiseError) => void>();

  constructor(device: GPUDevice) {
    this.device = device;
    this.#backs = new ReadBacks(device);
    void device.lost.then(({ reason, message }) => {
      this.#fail(
        new LanewiseError("device_lost", `The GPU was lost: ${message || reason}.`, {
          row: gpuErrors.device_lost,
          help: "Call requestGpu() again, and give new queues the device that it finds.",
        }),
      );
    });
    this.#staging = device.createBuffer({
      size: STAGING_BYTES,
      usage: USAGE.COPY_SRC | USAGE.COPY_DST,
    });
  }

  /** The encoder for the next copy. What is recorded in it is submitted soon. */
  encoder(): GPUCommandEncoder {
    this.#recording();
    return this.encoderForLater();
  }

  /** The encoder for a copy that nobody waits for: it is submitted with what follows. */
  encoderForLater(): GPUCommandEncoder {
    this.#pass?.end();
    this.#pass = undefined;
    this.#encoder ??= this.device.createCommandEncoder();
    return this.#encoder;
  }

  /** The pass for the next dispatch: one of several in a row. */
  pass(): GPUComputePassEncoder {
    this.#pass ??= this.#recording().beginComputePass();
    return this.#pass;
  }

  /** A launch is recorded. */
  launched(): void {
    if (++this.#launched < this.#batch || this.#rush) return;
    this.#batch = Math.min(BATCH.most, BATCH.factor * this.#batch);
    this.submit();
  }

  #recording(): GPUCommandEncoder {
    this.#encoder ??= this.device.createCommandEncoder();
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      queueMicrotask(() => {
        this.#isScheduled = false;
        if (!this.#rush) this.submit();
      });
    }
    return this.#encoder;
  }

  /**
   * What is recorded from now on waits until the result is called: in the meantime a launch is submitted piece by piece (`piece`). `rush` has to
   * submit the rest of them at once: something cannot wait.
   */
  hold(rush: () => void): () => void {
    this.submit();
    this.#rush = rush;
    return () => {
      if (this.#rush !== rush) return;
      this.#rush = undefined;
      this.submit();
    };
  }

  /** No longer holds what is recorded. */
  rush(): void {
    const rush = this.#rush;
    this.#rush = undefined;
    rush?.();
  }

  /** Whether what is recorded waits for a launch that is submitted piece by piece. */
  get isHeld(): boolean {
    return this.#rush !== undefined;
  }

  /**
   * Submitted now, behind all that has been submitted; brings back bytes of a buffer. `checks` rejects where the driver refuses what is recorded, which
   * is then no problem of anybody else.
   */
  piece(
    record: (encoder: GPUCommandEncoder) => void,
    from: GPUBuffer,
    offset: number,
    size: number,
    checks: Promise<unknown> = accepted,
  ): Back {
    const encoder = this.device.createCommandEncoder();
    record(encoder);
    const buffer = this.#backs.take(size);
    encoder.copyBufferToBuffer(from, offset, buffer, 0, size);
    const submit = (): void => this.device.queue.submit([encoder.finish()]);
    this.guarded("validation", submit, checks);
    return this.#unlessProblem((resolve) => resolve(this.#backs.bytesOf(buffer, size)));
  }

  /** Calls `action` right before the submission, to which it may add, also in front of all (`first`). */
  whenSubmitted(action: (first: GPUCommandEncoder) => void): void {
    this.#before.push(action);
  }

  /** A buffer and an offset where the bytes are when the next command runs; the offset is a multiple of 4, as is what may be read there. */
  stage(bytes: Uint8Array): { readonly buffer: GPUBuffer; readonly offset: number } {
    const size = Math.ceil(bytes.length / 4) * 4;
    if (size > STAGING_BYTES / 4) {
      const buffer = this.temporary(size, USAGE.COPY_SRC, true);
      new Uint8Array(buffer.getMappedRange()).set(bytes);
      buffer.unmap();
      return { buffer, offset: 0 };
    }
    if (this.#used + size > STAGING_BYTES) this.submit();
    const offset = this.#used;
    this.#staged.set(bytes, offset);
    this.#used += size;
    return { buffer: this.#staging, offset };
  }

  /** A buffer until the submission behind the next one. */
  temporary(size: number, usage: number, mappedAtCreation = false): GPUBuffer {
    const buffer = this.device.createBuffer({ size: Math.max(4, size), usage, mappedAtCreation });
    this.#temporary.push(buffer);
    return buffer;
  }

  /** Bytes of a buffer as they are now in the order of commands; offset and size are multiples of 4. */
  read(from: GPUBuffer, offset: number, size: number): Back {
    const encoder = this.encoder();
    const buffer = this.#backs.take(size);
    if (size > 0) encoder.copyBufferToBuffer(from, offset, buffer, 0, size);
    return this.#unlessProblem((resolve) => {
      this.#wanted.push({ buffer, size, settle: resolve });
    });
  }

  /** Runs what the driver may refuse; then all that is under way, and all that is asked later, rejects: unless `checks` does, which tells why. */
  guarded<T>(kind: "validation" | "out-of-memory", run: () => T, checks: Promise<unknown> = accepted): T {
    this.device.pushErrorScope(kind);
    const made = run();
    this.device.popErrorScope().then(
      (error) => {
        if (!error) return;
        const code = kind === "validation" ? "device_lost" : "memory_allocation";
        const problem = new LanewiseError(code, `The GPU's driver reports an error: ${error.message}`, {
          ...(code === "device_lost" && { row: gpuErrors.device_lost }),
          cause: error,
        });
        checks.then(
          () => this.#fail(problem),
          () => undefined,
        );
      },
      // The device is lost, which is told of above.
      () => undefined,
    );
    return made;
  }

  #fail(problem: LanewiseError): void {
    this.#problem ??= problem;
    for (const reject of this.#waiting) reject(this.#problem);
    this.#waiting.clear();
  }

  #unlessProblem<T>(begin: (resolve: (value: T | Promise<T>) => void) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#problem) {
        reject(this.#problem);
        return;
      }
      this.#waiting.add(reject);
      const end = () => this.#waiting.delete(reject);
      // A promise that another one has taken over cannot be rejected any more: a lost GPU's work counts as done.
      begin((value) => {
        void Promise.resolve(value).then(resolve, reject).finally(end);
      });
    });
  }

  /** Settles when all that was asked before is done. */
  done(): Promise<void> {
    this.#recording();
    if (!this.#done) {
      let settle: (done: Promise<void>) => void = () => undefined;
      const promise = this.#unlessProblem<void>((resolve) => {
        settle = resolve;
      });
      this.#done = { promise, settle };
    }
    return this.#done.promise;
  }

  submit(): void {
    this.rush();
    if (!this.#encoder) return;
    const first = this.device.createCommandEncoder();
    for (const action of this.#before.splice(0)) action(first);
    const encoder = this.encoder();
    this.#encoder = undefined;
    if (this.#used > 0) this.device.queue.writeBuffer(this.#staging, 0, this.#staged, 0, this.#used);
    this.#used = 0;
    this.guarded("validation", () => {
      this.device.queue.submit([first.finish(), encoder.finish()]);
    });
    for (const buffer of this.#older) buffer.destroy();
    this.#older = this.#temporary;
    this.#temporary = [];
    this.#launched = 0;
    const own = ++this.#submissions;
    const isDone = (): void => {
      if (own === this.#submissions) this.#batch = BATCH.least;
    };
    const arrived = async (bytes: Back): Back => {
      const all = await bytes;
      isDone();
      return all;
    };
    for (const { buffer, size, settle } of this.#wanted.splice(0)) settle(arrived(this.#backs.bytesOf(buffer, size)));
    this.#done?.settle(this.device.queue.onSubmittedWorkDone().then(isDone));
    this.#done = undefined;
  }
}
