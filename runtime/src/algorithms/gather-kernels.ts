// The kernels of gather and scatter: move elements as bits, by signed or unsigned indices.

import type { Kernel1 } from "../language/index.js";

export interface Indexed<A, I> {
  readonly x: A;
  readonly indices: I;
  readonly out: A;
}

export const gather8 =
  ({ x, indices, out }: Indexed<Uint8Array, Int32Array>): Kernel1 =>
  (i) => {
    out[i] = x[indices[i]!]!;
  };
export const gather8Unsigned =
  ({ x, indices, out }: Indexed<Uint8Array, Uint32Array>): Kernel1 =>
  (i) => {
    out[i] = x[indices[i]!]!;
  };
export const gather16 =
  ({ x, indices, out }: Indexed<Uint16Array, Int32Array>): Kernel1 =>
  (i) => {
    out[i] = x[indices[i]!]!;
  };
export const gather16Unsigned =
  ({ x, indices, out }: Indexed<Uint16Array, Uint32Array>): Kernel1 =>
  (i) => {
    out[i] = x[indices[i]!]!;
  };
export const gather32 =
  ({ x, indices, out }: Indexed<Uint32Array, Int32Array>): Kernel1 =>
  (i) => {
    out[i] = x[indices[i]!]!;
  };
export const gather32Unsigned =
  ({ x, indices, out }: Indexed<Uint32Array, Uint32Array>): Kernel1 =>
  (i) => {
    out[i] = x[indices[i]!]!;
  };
export const gather64 =
  ({ x, indices, out }: Indexed<BigUint64Array, Int32Array>): Kernel1 =>
  (i) => {
    out[i] = x[indices[i]!]!;
  };
export const gather64Unsigned =
  ({ x, indices, out }: Indexed<BigUint64Array, Uint32Array>): Kernel1 =>
  (i) => {
    out[i] = x[indices[i]!]!;
  };
export const scatter8 =
  ({ x, indices, out }: Indexed<Uint8Array, Int32Array>): Kernel1 =>
  (i) => {
    out[indices[i]!] = x[i]!;
  };
export const scatter8Unsigned =
  ({ x, indices, out }: Indexed<Uint8Array, Uint32Array>): Kernel1 =>
  (i) => {
    out[indices[i]!] = x[i]!;
  };
export const scatter16 =
  ({ x, indices, out }: Indexed<Uint16Array, Int32Array>): Kernel1 =>
  (i) => {
    out[indices[i]!] = x[i]!;
  };
export const scatter16Unsigned =
  ({ x, indices, out }: Indexed<Uint16Array, Uint32Array>): Kernel1 =>
  (i) => {
    out[indices[i]!] = x[i]!;
  };
export const scatter32 =
  ({ x, indices, out }: Indexed<Uint32Array, Int32Array>): Kernel1 =>
  (i) => {
    out[indices[i]!] = x[i]!;
  };
export const scatter32Unsigned =
  ({ x, indices, out }: Indexed<Uint32Array, Uint32Array>): Kernel1 =>
  (i) => {
    out[indices[i]!] = x[i]!;
  };
export const scatter64 =
  ({ x, indices, out }: Indexed<BigUint64Array, Int32Array>): Kernel1 =>
  (i) => {
    out[indices[i]!] = x[i]!;
  };
export const scatter64Unsigned =
  ({ x, indices, out }: Indexed<BigUint64Array, Uint32Array>): Kernel1 =>
  (i) => {
    out[indices[i]!] = x[i]!;
  };
