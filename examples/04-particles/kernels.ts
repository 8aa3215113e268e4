// The kernels: gravity by Barnes and Hut's method, motion, and drawing. A particle a work-item.

import { atomicRef, type FixedArray, type f32, fixedArray, type i32, type Kernel1, type StructArray } from "lanewise";
import type { Particle, Square } from "./particle.js";
import { Vec2 } from "./vec2.js";

/** Softens close encounters: pulls are as from a distance of at least this. */
const softening = 0.02;

/** More squares than ever wait: three of each of the tree's levels, and the root. */
const stackSize = 64;

/**
 * The pull of all particles at a place. A square is taken as a whole where it looks smaller than `opening`, its side over its
 * distance; with 0 that is never, and the sum is over all particles.
 */
export function pullAt(squares: StructArray<Square>, place: Vec2, opening: f32): Vec2 {
  const pull = new Vec2(0, 0);
  const waiting: FixedArray<i32, 64> = fixedArray(stackSize, 0);
  let count = 1; // the root, square 0
  while (count > 0) {
    count--;
    const { center, mass, side, quarters } = squares[waiting[count]!]!;
    const offset = center.sub(place);
    const squared = offset.dot(offset);
    if (side === 0 || side * side < opening * opening * squared) {
      const soft = squared + softening * softening;
      pull.move(offset, mass / (soft * Math.sqrt(soft)));
    } else {
      for (const quarter of quarters) {
        if (quarter < 0) continue;
        waiting[count] = quarter;
        count++;
      }
    }
  }
  return pull;
}

/** Changes the velocities by the pulls of a time step. */
export function kick(particles: StructArray<Particle>, squares: StructArray<Square>, opening: f32, dt: f32): Kernel1 {
  return (i) => {
    const particle = particles[i]!;
    particle.velocity.move(pullAt(squares, particle.position, opening), dt);
  };
}

/** Moves the particles for a time step. */
export function drift(particles: StructArray<Particle>, dt: f32): Kernel1 {
  return (i) => {
    const { position, velocity } = particles[i]!;
    position.move(velocity, dt);
  };
}

/** Counts the particles of each galaxy in each pixel; the picture shows -1 to 1 from left to right and from top to bottom. */
export function count(particles: StructArray<Particle>, counts: Int32Array, size: i32): Kernel1 {
  return (i) => {
    const { position, galaxy } = particles[i]!;
    const x = Math.floor((position.x + 1) * 0.5 * size);
    const y = Math.floor((position.y + 1) * 0.5 * size);
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    atomicRef(counts, (galaxy * size + y) * size + x).fetchAdd(1);
  };
}

/** Makes colours of the counts: one galaxy is warm, the other cold. */
export function expose(counts: Int32Array, size: i32, rgb: Uint8Array): Kernel1 {
  return (pixel) => {
    const warm = 1 - Math.exp(-0.7 * counts[pixel]!);
    const cold = 1 - Math.exp(-0.7 * counts[size * size + pixel]!);
    rgb[3 * pixel] = Math.min(255 * warm + 60 * cold, 255);
    rgb[3 * pixel + 1] = Math.min(170 * (warm + cold), 255);
    rgb[3 * pixel + 2] = Math.min(60 * warm + 255 * cold, 255);
  };
}
