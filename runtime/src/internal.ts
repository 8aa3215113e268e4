// The entry point for emitted code (docs/decisions/0001-contracts.md, 4). Not for users: its functions are versioned by the protocol number in each
// registration, and change only with it.

import { host } from "./host/host.js";
import { handOver } from "./images/registry/optional-parts.js";
import { type KernelForms, markKernelOf, markPassed } from "./images/registry/passed-functions.js";
import {
  addRegistration,
  addShim,
  markKernel,
  type Registration,
  removeRegistration,
} from "./images/registry/registry.js";

export { constants, globals, groups, links, pointers, printing, privateCopies } from "./images/parts/image-parts.js";
export type { GlobalRegistration, Registration } from "./images/registry/registry.js";

/** Registers a module's images and device globals. Its header calls this once, before any of its statements. */
export function register(registration: Registration): void {
  const place = host.callerPlace(register);
  const loaded = place && { loadedFrom: place.file, loadedAtPosition: place.position, loadedAt: Date.now() };
  // First, because a registration that replaces others makes their images unloaded.
  handOver(registration.parts ?? []);
  addRegistration({ ...registration, ...loaded });
}

/**
 * Removes a module's registration: for bundlers, when hot reload removes the module. A module that is loaded again needs no such call, because it
 * replaces its registration. Returns whether the module was registered.
 */
export function unregister(module: string): boolean {
  return removeRegistration(module);
}

/**
 * Marks `original` as the kernel `symbol` and returns it. `captures` returns the captured values in the order of the kernel's parameters; launches
 * call it.
 */
export function kernel<F extends (...args: never[]) => void>(
  symbol: string,
  captures: () => readonly unknown[],
  original: F,
): F {
  markKernel(original, { symbol, captures });
  return original;
}

/** Marks a function that is passed to a wrapper of kernels and called by them, and returns it. */
export function passed<F extends (...args: never[]) => unknown>(
  id: string,
  captures: () => readonly unknown[],
  functions: () => readonly unknown[],
  original: F,
): F {
  markPassed(original, { id, captures, functions });
  return original;
}

/** As `kernel`, for a kernel that calls `functions`, passed to its wrapper as `parameters`: one of `forms` is compiled for these. */
export function kernelOf<F extends (...args: never[]) => void>(
  parameters: readonly string[],
  functions: readonly unknown[],
  captures: () => readonly unknown[],
  forms: KernelForms,
  original: F,
): F {
  markKernelOf(original, parameters, functions, captures, forms);
  return original;
}

/**
 * Supplies a device global that is out of scope at the end of its module: called at the beginning of the block that declares it. The thunk is
 * evaluated when first needed.
 */
export function shim(id: string, object: () => unknown): void {
  addShim(id, object);
}

/** Reads WebAssembly from a file beside the emitted code. */
export async function wasmFile(address: { readonly href: string }): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await host.readBytes(address.href));
}
