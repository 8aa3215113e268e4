// Finds why a WebAssembly binary of another compiler cannot provide functions to kernels; each reason comes with a remedy.

import { type MemoryLimits, objectAt, type WasmImport, type WasmSections } from "./wasm-sections.js";

export interface Problem {
  readonly reason: string;
  readonly help: string;
}

const sharedMemory =
  "Link clang's output with -matomics -mbulk-memory -Wl,--import-memory,--shared-memory,--max-memory=4294967296; " +
  "AssemblyScript's with --importMemory --sharedMemory --maximumMemory 65536 --enable threads.";
const relocatable =
  "Build it relocatable: clang --target=wasm32-unknown-emscripten -fPIC -Wl,-shared,--experimental-pic; an AssemblyScript binary cannot have any.";
const selfContained = "Link the functions that it calls into it, or avoid them.";
const exported =
  'clang exports what -Wl,--export=name or __attribute__((export_name("name"))) says, AssemblyScript what is marked `export`.';
const withoutStart =
  "Build it without a start function, as with -Wl,--no-entry, and do its work in an exported function.";

/** The most pages of a 32-bit memory; that of devices may grow to it. */
const MOST_PAGES = 65536;

/** The modified binaries; undefined if they cannot be made. */
interface Made {
  /** From `withConstantGlobals`. */
  readonly constant: Uint8Array | undefined;
  /** For instances that do not write the data. */
  readonly further: Uint8Array | undefined;
}

export function problemsOf(sections: WasmSections, { constant, further }: Made): readonly Problem[] {
  const { imports, memories, hasStart, dylink } = sections;
  const memory = imports.find((one) => one.kind === "memory");
  return [
    ...when(memories > 0, "it has a memory of its own; kernels' arrays are in the device's", sharedMemory),
    ...(memory?.kind === "memory" ? memoryProblems(memory.limits) : []),
    ...importProblems(sections),
    ...when(
      constant === undefined,
      "it has a mutable global, such as a stack pointer, and each thread would have its own",
      relocatable,
    ),
    ...when(hasStart && !dylink, "it has a start function, which would run again for every thread", withoutStart),
    ...dataProblems(sections),
    ...when(
      constant !== undefined && further === undefined,
      "it has data that every instance would write again, and code that asks for data",
      "Link all data as passive: with -Wl,--shared-memory.",
    ),
    ...when(!sections.exports.some(({ kind }) => kind === "function"), "it exports no functions", exported),
  ];
}

function when(isSo: boolean, reason: string, help: string): readonly Problem[] {
  return isSo ? [{ reason, help }] : [];
}

function memoryProblems({ isShared, is64, maximum }: MemoryLimits): readonly Problem[] {
  if (is64) return [{ reason: "its memory has addresses of 64 bits; devices' have 32", help: sharedMemory }];
  if (!isShared)
    return [{ reason: "the memory that it imports is not shared; devices' memory is", help: sharedMemory }];
  return when(
    (maximum ?? MOST_PAGES) < MOST_PAGES,
    `the memory that it imports has at most ${maximum} pages; devices' may grow to ${MOST_PAGES}`,
    sharedMemory,
  );
}

/** Fixed data would overwrite the program's arrays. */
function dataProblems({ data, dylink }: WasmSections): readonly Problem[] {
  const isFixed = dylink ? data.some(({ isPassive, isRelative }) => !isPassive && !isRelative) : data.length > 0;
  return when(isFixed, "it has data at fixed addresses, where the program's arrays are", relocatable);
}

function importProblems(sections: WasmSections): readonly Problem[] {
  const missing = sections.imports.filter((one) => !isGiven(sections, one));
  const names = missing.map(({ module, name, kind }) => `${module}.${name} (${kind})`).join(", ");
  return when(missing.length > 0, `it imports what the runtime does not have: ${names}`, selfContained);
}

function isGiven(sections: WasmSections, one: WasmImport): boolean {
  const { module, name, kind } = one;
  if (module === "GOT.mem") return objectAt(sections, name) !== undefined;
  if (module === "GOT.func") return sections.exports.some((found) => found.name === name && found.kind === "function");
  if (module !== "env") return false;
  if (kind === "memory") return name === "memory";
  const isI32 = kind === "global" && one.type === "i32";
  if (name === "__stack_pointer") return isI32 && one.isMutable;
  if (!sections.dylink) return false;
  if (name === "__memory_base" || name === "__table_base") return isI32 && !one.isMutable;
  return name === "__indirect_function_table" && kind === "table";
}

/**
 * Makes mutable globals that nothing changes immutable: linkers define a stack pointer even if it is unused. Undefined if something changes one: the
 * engine refuses such a binary.
 */
export function withConstantGlobals(
  bytes: Uint8Array<ArrayBuffer>,
  { globals }: WasmSections,
): Uint8Array<ArrayBuffer> | undefined {
  const constant = bytes.slice();
  for (const { isMutable, mutableAt } of globals) if (isMutable) constant[mutableAt] = 0;
  return WebAssembly.validate(constant) ? constant : undefined;
}
