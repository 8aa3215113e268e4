// The tree of squares around particles, built on the host: the square 0 holds all, and each is divided until its quarters hold
// one particle, or particles too close to each other to be told apart.

import { fixedArray } from "lanewise";
import type { Particle, Square } from "./particle.js";
import { Vec2 } from "./vec2.js";

const mostLevels = 20;

type Body = Pick<Particle, "position" | "mass">;

/** The squares, the largest first. */
export function quadtree(particles: Iterable<Body>): Square[] {
  const bodies = Array.from(particles, ({ position: { x, y }, mass }) => ({ position: new Vec2(x, y), mass }));
  const reach = bodies.reduce((most, { position: { x, y } }) => Math.max(most, Math.abs(x), Math.abs(y)), 1e-6);
  const squares: Square[] = [];
  divide(bodies, new Vec2(0, 0), 2 * reach, mostLevels, squares);
  return squares;
}

/** Appends the square of `side` around `middle` with all that is in it; gives its index. */
function divide(bodies: readonly Body[], middle: Vec2, side: number, levels: number, squares: Square[]): number {
  const index = squares.length;
  const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
  const center = new Vec2(0, 0);
  for (const body of bodies) center.move(body.position, body.mass / mass);
  const isDivided = bodies.length > 1 && levels > 0;
  const square: Square = { center, mass, side: isDivided ? side : 0, quarters: fixedArray(4, -1) };
  squares.push(square);
  if (!isDivided) return index;
  for (let quarter = 0; quarter < 4; quarter++) {
    const isRight = quarter % 2 === 1;
    const isLower = quarter >= 2;
    const own = bodies.filter(({ position: { x, y } }) => x >= middle.x === isRight && y >= middle.y === isLower);
    if (own.length === 0) continue;
    const corner = new Vec2(middle.x + (isRight ? side : -side) / 4, middle.y + (isLower ? side : -side) / 4);
    square.quarters[quarter] = divide(own, corner, side / 2, levels - 1, squares);
  }
  return index;
}
