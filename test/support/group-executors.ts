// The executors of kernels of work-groups: those of run-kernel.ts run the regions, and the runtime's own code goes over the groups.
// `runGroups` launches on all of them and wants one result.

import { splitGroups } from "@lanewise/codegen";
import { finish, type Module, oneStep, verify } from "@lanewise/ir";
import { expect } from "vitest";
import { compileGroups } from "../../runtime/dist/device/targets/group-target.js";
import { handOver } from "../../runtime/dist/images/registry/optional-parts.js";
import { allParts } from "./all-parts.js";
import {
  type Executor,
  executors,
  type KernelHost,
  type KernelLaunch,
  type KernelResult,
  runKernel,
} from "./run-kernel.js";

handOver(allParts);

export type Sizes = readonly [number, number, number];

export interface GroupLaunch extends KernelLaunch {
  /** Sizes of a group, outermost first, as many as `range` has. */
  readonly local: readonly number[];
}

function sizesOf(local: readonly number[]): Sizes {
  const [outer = 1, middle = 1, inner = 1] = local;
  return [outer, middle, inner];
}

/** `split` divides the kernel, if not as it is where sub-groups are no gangs. */
export function groupExecutor(executor: Executor, sizes: Sizes, split: typeof splitGroups = splitGroups): Executor {
  const create = (module: Module, kernel: number, host: () => KernelHost) => {
    const { module: regions, plan } = split(module, kernel, sizes);
    expect(verify(regions)).toEqual([]);
    let known: KernelHost | undefined;
    const once = () => {
      known ??= host();
      return known;
    };
    // Of the memory only the buffer is asked for.
    const memory = {
      get buffer() {
        return once().memory.buffer;
      },
    } as WebAssembly.Memory;
    return finish(
      compileGroups(
        {
          module: () => regions,
          plan,
          shape: "rows",
          threads: "one",
          bounds: "checked",
          fp: "strict",
          memory,
          isSharedMemory: executor.sharedMemory,
          globalAddress: (index) => once().globals(index),
        },
        (input) =>
          oneStep(() => ({
            ...executor.create(input.module(), input.kernel, once, input.known),
            gang: 1,
            privatised: [],
            report: undefined,
            text: undefined,
          })),
      ),
    );
  };
  return { sharedMemory: executor.sharedMemory, gang: 1, create };
}

/** Runs on every executor; returns what all agree on. */
export function runGroups({ local, ...launch }: GroupLaunch): KernelResult {
  const groups = launch.range.reduce((product, size, dimension) => product * (size / (local[dimension] ?? 1)), 1);
  const [first, ...others] = Object.entries(executors).map(([name, executor]) => {
    const result = runKernel(groupExecutor(executor, sizesOf(local)), { end: groups, ...launch });
    return { name, result };
  });
  if (!first) throw new Error("there are executors");
  for (const { name, result } of others) expect(result, name).toEqual(first.result);
  return first.result;
}
