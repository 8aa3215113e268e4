// Encodes captured numbers as text without loss: JSON has neither NaN nor -0.

import type { ScalarMessage } from "../bus/messages.js";
import { ClusterError } from "../errors.js";

export function scalarMessage(value: number | bigint | boolean): ScalarMessage;
export function scalarMessage(value: unknown): ScalarMessage | undefined;
export function scalarMessage(value: unknown): ScalarMessage | undefined {
  if (typeof value === "number") return { kind: "number", value: bitsOf(value) };
  if (typeof value === "bigint") return { kind: "bigint", value: String(value) };
  return typeof value === "boolean" ? { kind: "boolean", value } : undefined;
}

export function scalarOf(message: ScalarMessage): number | bigint | boolean {
  if (message.kind === "boolean") return message.value;
  const form = message.kind === "bigint" ? /^-?\d{1,30}$/ : /^[\da-f]{16}$/;
  if (!form.test(message.value)) throw new ClusterError("protocol", `${message.value} is not a ${message.kind}.`);
  return message.kind === "bigint" ? BigInt(message.value) : numberOf(message.value);
}

function bitsOf(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

function numberOf(bits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}
