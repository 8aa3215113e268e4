// What the page and the worker tell each other.

import type { Gesture, Size, Table } from "../example.js";
import type { Mode } from "./runner.js";

/** A control's value as it is sent: of a picture its bitmap. */
export type SentValue = number | string | ImageBitmap;

export type Request =
  | {
      readonly kind: "open";
      readonly name: string;
      readonly canvas: OffscreenCanvas;
      readonly mode: Mode;
      readonly values: Readonly<Record<string, SentValue>>;
      /** Whether a GPU that is emulated on the processor counts. */
      readonly isSoftwareAllowed: boolean;
    }
  | { readonly kind: "value"; readonly name: string; readonly value: SentValue }
  | { readonly kind: "gesture"; readonly gesture: Gesture }
  | { readonly kind: "mode"; readonly mode: Mode }
  | { readonly kind: "compare" }
  | { readonly kind: "wat" };

export interface Failure {
  readonly message: string;
  /** Where the user's code failed. */
  readonly file?: string;
  readonly line?: number;
}

export interface Measured {
  readonly mode: Mode;
  /** Of a frame, the median. */
  readonly ms?: number;
  /** Of a pixel's bytes from those of all threads, the mean and the largest. */
  readonly difference?: { readonly mean: number; readonly most: number };
  readonly failure?: Failure;
}

export type Reply =
  /** Once: what kernels run on. */
  | { readonly kind: "device"; readonly threads: number; readonly reason: string | undefined }
  /** Once: the GPU's name, or why there is none. */
  | { readonly kind: "gpu"; readonly name: string | undefined; readonly reason: string | undefined }
  | {
      readonly kind: "frame";
      readonly mode: Mode;
      /** None where the picture was only drawn again. */
      readonly ms: number | undefined;
      /** Whether it was made from something else than the one before. */
      readonly isOther: boolean;
      readonly size: Size;
      readonly table: Table | undefined;
      readonly takesGestures: boolean;
    }
  | { readonly kind: "failed"; readonly mode: Mode; readonly failure: Failure }
  | { readonly kind: "wat"; readonly text: string }
  | { readonly kind: "measuring"; readonly mode: Mode }
  | { readonly kind: "compared"; readonly rows: readonly Measured[] };
