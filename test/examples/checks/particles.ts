// The forces of the example 04-particles against the sum over all pairs, in both layouts of its arrays, and what its motion
// must keep.

import { type Queue, structOf } from "lanewise";
import { twoGalaxies } from "../../../examples/04-particles/galaxies.js";
import { pullAt } from "../../../examples/04-particles/kernels.js";
import type { Particle, Square } from "../../../examples/04-particles/particle.js";
import { quadtree } from "../../../examples/04-particles/quadtree.js";
import { opening, Simulation } from "../../../examples/04-particles/simulation.js";
import { type Answers, near, same } from "../../programs/published/program.js";

const count = 300;
const softening = 0.02;

/** x and y of the pull at each particle. */
async function pulls(q: Queue, layout: "aos" | "soa", opened: number): Promise<Float32Array> {
  const given = twoGalaxies(count);
  const tree = quadtree(given);
  const particles = q.mallocShared(structOf<Particle>(), given, { layout });
  const squares = q.mallocShared(structOf<Square>(), tree, { layout });
  const out = q.mallocShared(Float32Array, 2 * count);
  await q.parallelFor(count, (i) => {
    const pull = pullAt(squares, particles[i]!.position, opened);
    out[2 * i] = pull.x;
    out[2 * i + 1] = pull.y;
  });
  return out;
}

/** The same by the sum over all pairs, in double precision. */
function plainPulls(): Float64Array {
  const particles = twoGalaxies(count);
  return Float64Array.from({ length: 2 * count }, (_, k) => {
    const place = particles[k >> 1]?.position ?? { x: Number.NaN, y: Number.NaN };
    return particles.reduce((sum, { position, mass }) => {
      const [dx, dy] = [position.x - place.x, position.y - place.y];
      const soft = Math.hypot(dx, dy, softening);
      return sum + (mass * (k % 2 === 0 ? dx : dy)) / soft ** 3;
    }, 0);
  });
}

const largest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

export async function forces(q: Queue): Promise<Answers> {
  const right = plainPulls();
  const all = await pulls(q, "aos", 0);
  const columns = await pulls(q, "soa", 0);
  const far = await pulls(q, "aos", opening);
  return {
    "of all pairs": near(all, right, 1e-5 * largest(right)),
    "in columns": same(columns, all),
    "with squares as a whole": near(far, right, 1e-4 * largest(right)),
    "with squares as a whole, in columns": same(await pulls(q, "soa", opening), far),
  };
}

function momentum(particles: Iterable<Particle>): number[] {
  let [px, py] = [0, 0];
  for (const { velocity, mass } of particles) {
    px += velocity.x * mass;
    py += velocity.y * mass;
  }
  return [px, py];
}

/** Kinetic and potential energy, by pairs. */
function energy(particles: readonly Particle[]): number {
  return particles.reduce((sum, a, i) => {
    const kinetic = (a.mass * (a.velocity.x ** 2 + a.velocity.y ** 2)) / 2;
    const potential = particles.slice(i + 1).reduce((total, b) => {
      const distance = Math.hypot(a.position.x - b.position.x, a.position.y - b.position.y, softening);
      return total - (a.mass * b.mass) / distance;
    }, 0);
    return sum + kinetic + potential;
  }, 0);
}

export async function motion(q: Queue): Promise<Answers> {
  const before = twoGalaxies(count);
  const simulation = new Simulation(q, before);
  const byRows = new Simulation(q, before, "aos");
  const size = 32;
  const first = await simulation.picture(size);
  for (let step = 0; step < 20; step++) {
    await simulation.step(0.002);
    await byRows.step(0.002);
  }
  const after = simulation.particles.toArray();
  const moved = after.filter(({ position }, i) => position.x !== before[i]?.position.x).length;
  const coordinates = (particles: readonly { position: { x: number; y: number } }[]): number[] =>
    particles.flatMap(({ position }) => [position.x, position.y]);
  return {
    moved: same([moved], [count]),
    momentum: near(momentum(simulation.particles), momentum(before), 1e-5),
    energy: near([energy([...simulation.particles])], [energy(before)], 0.01 * Math.abs(energy(before))),
    "in rows": same(coordinates(byRows.particles.toArray()), coordinates(after)),
    "the picture shows most": near(
      [brightPixels(first)],
      [brightPixels(await simulation.picture(size))],
      size * size * 0.1,
    ),
    "the picture is not empty": same([brightPixels(first) > 50 ? 1 : 0], [1]),
  };
}

function brightPixels(rgb: Uint8Array): number {
  return rgb.reduce((sum, _, i) => sum + (i % 3 === 0 && Math.max(...rgb.subarray(i, i + 3)) > 50 ? 1 : 0), 0);
}
