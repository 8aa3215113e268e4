// The spheres, and the camera that looks at them.

import { Camera, Material, Sphere, Vec3 } from "./kernels.js";

/** Three large ones, two lamps, and a spiral of small ones. */
export function spheres(): readonly Sphere[] {
  const ball = (x: number, radius: number, z: number, colour: Vec3, material: number, roughness = 0): Sphere =>
    new Sphere(new Vec3(x, radius, z), radius, colour, material, roughness);
  const small = Array.from({ length: 22 }, (_, i) => {
    const angle = i * 2.399963; // the golden angle
    const distance = 2 + 0.14 * i;
    const hue = (k: number): number => 0.55 + 0.4 * Math.cos(i * 0.9 + 2.1 * k);
    const material = [Material.matt, Material.metal, Material.matt, Material.glass][i % 4] ?? Material.matt;
    const colour = material === Material.glass ? new Vec3(1, 1, 1) : new Vec3(hue(0), hue(1), hue(2));
    return ball(distance * Math.cos(angle), 0.2 + 0.07 * (i % 3), distance * Math.sin(angle), colour, material, 0.12);
  });
  return [
    new Sphere(new Vec3(0, -300, 0), 300, new Vec3(0.62, 0.58, 0.54), Material.matt, 0),
    ball(0, 1, 0, new Vec3(1, 1, 1), Material.glass),
    ball(-2.1, 1, -0.8, new Vec3(0.82, 0.24, 0.2), Material.matt),
    ball(2.1, 1, -0.8, new Vec3(0.9, 0.78, 0.5), Material.metal, 0.04),
    new Sphere(new Vec3(3.5, 6, 3), 1.6, new Vec3(9, 7.4, 5.2), Material.lamp, 0),
    new Sphere(new Vec3(-5, 4, -3), 0.9, new Vec3(3, 4.6, 9), Material.lamp, 0),
    ...small,
  ];
}

export interface Orbit {
  readonly yaw: number;
  readonly pitch: number;
  readonly distance: number;
}

export function cameraAt({ yaw, pitch, distance }: Orbit, lens: number, aspect: number): Camera {
  const at = new Vec3(0, 0.75, 0);
  const back = new Vec3(Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch));
  const eye = at.add(back.scale(distance));
  const sideways = new Vec3(Math.cos(yaw), 0, -Math.sin(yaw));
  const tangent = 0.36;
  const right = sideways.scale(2 * tangent * aspect * distance);
  const down = back.cross(sideways).scale(-2 * tangent * distance);
  return new Camera(eye, at.sub(right.scale(0.5)).sub(down.scale(0.5)), right, down, lens);
}
