// N-body of the Benchmarks Game: the sun and its four giants, by a symplectic integrator, in f64. Once over one captured array
// of structs, by a single task; once as many systems, each in the private array of its work-item.

import { type FixedArray, type f64, type i32, type Queue, structOf } from "lanewise";
import { type Answers, near } from "./program.js";

interface Body {
  x: f64;
  y: f64;
  z: f64;
  vx: f64;
  vy: f64;
  vz: f64;
  mass: f64;
}
type Bodies = FixedArray<Body, 5>;

const solarMass = 4 * Math.PI * Math.PI;
const daysPerYear = 365.24;
const dt = 0.01;

/** Velocities per day, the mass in suns. */
function body(x: f64, y: f64, z: f64, vx: f64, vy: f64, vz: f64, mass: f64): Body {
  return { x, y, z, vx: vx * daysPerYear, vy: vy * daysPerYear, vz: vz * daysPerYear, mass: mass * solarMass };
}

const sun = (): Body => body(0, 0, 0, 0, 0, 0, 1);
const jupiter = (): Body =>
  body(
    4.841431442464721,
    -1.1603200440274284,
    -0.10362204447112311,
    0.001660076642744037,
    0.007699011184197404,
    -6.90460016972063e-5,
    0.0009547919384243266,
  );
const saturn = (): Body =>
  body(
    8.34336671824458,
    4.124798564124305,
    -0.4035234171143214,
    -0.002767425107268624,
    0.004998528012349172,
    2.3041729757376393e-5,
    0.0002858859806661308,
  );
const uranus = (): Body =>
  body(
    12.894369562139131,
    -15.111151401698631,
    -0.22330757889265573,
    0.002964601375647616,
    0.0023784717395948095,
    -2.9658956854023756e-5,
    4.366244043351563e-5,
  );
const neptune = (): Body =>
  body(
    15.379697114850917,
    -25.919314609987964,
    0.17925877295037118,
    0.0026806777249038932,
    0.001628241700382423,
    -9.515922545197159e-5,
    5.1513890204661145e-5,
  );

/** What indexes bodies: a private array or a captured one. */
interface System {
  [index: number]: Body;
  readonly length: number;
}

function restMomentum(bodies: System): void {
  let px = 0;
  let py = 0;
  let pz = 0;
  for (let i = 0; i < bodies.length; i++) {
    const { vx, vy, vz, mass } = bodies[i]!;
    px += vx * mass;
    py += vy * mass;
    pz += vz * mass;
  }
  const first = bodies[0]!;
  first.vx = -px / solarMass;
  first.vy = -py / solarMass;
  first.vz = -pz / solarMass;
}

function energy(bodies: System): f64 {
  let e = 0;
  for (let i = 0; i < bodies.length; i++) {
    const a = bodies[i]!;
    e += 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz);
    for (let k = i + 1; k < bodies.length; k++) {
      const b = bodies[k]!;
      const dx = a.x - b.x;
      const dy = a.y - b.y;
      const dz = a.z - b.z;
      e -= (a.mass * b.mass) / Math.sqrt(dx * dx + dy * dy + dz * dz);
    }
  }
  return e;
}

function advance(bodies: System): void {
  for (let i = 0; i < bodies.length; i++) {
    const a = bodies[i]!;
    for (let k = i + 1; k < bodies.length; k++) {
      const b = bodies[k]!;
      const dx = a.x - b.x;
      const dy = a.y - b.y;
      const dz = a.z - b.z;
      const squared = dx * dx + dy * dy + dz * dz;
      const magnitude = dt / (squared * Math.sqrt(squared));
      a.vx -= dx * b.mass * magnitude;
      a.vy -= dy * b.mass * magnitude;
      a.vz -= dz * b.mass * magnitude;
      b.vx += dx * a.mass * magnitude;
      b.vy += dy * a.mass * magnitude;
      b.vz += dz * a.mass * magnitude;
    }
  }
  for (let i = 0; i < bodies.length; i++) {
    const a = bodies[i]!;
    a.x += dt * a.vx;
    a.y += dt * a.vy;
    a.z += dt * a.vz;
  }
}

const published = { 0: -0.169075164, 1000: -0.169087605, 10000: -0.169016441 };

export async function oneSystem(q: Queue): Promise<Answers> {
  const bodies = q.mallocShared(structOf<Body>(), [sun(), jupiter(), saturn(), uranus(), neptune()]);
  const energies = q.mallocShared(Float64Array, 3);
  await q.singleTask(() => {
    restMomentum(bodies);
    energies[0] = energy(bodies);
    for (let n = 1; n <= 10_000; n++) {
      advance(bodies);
      if (n === 1000) energies[1] = energy(bodies);
    }
    energies[2] = energy(bodies);
  });
  return {
    energies: near(energies, [published[0], published[1000], published[10000]], 5e-10),
    // The struct array stays readable: the host computes the same energy.
    "energy on the host": near([energy(bodies)], energies.subarray(2), 1e-12),
  };
}

export async function manySystems(q: Queue): Promise<Answers> {
  const count = 37;
  const steps = q.mallocShared(
    Int32Array,
    Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 1000 : 0)),
  );
  const energies = q.mallocShared(Float64Array, count);
  await q.parallelFor(count, (i) => {
    const bodies: Bodies = [sun(), jupiter(), saturn(), uranus(), neptune()];
    restMomentum(bodies);
    const end: i32 = steps[i]!;
    for (let n = 0; n < end; n++) advance(bodies);
    energies[i] = energy(bodies);
  });
  const right = Array.from(steps, (n) => (n === 0 ? published[0] : published[1000]));
  return { energies: near(energies, right, 5e-10) };
}
