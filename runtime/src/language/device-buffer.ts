// The public face of buffers (SYCL 2020, 4.7.2): what `new DeviceBuffer(…)` takes and gives. The class is in memory/buffers/buffer.ts.

import { Buffer } from "../memory/buffers/index.js";
import type { AccessMode, Accessor, AccessorOptions, SizesOf } from "./accessor.js";
import type { NameOf, TypedArray, TypedArrayName, TypedArrays } from "./host-array.js";
import type { Dimensions } from "./item.js";

export interface BufferOptions {
  /** What messages call it. */
  readonly name?: string;
}

/** Elements of type `A`, a typed array, in `D` dimensions. Made by `new DeviceBuffer(…)`. */
export interface DeviceBuffer<A extends TypedArray, D extends Dimensions = 1> extends Disposable, AsyncDisposable {
  /** Its sizes, the outermost (slowest) first. */
  readonly range: readonly number[];
  /** How many elements. */
  readonly length: number;
  readonly byteLength: number;
  readonly isSubBuffer: boolean;
  /**
   * The elements for the host, when the commands that they depend on are complete. Commands submitted later that conflict wait until they
   * are given back:
   *
   *     using a = await buffer.hostAccessor("read"); // or a.dispose()
   *
   * Rejects with `dependency_failed` where a command that was to write them has failed.
   */
  hostAccessor<M extends AccessMode = "read_write">(
    mode?: M,
    options?: AccessorOptions<D>,
  ): Promise<HostAccessor<A, D, M>>;
  /** As `hostAccessor`, but runs what is due right here. Blocks the thread: in a browser prefer `hostAccessor`. */
  hostAccessorSync<M extends AccessMode = "read_write">(mode?: M, options?: AccessorOptions<D>): HostAccessor<A, D, M>;
  /**
   * A part of it as a buffer of its own, which shares its memory: commands wait for each other by the bytes that they use. The part must be in
   * one piece: of several dimensions whole rows, or a part of one. Throws `invalid` where it is not, and of a sub-buffer.
   */
  subBuffer(offset: SizesOf<D>, range: SizesOf<D>): DeviceBuffer<A, D>;
  /** Where the elements go when it is disposed of, if it was written: an array of the same type and length, or null for nowhere. */
  setFinalData(array: TypedArrays[NameOf<A>] | null): void;
  /** Whether they go there. Default: yes, if it was made with an array. */
  setWriteBack(isWanted: boolean): void;
  /**
   * Waits for all commands that use it, writes the elements back and frees its memory. Blocks the thread: in a browser prefer
   * `disposeAsync`. Where a command that was to write it has failed, nothing is written back.
   */
  dispose(): void;
  /** As `dispose`, but leaves the calling thread free. */
  disposeAsync(): Promise<void>;
}

/** What a host accessor gives; `using` or `dispose()` gives it back. */
export type HostAccessor<
  A extends TypedArray,
  D extends Dimensions = 1,
  M extends AccessMode = "read_write",
> = Accessor<A, D, M> & Disposable & { dispose(): void };

/** The constructor of an element type: `Float32Array`. */
interface ElementsOf<N extends TypedArrayName> {
  readonly BYTES_PER_ELEMENT: number;
  readonly prototype: { readonly [Symbol.toStringTag]: N };
}
/** An array with the contents that a buffer begins with. */
interface ArrayOf<N extends TypedArrayName> extends ArrayBufferView {
  readonly [Symbol.toStringTag]: N;
}

type Sizes1 = number | readonly [number];
type Sizes2 = readonly [number, number];
type Sizes3 = readonly [number, number, number];

/** The ways to make a buffer. */
export interface DeviceBufferConstructor {
  /** Of zeros, in one dimension. */
  new <N extends TypedArrayName>(
    type: ElementsOf<N>,
    range: Sizes1,
    options?: BufferOptions,
  ): DeviceBuffer<TypedArrays[N], 1>;
  new <N extends TypedArrayName>(
    type: ElementsOf<N>,
    range: Sizes2,
    options?: BufferOptions,
  ): DeviceBuffer<TypedArrays[N], 2>;
  new <N extends TypedArrayName>(
    type: ElementsOf<N>,
    range: Sizes3,
    options?: BufferOptions,
  ): DeviceBuffer<TypedArrays[N], 3>;
  /** With the contents of an array, which is the buffer's until it is disposed of and then has what was written. */
  new <N extends TypedArrayName>(
    array: ArrayOf<N>,
    range?: Sizes1,
    options?: BufferOptions,
  ): DeviceBuffer<TypedArrays[N], 1>;
  new <N extends TypedArrayName>(
    array: ArrayOf<N>,
    range: Sizes2,
    options?: BufferOptions,
  ): DeviceBuffer<TypedArrays[N], 2>;
  new <N extends TypedArrayName>(
    array: ArrayOf<N>,
    range: Sizes3,
    options?: BufferOptions,
  ): DeviceBuffer<TypedArrays[N], 3>;
}

/**
 * Elements that command groups use through accessors: their order follows from that, over all queues, and their contents go where they are
 * used. Dispose of it when done.
 *
 *     const image = new Float32Array(h * w);
 *     {
 *       using buffer = new DeviceBuffer(image, [h, w]);
 *       q.submit((h) => {
 *         const a = h.accessor(buffer, "write");
 *         h.parallelFor([h, w], (y, x) => { a[y]![x] = y + x; });
 *       });
 *     } // image has it
 */
// The class takes what the constructor's overloads allow, and checks it.
export const DeviceBuffer = Buffer as unknown as DeviceBufferConstructor;
