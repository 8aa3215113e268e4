// The simulation on a queue: steps through time, and pictures of a moment.

import { type Queue, type StructArray, structOf } from "lanewise";
import { count, drift, expose, kick } from "./kernels.js";
import type { Particle, Square } from "./particle.js";
import { quadtree } from "./quadtree.js";

/** How small a square must look to be taken as a whole; smaller is exacter and slower. */
export const opening = 0.6;

export class Simulation {
  readonly q: Queue;
  readonly particles: StructArray<Particle>;
  #squares: StructArray<Square>;

  /** `layout` is how the particles' fields lie in memory; what is computed is the same. */
  constructor(q: Queue, particles: readonly Particle[], layout: "aos" | "soa" = "soa") {
    this.q = q;
    this.particles = q.mallocShared(structOf<Particle>(), particles, { layout });
    this.#squares = q.mallocShared(structOf<Square>(), 4 * particles.length);
  }

  /** Half a step of motion, a step of forces, half a step of motion: the leapfrog. */
  async step(dt: number): Promise<void> {
    const { q, particles } = this;
    await q.parallelFor(particles.length, drift(particles, dt / 2));
    q.parallelFor(particles.length, kick(particles, this.#treeOfNow(), opening, dt));
    await q.parallelFor(particles.length, drift(particles, dt / 2));
  }

  /** The particles as a square picture of `size` pixels a side: three bytes a pixel. */
  async picture(size: number): Promise<Uint8Array> {
    const { q, particles } = this;
    const counts = q.mallocShared(Int32Array, 2 * size * size);
    const rgb = q.mallocShared(Uint8Array, 3 * size * size);
    q.parallelFor(particles.length, count(particles, counts, size));
    await q.parallelFor(size * size, expose(counts, size, rgb));
    const shown = q.toHost(rgb);
    q.free(counts);
    q.free(rgb);
    return shown;
  }

  #treeOfNow(): StructArray<Square> {
    const squares = quadtree(this.particles);
    if (squares.length > this.#squares.length) {
      this.q.free(this.#squares);
      this.#squares = this.q.mallocShared(structOf<Square>(), 2 * squares.length);
    }
    this.#squares.set(squares);
    return this.#squares;
  }
}
