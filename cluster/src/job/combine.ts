// Combines the reductions of all chunks in the chunks' order, so that the result depends only on the cut.

import type { SentReduction } from "lanewise/internal/cluster";
import type { ReductionMessage } from "../bus/messages.js";
import { ClusterError } from "../errors.js";
import { arrayClass, isArrayName, type TravelingArray } from "./arrays.js";

/** Collects the chunks' partial values of one reduction. */
export class OrderedReduction {
  readonly #reduction: SentReduction;
  readonly #message: ReductionMessage;
  readonly #partial: (TravelingArray | undefined)[];

  constructor(reduction: SentReduction, message: ReductionMessage, chunks: number) {
    this.#reduction = reduction;
    this.#message = message;
    this.#partial = Array.from({ length: chunks });
  }

  add(chunk: number, bytes: Uint8Array): void {
    this.#partial[chunk] = arrayFrom(bytes, this.#message.type);
  }

  /** Writes the target. Every chunk must have been added. */
  finish(): void {
    const { isFromIdentity, target } = this.#reduction;
    // planJob accepts no other targets.
    const elements = target as Indexed;
    for (let at = 0; at < this.#message.length; at++) {
      let value = isFromIdentity ? undefined : elements[at];
      for (const partial of this.#partial) {
        // Storing in the target's class rounds and wraps the combined value.
        const next = (partial as Indexed | undefined)?.[at];
        if (next === undefined) throw new ClusterError("protocol", "A chunk returned no value for a reduction.");
        elements[at] = value === undefined ? next : this.#combine(value, next);
        value = elements[at];
      }
    }
  }

  /** Combines as kernels do: the product of two integers is exact before it wraps. */
  #combine(a: number | bigint, b: number | bigint): number | bigint {
    const { type, by } = this.#message;
    const isInteger = type === "Int32Array" || type === "Uint32Array";
    if (by.kind === "operation" && by.operation === "multiply" && isInteger) return Math.imul(Number(a), Number(b));
    return this.#reduction.combine(a, b);
  }
}

interface Indexed {
  [index: number]: number | bigint;
}

function arrayFrom(bytes: Uint8Array, type: string): TravelingArray {
  if (!isArrayName(type)) throw new ClusterError("protocol", `${type} is not a typed array.`);
  const Elements = arrayClass(type);
  const array = new Elements(bytes.byteLength / Elements.BYTES_PER_ELEMENT);
  new Uint8Array(array.buffer).set(bytes);
  return array;
}
