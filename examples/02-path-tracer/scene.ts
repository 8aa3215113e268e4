// What is seen, and from where.

import type { f32, i32 } from "lanewise";
import { Vec3 } from "./vec3.js";

export const Material = { diffuse: 0, metal: 1, glass: 2, light: 3 } as const;

export interface Sphere {
  center: Vec3;
  radius: f32;
  /** What is reflected; of a light, what it sends out. */
  colour: Vec3;
  /** One of `Material`. */
  material: i32;
  /** How far a metal scatters, 0 to 1. */
  roughness: f32;
}

export interface Sky {
  zenith: Vec3;
  horizon: Vec3;
}

/** Where the rays of the pixels begin, and the rectangle that they pass through. */
export interface View {
  eye: Vec3;
  corner: Vec3;
  right: Vec3;
  down: Vec3;
}

/** What all rays have in common. */
export interface Surroundings {
  sky: Sky;
  view: View;
}

export interface Scene extends Surroundings {
  readonly spheres: readonly Sphere[];
}

/** Looking from `eye` at `at`, with a picture of `aspect` times its height; `tangent` is that of half the vertical angle. */
export function lookAt(eye: Vec3, at: Vec3, tangent: number, aspect: number): View {
  const forward = at.sub(eye).normalize();
  const sideways = forward.cross(new Vec3(0, 1, 0)).normalize();
  const right = sideways.scale(2 * tangent * aspect);
  const down = forward.cross(sideways).scale(2 * tangent);
  return { eye, corner: forward.sub(right.scale(0.5)).sub(down.scale(0.5)), right, down };
}

/** Three large spheres, a lamp, and rings of small ones on the ground. */
export function spheresOnTheGround(aspect: number): Scene {
  const ball = (x: number, radius: number, z: number, colour: Vec3, material: number, roughness = 0): Sphere => ({
    center: new Vec3(x, radius, z),
    radius,
    colour,
    material,
    roughness,
  });
  const small = Array.from({ length: 26 }, (_, i) => {
    const angle = i * 2.399963; // the golden angle
    const distance = 1.9 + 0.13 * i;
    const hue = (k: number): number => 0.5 + 0.4 * Math.cos(i * 1.7 + 2.1 * k);
    const material = [Material.diffuse, Material.diffuse, Material.metal, Material.glass][i % 4] ?? Material.diffuse;
    const colour = material === Material.glass ? new Vec3(1, 1, 1) : new Vec3(hue(0), hue(1), hue(2));
    return ball(distance * Math.cos(angle), 0.22, distance * Math.sin(angle), colour, material, 0.15);
  });
  const ground: Sphere = {
    center: new Vec3(0, -200, 0),
    radius: 200,
    colour: new Vec3(0.55, 0.5, 0.45),
    material: Material.diffuse,
    roughness: 0,
  };
  const lamp = { ...ball(0, 1.8, 0, new Vec3(5, 4.3, 3.2), Material.light), center: new Vec3(3, 6.5, 1.5) };
  return {
    spheres: [
      ground,
      ball(0, 1, 0, new Vec3(1, 1, 1), Material.glass),
      ball(-2.1, 1, -0.7, new Vec3(0.75, 0.25, 0.2), Material.diffuse),
      ball(2.1, 1, -0.7, new Vec3(0.85, 0.75, 0.5), Material.metal, 0.03),
      lamp,
      ...small,
    ],
    sky: { zenith: new Vec3(0.3, 0.45, 0.8), horizon: new Vec3(0.8, 0.85, 0.9) },
    view: lookAt(new Vec3(0.6, 2.2, 7), new Vec3(0, 0.7, 0), 0.36, aspect),
  };
}
