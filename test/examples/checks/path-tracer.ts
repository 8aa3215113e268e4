// What the example 02-path-tracer must show in scenes whose light can be computed by hand, and that its kernel computes the
// same as the function that it is.

import type { Queue, StructArray } from "lanewise";
import { pathTracer } from "../../../examples/02-path-tracer/kernels.js";
import { render, type Size } from "../../../examples/02-path-tracer/render.js";
import {
  lookAt,
  Material,
  type Scene,
  type Sphere,
  type Surroundings,
  spheresOnTheGround,
} from "../../../examples/02-path-tracer/scene.js";
import { Vec3 } from "../../../examples/02-path-tracer/vec3.js";
import { type Answers, near, same } from "../../programs/published/program.js";

const size: Size = { width: 40, height: 25, samples: 9 };
const white = new Vec3(1, 1, 1);
const whiteSky = { zenith: white, horizon: white };
const view = lookAt(new Vec3(0, 0, 8), new Vec3(0, 0, 0), 0.4, size.width / size.height);

function sphere(x: number, y: number, radius: number, brightness: number, material: number): Sphere {
  return { center: new Vec3(x, y, 0), radius, colour: white.scale(brightness), material, roughness: 0 };
}

/** In a furnace that is white all over, nothing that takes no light away can be seen. */
export async function furnace(q: Queue): Promise<Answers> {
  const { diffuse, metal, glass } = Material;
  const spheres = [diffuse, metal, glass].map((material, i) => sphere(2.6 * (i - 1), 0, 1.1, 1, material));
  const rgb = await render(q, { spheres, sky: whiteSky, view }, size);
  // Paths that are caught between spheres for too long are dark, so a few pixels may lack a little.
  const dark = rgb.reduce((sum, level) => sum + 255 - level, 0);
  return {
    white: near([Math.min(...rgb)], [255], 40),
    "all in all": near([dark / rgb.length], [0], 0.2),
  };
}

/** One sphere in the furnace reflects each path once, so it is as bright as it is white. */
export async function silhouette(q: Queue): Promise<Answers> {
  const radius = 2;
  const rgb = await render(q, { spheres: [sphere(0, 0, radius, 0.36, Material.diffuse)], sky: whiteSky, view }, size);
  const inside = 255 * 0.6;
  const known: number[] = [];
  const right: number[] = [];
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const corners = [0, 1].flatMap((dy) => [0, 1].map((dx) => meets(x + dx, y + dy, radius)));
      if (corners.includes(true) && corners.includes(false)) continue; // the edge
      known.push(rgb[3 * (y * size.width + x) + 1] ?? Number.NaN);
      right.push(corners.includes(true) ? inside : 255);
    }
  }
  return {
    "inside and outside": near(known, right, 0.5),
    "there is both": same([right.includes(inside) ? 1 : 0], [1]),
  };
}

/** Whether the ray through a point of the picture meets a sphere around the origin: by the distance of a line to a point. */
function meets(x: number, y: number, radius: number): boolean {
  const { eye, corner, right, down } = view;
  const direction = corner.add(right.scale(x / size.width)).add(down.scale(y / size.height));
  return eye.cross(direction).length() / direction.length() < radius;
}

/** Objects in an ordinary array have the index and the length that the kernel asks for. */
function asStructs<T>(objects: readonly T[]): StructArray<T> {
  return objects as unknown as StructArray<T>;
}

/** The kernel, called as the plain JavaScript function that it is, follows the same paths in double precision. */
export async function sameAsPlainJavaScript(q: Queue): Promise<Answers> {
  const scene: Scene = spheresOnTheGround(size.width / size.height);
  const rgb = await render(q, scene, size);

  const plain = new Uint8Array(rgb.length);
  const kernel = pathTracer(
    asStructs(scene.spheres),
    asStructs<Surroundings>([scene]),
    size.width,
    size.height,
    size.samples,
    plain,
  );
  for (let y = 0; y < size.height; y++) for (let x = 0; x < size.width; x++) kernel(y, x);

  // Where single and double precision fall on different sides of an edge, a path goes another way.
  const isOther = rgb.filter((level, i) => Math.abs(level - (plain[i] ?? 0)) > 1);
  const mean = (levels: Uint8Array): number => levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return {
    "pixels that differ": near([isOther.length / rgb.length], [0], 0.05),
    brightness: near([mean(rgb)], [mean(plain)], 0.5),
  };
}
