// The lane widths in which a gang of 16 computes its values: the result of choose-lanes.ts, as lowering reads it. A vector with n-bit lanes holds
// each value modulo 2^n.

import type { Expr, Stmt } from "@lanewise/ir";
import type { Use } from "./forms.js";

/** Bits per lane; 32 also for 64-bit values. */
export type LaneBits = 8 | 16 | 32;

/** How a value is computed at a lane width. */
export type Way =
  /** As with 32-bit lanes, whatever the type. */
  | { readonly kind: "whole" }
  /** From the first work-item's scalar. */
  | { readonly kind: "spread" }
  /** A local or memory holds it. */
  | { readonly kind: "held" }
  | { readonly kind: "form"; readonly use: Use }
  /** The assumed operand. */
  | { readonly kind: "choice"; readonly expr: Expr }
  | Conversion;

export interface Conversion {
  readonly kind: "converted";
  readonly from: LaneBits;
  /** How lanes represent the value; undefined if they hold only its low bits. Masks are signed. */
  readonly sign: "signed" | "unsigned" | undefined;
}

export interface NarrowLanes {
  /** The width of a varying local. */
  readonly ofLocal: (local: number) => LaneBits;
  /** The width of a stored value. */
  readonly ofStore: (stmt: Extract<Stmt, { kind: "store" }>) => LaneBits;
  readonly wayOf: (expr: Expr, bits: LaneBits) => Way;
}

const whole: Way = { kind: "whole" };
export const allWide: NarrowLanes = { ofLocal: () => 32, ofStore: () => 32, wayOf: () => whole };
