// The public types of buffers (SYCL 2020, 4.7.2): the arguments and the interface of `new DeviceBuffer(…)`. The class is in memory/buffers/buffer.ts.

import { Buffer } from "../memory/buffers/index.js";
import type { AccessMode, Accessor, AccessorOptions, SizesOf } from "./accessor.js";
import type { NameOf, TypedArray, TypedArrayName, TypedArrays } from "./host-array.js";
import type { Dimensions } from "./item.js";

/** The options of `new DeviceBuffer(…)`. */
export interface BufferOptions {
  /** The buffer's name in messages. */
  readonly name?: string;
}

/** Elements of type `A`, a typed array, in `D` dimensions. Made by `new DeviceBuffer(…)`. */
export interface DeviceBuffer<A extends TypedArray, D extends Dimensions = 1> extends Disposable, AsyncDisposable {
  /** Its sizes, the outermost (slowest) first. */
  readonly range: readonly number[];
  /** The number of elements. */
  readonly length: number;
  readonly byteLength: number;
  readonly isSubBuffer: boolean;
  /**
   * Gives the host access to the elements once the commands that they depend on are complete. Commands submitted later that conflict wait until the
   * access is released:
   *
   *     using a = await buffer.hostAccessor("read"); // or a.dispose()
   *
   * Rejects with `dependency_failed` if a command that was to write them has failed.
   */
  hostAccessor<M extends AccessMode = "read_write">(
    mode?: M,
    options?: AccessorOptions<D>,
  ): Promise<HostAccessor<A, D, M>>;
  /** As `hostAccessor`, but runs the commands synchronously. Blocks the thread: in a browser prefer `hostAccessor`. */
  hostAccessorSync<M extends AccessMode = "read_write">(mode?: M, options?: AccessorOptions<D>): HostAccessor<A, D, M>;
  /**
   * Makes a part of it a buffer that shares its memory: commands wait for each other by the bytes that they use. The part must be contiguous: in
   * several dimensions whole rows, or a part of one. Throws `invalid` if it is not, and for sub-buffers.
   */
  subBuffer(offset: SizesOf<D>, range: SizesOf<D>): DeviceBuffer<A, D>;
  /** Sets the array that receives the elements on disposal, if they were written: one of the same type and length, or null for none. */
  setFinalData(array: TypedArrays[NameOf<A>] | null): void;
  /** Whether they are written back to it. Default: yes, if the buffer was made with an array. */
  setWriteBack(isWanted: boolean): void;
  /**
   * Waits for all commands that use it, writes the elements back and frees its memory. Blocks the thread: in a browser prefer `disposeAsync`. If a
   * command that was to write it has failed, nothing is written back.
   */
  dispose(): void;
  /** As `dispose`, but does not block the calling thread. */
  disposeAsync(): Promise<void>;
}

/** A host accessor; `using` or `dispose()` releases it. */
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
/** An array with a buffer's initial contents. */
interface ArrayOf<N extends TypedArrayName> extends ArrayBufferView {
  readonly [Symbol.toStringTag]: N;
}

type Sizes1 = number | readonly [number];
type Sizes2 = readonly [number, number];
type Sizes3 = readonly [number, number, number];

/** The constructors of buffers. */
export interface DeviceBufferConstructor {
  /** A buffer of zeros, in one dimension. */
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
  /** A buffer with an array's contents. The array belongs to the buffer until it is disposed of, and then receives what was written. */
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
 * Elements that command groups use through accessors. The accessors determine the order of the groups, over all queues, and where the contents are
 * copied. Dispose of the buffer when done.
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
// The class accepts what the constructor's overloads allow, and checks it.
export const DeviceBuffer = Buffer as unknown as DeviceBufferConstructor;
