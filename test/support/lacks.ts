// How the tests see that a device lacks something.

/** What kernels may have that a GPU has not; docs/gpu.md has a row for each. */
const ofGpus = [
  "atomics of 64 bits",
  'atomics with the order "',
  "atomics of private memory",
  "functions of other compilers",
  "Math.",
  "way to round products and sums apart",
];

/** What an error says is lacking: a capability (runtime/src/errors/lacked-capability.ts), or what no GPU has; undefined: nothing. */
export function lackedIn(error: string): string | undefined {
  const [, capability] = /capability "(\w+)"/.exec(error) ?? [];
  if (capability !== undefined) return `capability "${capability}"`;
  const [, missing = ""] = /the GPU has no ([^\n]*)/.exec(error) ?? [];
  return ofGpus.some((one) => missing.startsWith(one)) ? missing : undefined;
}
