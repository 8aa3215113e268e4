// The work of one kernel launch: everything is checked and its arguments are written when it is made, inside the
// submitting call; each step then runs one chunk of the range.

import { checkArguments, writeArguments } from "./arguments.js";
import type { Work } from "./command.js";
import type { DeviceContext } from "./device-context.js";
import { LanewiseError } from "./errors.js";
import { toKernelError } from "./kernel-failure.js";
import type { AskedVariant } from "./kernel-options.js";
import type { LaunchRange } from "./range.js";
import type { KernelMark } from "./registry.js";
import { rowLength, shapeOf } from "./shape.js";
import { chunkEnd } from "./threads/chunks.js";

export function createLaunch(
  context: DeviceContext,
  mark: KernelMark,
  range: LaunchRange,
  name: string | undefined,
  variant: AskedVariant,
): Work {
  const shape = shapeOf(range);
  const program = context.programs.program(mark.symbol, variant, shape);
  const { executable, layout, pace, symbol } = program;
  const kernel = name ?? symbol.name;
  if (symbol.dimensions !== range.dimensions) {
    throw new LanewiseError(
      "invalid",
      `Kernel ${kernel} is compiled for ${symbol.dimensions} dimensions; the range has ${range.dimensions}.`,
    );
  }
  const values = checkArguments(program, mark.captures(), kernel, context);
  const block = context.allocateArguments(layout.size);
  writeArguments(context.memory.memory.buffer, block.offset, range, program, values);
  const allocations = values.flatMap((value) => (value.kind === "span" ? [value.allocation] : []));
  for (const allocation of allocations) context.usm.retain(allocation);

  const cut = { total: range.total, row: rowLength(range, shape), gang: executable.gang };
  let done = 0;
  const step = (): boolean => {
    if (done === range.total) return false;
    const thread = context.threadBlock(executable.stackSize);
    const end = chunkEnd(done, pace.chunk, cut);
    const start = performance.now();
    try {
      executable.run(block.offset, thread, done, end);
    } catch (error) {
      throw toKernelError(context.memory.memory.buffer, thread, { kernel, program, range }, error);
    }
    pace.measured(end - done, performance.now() - start);
    done = end;
    return done < range.total;
  };
  const release = (): void => {
    for (const allocation of allocations) context.usm.release(allocation);
    context.releaseArguments(block);
  };
  return { step, release };
}
