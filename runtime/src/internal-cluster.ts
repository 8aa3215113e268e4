// `lanewise/internal/cluster`: what @lanewise/cluster needs of kernels that it sends to other processes. Like lanewise/internal, not for users: it
// changes with the version of the packages, which they share.

import { invariant, type Module, type StructDefinition, type StructType } from "@lanewise/ir";
import { leadTo, originsOf } from "./diagnostics/index.js";
import { type ErrorCode, KernelError, type KernelFailure, LanewiseError } from "./errors/index.js";
import { host } from "./host/index.js";
import { buildReceived, type ExecutableBundle } from "./images/bundles/index.js";
import { findKernel } from "./images/index.js";
import { linkKernel } from "./images/linking/index.js";
import { askVariant, builtVariant, type KernelVariant } from "./images/programs/index.js";
import { kernelMark } from "./images/registry/index.js";
import { type StructArray, type StructDescription, structOf } from "./language/index.js";
import { launchParts } from "./launch/index.js";
import { notMappedStructs } from "./memory/index.js";
import type { Queue } from "./queue/index.js";
import { type Combination, HostReduction } from "./reductions/index.js";
import {
  AnyStructArray,
  describeNode,
  differenceOf,
  leavesOf,
  nodeOfImage,
  type StructNode,
  structTypeOf,
} from "./structs/index.js";
import { describeValue } from "./values/index.js";

/** A kernel with all its callees, and its current captures. */
export interface SentKernel {
  readonly symbol: string;
  readonly name: string;
  /** The kernel's index in the module. */
  readonly kernel: number;
  readonly module: Module;
  /** In the order of the kernel's parameters; reducers follow them. */
  readonly captures: readonly unknown[];
  readonly variant: KernelVariant;
}

/** The arguments of a reduction. */
export interface SentReduction {
  readonly target: object;
  readonly combination: Combination;
  readonly isFromIdentity: boolean;
  combine(a: number | bigint, b: number | bigint): number | bigint;
}

/** The kernel of a compiled function, for this kind of workers' devices. Throws `kernel_not_compiled` for other functions. */
export function sentKernel(kernel: unknown, device: "cpu" | "gpu", where: string): SentKernel {
  const mark = typeof kernel === "function" ? kernelMark(kernel) : undefined;
  if (!mark) {
    const found = typeof kernel === "function" ? "a function that was not compiled" : describeValue(kernel);
    throw new LanewiseError("kernel_not_compiled", `${where}: the kernel is ${found}.`);
  }
  const { loaded, symbol } = findKernel(mark.symbol);
  const { module, kernel: index } = linkKernel(loaded, symbol.symbol, symbol.name, device);
  const asked = askVariant({}, where);
  const built = builtVariant(loaded.image, loaded.isTrusted);
  return {
    symbol: symbol.symbol,
    name: symbol.name,
    kernel: index,
    module,
    captures: mark.captures(),
    variant: { bounds: asked.bounds ?? built.bounds, fp: asked.fp ?? built.fp },
  };
}

/** The bundle of an image made from `sentKernel`, on the queue's device: verified, as images from outside are. */
export function receivedBundle(q: Queue, image: Uint8Array): ExecutableBundle {
  return buildReceived(q.context, q.device, image, "the image of a job");
}

/** An array of structs: one block of memory, or one for each column. */
export interface SentStructs {
  readonly length: number;
  readonly layout: "aos" | "soa";
  readonly columns: readonly SentColumn[];
}

export interface SentColumn {
  /** The size of an element, in bytes. */
  readonly size: number;
  /** The bytes themselves, not a copy. */
  readonly bytes: () => Uint8Array;
}

/** Undefined if `value` is not an array of structs. Throws `invalid` for one of other structs. */
export function sentStructs(
  value: unknown,
  type: StructType,
  structs: readonly StructDefinition[],
  what: string,
): SentStructs | undefined {
  if (!(value instanceof AnyStructArray)) return undefined;
  if (!value.home.data) throw notMappedStructs(what);
  const [{ node }, expected] = [value.type, nodeOfImage(type, structs)];
  const difference = differenceOf(node, expected, node.name);
  const { length, layout } = value;
  if (difference === undefined) return { length, layout, columns: columnsOf(value) };
  const message = `${what} holds ${describeNode(node)}; expected ${describeNode(expected)}: ${difference}.`;
  throw new LanewiseError("invalid", message, {
    help: "The array's module and the kernel's were compiled from different declarations: build both again.",
  });
}

/** Allocates memory for structs that another process has sent: `size` bytes in all. Undefined if that is not a whole number of structs. */
export function receivedStructs(
  q: Queue,
  struct: StructDescription,
  layout: "aos" | "soa",
  size: number,
): { readonly array: StructArray<object>; readonly columns: readonly SentColumn[] } | undefined {
  const type = structOf<object>(undefined, struct);
  const node = structTypeOf(type)?.node;
  invariant(node, "structOf makes the type of structs");
  const element = sizesOf(node, layout).reduce((sum, column) => sum + column, 0);
  if (size % element !== 0) return undefined;
  const array = q.mallocShared(type, size / element, { layout });
  invariant(array instanceof AnyStructArray, "a queue makes arrays of structs");
  return { array, columns: columnsOf(array) };
}

function columnsOf({ type, layout, parts }: AnyStructArray): readonly SentColumn[] {
  return sizesOf(type.node, layout).map((size, index) => ({ size, bytes: () => parts[index] ?? new Uint8Array() }));
}

/** The sizes of an element in each column. */
const sizesOf = (node: StructNode, layout: "aos" | "soa"): readonly number[] =>
  layout === "aos" ? [node.size] : leavesOf(node).map((leaf) => leaf.node.size);

/** Parses the arguments that follow the range of a launch. */
export function sentParts(rest: readonly unknown[]): {
  readonly reductions: readonly SentReduction[];
  readonly kernel: unknown;
  readonly options: unknown;
} {
  const { reductions, kernel, options } = launchParts(rest);
  return { reductions: reductions.filter((one) => one instanceof HostReduction), kernel, options };
}

/** The error of a kernel that failed, or cannot run, elsewhere: with the line of its source if it is available. */
export function kernelErrorOf(symbol: string, code: ErrorCode, message: string, failure: KernelFailure): KernelError {
  const { loaded, symbol: found } = findKernel(symbol);
  const { file, line, column } = failure;
  if (file === undefined || line === undefined || column === undefined) return new KernelError(code, message, failure);
  const place = { file, line, column };
  const source = host.showSource(originsOf(found, [loaded]), place, failure.array ?? "");
  const error = new KernelError(code, [message, source?.excerpt].filter(Boolean).join("\n"), failure);
  leadTo(error, [{ ...place, file: source?.path ?? file, name: `kernel ${failure.kernel.replace(/ ?\(.*\)/, "")}` }]);
  return error;
}
