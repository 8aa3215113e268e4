// The path tracer: for each pixel rays into the scene, which bounce until they reach a light or the sky. One pixel a work-item;
// the paths of a gang's pixels part ways, and each goes on as long as one of them does.

import type { f32, i32, Kernel2, StructArray } from "lanewise";
import { Random } from "./random.js";
import { Material, type Sky, type Sphere, type Surroundings, type View } from "./scene.js";
import { Vec3 } from "./vec3.js";

const mostBounces = 12;
const closest = 1e-3;
const farthest = 1e30;
const indexOfGlass = 1.5;

interface Hit {
  /** Of the sphere; -1 for the sky. */
  index: i32;
  distance: f32;
}

/** The first sphere that a ray meets; `direction` has the length 1. */
function firstHit(spheres: StructArray<Sphere>, origin: Vec3, direction: Vec3): Hit {
  const hit: Hit = { index: -1, distance: farthest };
  for (let i = 0; i < spheres.length; i++) {
    const { center, radius } = spheres[i]!;
    const toCenter = center.sub(origin);
    const along = toCenter.dot(direction);
    const across = toCenter.sub(direction.scale(along));
    const squared = radius * radius - across.dot(across);
    if (squared <= 0) continue;
    const half = Math.sqrt(squared);
    const distance = along - half > closest ? along - half : along + half;
    if (distance > closest && distance < hit.distance) {
      hit.index = i;
      hit.distance = distance;
    }
  }
  return hit;
}

function skyColour(sky: Sky, direction: Vec3): Vec3 {
  const up = Math.max(direction.y, 0);
  return sky.horizon.scale(1 - up).add(sky.zenith.scale(up));
}

/** Where light goes on in glass: through the surface, or back, as by chance as Schlick's formula says. */
function throughGlass(direction: Vec3, normal: Vec3, random: Random): Vec3 {
  const cosine = -direction.dot(normal);
  const isEntering = cosine > 0;
  const facing = isEntering ? normal : normal.scale(-1);
  const ratio = isEntering ? 1 / indexOfGlass : indexOfGlass;
  const c = Math.abs(cosine);
  const squared = 1 - ratio * ratio * (1 - c * c);
  const r0 = ((1 - indexOfGlass) / (1 + indexOfGlass)) ** 2;
  const reflected = r0 + (1 - r0) * fifthPower(1 - (isEntering ? c : Math.sqrt(Math.max(squared, 0))));
  if (squared <= 0 || random.number() < reflected) return direction.reflect(facing);
  return direction
    .scale(ratio)
    .add(facing.scale(ratio * c - Math.sqrt(squared)))
    .normalize();
}

const fifthPower = (x: f32): f32 => x * x * (x * x) * x;

/** The light that comes to `eye` along one path. */
function light(spheres: StructArray<Sphere>, sky: Sky, eye: Vec3, towards: Vec3, random: Random): Vec3 {
  let origin = eye;
  let direction = towards;
  let share = new Vec3(1, 1, 1);
  for (let bounce = 0; bounce < mostBounces; bounce++) {
    const { index, distance } = firstHit(spheres, origin, direction);
    if (index < 0) return share.times(skyColour(sky, direction));
    const sphere = spheres[index]!;
    const normal = origin
      .add(direction.scale(distance))
      .sub(sphere.center)
      .scale(1 / sphere.radius);
    origin = sphere.center.add(normal.scale(sphere.radius));
    share = share.times(sphere.colour);
    switch (sphere.material) {
      case Material.light:
        return share;
      case Material.metal:
        direction = direction.reflect(normal).add(random.inUnitSphere().scale(sphere.roughness)).normalize();
        if (direction.dot(normal) <= 0) return new Vec3(0, 0, 0);
        break;
      case Material.glass:
        direction = throughGlass(direction, normal, random);
        break;
      default:
        // By Lambert's law: a random point on a sphere that touches the surface.
        direction = normal.add(random.inUnitSphere().normalize().scale(0.999)).normalize();
    }
  }
  return new Vec3(0, 0, 0);
}

const toByte = (brightness: f32): f32 => 255 * Math.sqrt(Math.min(brightness, 1)) + 0.5;

/** The direction to a point of the picture, from 0 to 1 to the right and down. */
function through({ corner, right, down }: View, x: f32, y: f32): Vec3 {
  return corner.add(right.scale(x)).add(down.scale(y)).normalize();
}

/** Makes the pixels' bytes: red, green, blue. */
export function pathTracer(
  spheres: StructArray<Sphere>,
  surroundings: StructArray<Surroundings>,
  width: i32,
  height: i32,
  samples: i32,
  rgb: Uint8Array,
): Kernel2 {
  return (y, x) => {
    const { sky, view } = surroundings[0]!;
    const pixel = y * width + x;
    const random = new Random(pixel >>> 0);
    let sum = new Vec3(0, 0, 0);
    for (let sample = 0; sample < samples; sample++) {
      const towards = through(view, (x + random.number()) / width, (y + random.number()) / height);
      sum = sum.add(light(spheres, sky, view.eye, towards, random));
    }
    const mean = sum.scale(1 / samples);
    rgb[3 * pixel] = toByte(mean.x);
    rgb[3 * pixel + 1] = toByte(mean.y);
    rgb[3 * pixel + 2] = toByte(mean.z);
  };
}
