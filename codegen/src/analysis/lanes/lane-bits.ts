// In lanes of how many bits the values of a gang of 16 are computed: what was decided (choose-lanes.ts), as lowering reads it.
// A vector in lanes of n bits holds each value modulo 2^n.

import type { Expr, Stmt } from "@lanewise/ir";
import type { Use } from "./forms.js";

/** Of each lane; 32 also where values have 64. */
export type LaneBits = 8 | 16 | 32;

/** How a value is computed in lanes of some size. */
export type Way =
  /** As in lanes of 32 bits, whatever the type. */
  | { readonly kind: "whole" }
  /** From the first work-item's scalar. */
  | { readonly kind: "spread" }
  /** It is what a local or memory holds. */
  | { readonly kind: "held" }
  | { readonly kind: "form"; readonly use: Use }
  /** The assumed operand. */
  | { readonly kind: "choice"; readonly expr: Expr }
  | Conversion;

export interface Conversion {
  readonly kind: "converted";
  readonly from: LaneBits;
  /** How the value lies in the lanes; undefined where they hold its low bits alone. A mask is signed. */
  readonly sign: "signed" | "unsigned" | undefined;
}

export interface NarrowLanes {
  /** Of a local that varies. */
  readonly ofLocal: (local: number) => LaneBits;
  /** Of what a store writes. */
  readonly ofStore: (stmt: Extract<Stmt, { kind: "store" }>) => LaneBits;
  readonly wayOf: (expr: Expr, bits: LaneBits) => Way;
}

const whole: Way = { kind: "whole" };
export const allWide: NarrowLanes = { ofLocal: () => 32, ofStore: () => 32, wayOf: () => whole };
