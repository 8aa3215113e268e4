// The kernels of examples/01-photo on 100 megapixels, with all arrays on the device: on the GPU, and on all threads of the processor. The table
// for equalising stays zero, since nothing comes back in between.

import type { Queue } from "lanewise";
import { pipelineOn } from "../../examples/01-photo/pipeline.js";
import { bestOf } from "./device.js";

/** The best time of the chain, in milliseconds. */
export async function timeOfPhoto(q: Queue, edge: number, rounds: number): Promise<number> {
  const rgb = Uint8Array.from({ length: 3 * edge * edge }, (_, i) => Math.imul(i, 2654435761) >>> 24);
  const { steps } = pipelineOn(onDevice(q), { width: edge, height: edge, rgb });
  const chain = async (): Promise<void> => {
    for (const step of steps.slice(0, -1)) void step.run();
    await steps.at(-1)?.run();
  };
  await chain();
  const [best = 0] = await bestOf([chain], rounds);
  return best;
}

/** The same queue, which gives arrays that the host does not see where the pipeline asks for shared ones. */
function onDevice(q: Queue): Queue {
  const mallocShared = (type: Float32ArrayConstructor, given: number | Float32Array) => {
    const made = q.mallocDevice(type, typeof given === "number" ? given : given.length);
    if (typeof given !== "number") void q.copy(given, made);
    return made;
  };
  return new Proxy(q, {
    get(target, name) {
      if (name === "mallocShared") return mallocShared;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
