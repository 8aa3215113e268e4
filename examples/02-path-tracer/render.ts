// A picture of a scene, made on a queue.

import { type Queue, structOf } from "lanewise";
import { pathTracer } from "./kernels.js";
import type { Scene, Sphere, Surroundings } from "./scene.js";

export interface Size {
  readonly width: number;
  readonly height: number;
  /** Rays for each pixel. */
  readonly samples: number;
}

/** Three bytes a pixel: red, green, blue. */
export async function render(q: Queue, scene: Scene, { width, height, samples }: Size): Promise<Uint8Array> {
  const spheres = q.mallocShared(structOf<Sphere>(), scene.spheres);
  const surroundings = q.mallocShared(structOf<Surroundings>(), [scene]);
  const rgb = q.mallocShared(Uint8Array, 3 * width * height);
  await q.parallelFor([height, width], pathTracer(spheres, surroundings, width, height, samples, rgb));
  return rgb;
}
