// Two galaxies on their way past each other: particles that turn around a heavy centre, as planets do.

import type { Particle } from "./particle.js";
import { Vec2 } from "./vec2.js";

const heavy = 1;
const light = 1e-5;

/** Always the same `count` particles. */
export function twoGalaxies(count: number): Particle[] {
  const half = Math.floor(count / 2);
  return [
    ...galaxy(count - half, new Vec2(-0.33, -0.17), new Vec2(0.75, 0.1), 1, 0),
    ...galaxy(half, new Vec2(0.33, 0.17), new Vec2(-0.75, -0.1), -1, 1),
  ];
}

function galaxy(count: number, center: Vec2, motion: Vec2, turn: 1 | -1, index: number): Particle[] {
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return { position: center, velocity: motion, mass: heavy, galaxy: index };
    // Sunflower seeds: evenly over a disc.
    const radius = 0.05 + 0.25 * Math.sqrt(i / count);
    const angle = i * 2.399963;
    const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    const speed = (turn * Math.sqrt(heavy / radius)) / radius;
    return {
      position: new Vec2(center.x + x, center.y + y),
      velocity: new Vec2(motion.x - speed * y, motion.y + speed * x),
      mass: light,
      galaxy: index,
    };
  });
}
