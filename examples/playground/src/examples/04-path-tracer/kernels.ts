// A path tracer of user classes: Vec3, Ray, Sphere and Random are ordinary classes, and the kernel calls their methods. Their objects live in
// registers, those of several work-items at once.

import { f32, type i32, type Kernel1, type Kernel2, type StructArray, type u32 } from "lanewise";

export class Vec3 {
  constructor(
    readonly x: f32,
    readonly y: f32,
    readonly z: f32,
  ) {}
  add(that: Vec3): Vec3 {
    return new Vec3(this.x + that.x, this.y + that.y, this.z + that.z);
  }
  sub(that: Vec3): Vec3 {
    return new Vec3(this.x - that.x, this.y - that.y, this.z - that.z);
  }
  times(that: Vec3): Vec3 {
    return new Vec3(this.x * that.x, this.y * that.y, this.z * that.z);
  }
  scale(by: f32): Vec3 {
    return new Vec3(this.x * by, this.y * by, this.z * by);
  }
  dot(that: Vec3): f32 {
    return this.x * that.x + this.y * that.y + this.z * that.z;
  }
  cross({ x, y, z }: Vec3): Vec3 {
    return new Vec3(this.y * z - this.z * y, this.z * x - this.x * z, this.x * y - this.y * x);
  }
  unit(): Vec3 {
    return this.scale(1 / Math.sqrt(this.dot(this)));
  }
  mirroredAt(normal: Vec3): Vec3 {
    return this.sub(normal.scale(2 * this.dot(normal)));
  }
}

class Ray {
  constructor(
    readonly origin: Vec3,
    readonly direction: Vec3,
  ) {}
  at(distance: f32): Vec3 {
    return this.origin.add(this.direction.scale(distance));
  }
}

/** PCG: O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms". */
class Random {
  constructor(private state: u32) {
    this.word();
  }
  word(): u32 {
    this.state = ((Math.imul(this.state, 747796405) >>> 0) + 2891336453) >>> 0;
    const mixed = Math.imul((this.state >>> ((this.state >>> 28) + 4)) ^ this.state, 277803737) >>> 0;
    return ((mixed >>> 22) ^ mixed) >>> 0;
  }
  /** From 0 to below 1. */
  number(): f32 {
    return f32(this.word() >>> 8) / 0x1000000;
  }
  direction(): Vec3 {
    const z = 2 * this.number() - 1;
    const angle = 2 * Math.PI * this.number();
    const across = Math.sqrt(1 - z * z);
    return new Vec3(across * Math.cos(angle), across * Math.sin(angle), z);
  }
}

export const Material = { matt: 0, metal: 1, glass: 2, lamp: 3 } as const;
const farthest = 1e30;

export class Sphere {
  constructor(
    readonly center: Vec3,
    readonly radius: f32,
    /** What is reflected; of a lamp, what it sends out. */
    readonly colour: Vec3,
    /** One of `Material`. */
    readonly material: i32,
    /** How far a metal scatters. */
    readonly roughness: f32,
  ) {}
  /** Where a ray meets it first. */
  distance(ray: Ray): f32 {
    const towards = this.center.sub(ray.origin);
    const along = towards.dot(ray.direction);
    const across = towards.sub(ray.direction.scale(along));
    const squared = this.radius * this.radius - across.dot(across);
    if (squared <= 0) return farthest;
    const half = Math.sqrt(squared);
    const near = along - half > 1e-3 ? along - half : along + half;
    return near > 1e-3 ? near : farthest;
  }
  normal(point: Vec3): Vec3 {
    return point.sub(this.center).scale(1 / this.radius);
  }
}

/** From the eye to a rectangle in focus, which the picture fills. */
export class Camera {
  constructor(
    readonly eye: Vec3,
    readonly corner: Vec3,
    readonly right: Vec3,
    readonly down: Vec3,
    /** How wide the lens is: nothing, and all is sharp. */
    readonly lens: f32,
  ) {}
  ray(x: f32, y: f32, random: Random): Ray {
    const aim = this.corner.add(this.right.scale(x)).add(this.down.scale(y));
    const eye = this.eye.add(random.direction().scale(this.lens));
    return new Ray(eye, aim.sub(eye).unit());
  }
}

/** Through the surface or back, by chance as Schlick's formula says. */
function throughGlass(direction: Vec3, normal: Vec3, random: Random): Vec3 {
  const isEntering = direction.dot(normal) < 0;
  const facing = isEntering ? normal : normal.scale(-1);
  const ratio = isEntering ? 1 / 1.5 : 1.5;
  const cosine = -direction.dot(facing);
  const squared = 1 - ratio * ratio * (1 - cosine * cosine);
  const away = 1 - (isEntering ? cosine : Math.sqrt(Math.max(squared, 0)));
  if (squared <= 0 || random.number() < 0.04 + 0.96 * away ** 5) return direction.mirroredAt(facing);
  return direction.scale(ratio).add(facing.scale(ratio * cosine - Math.sqrt(squared)));
}

/** The light along one path. */
function light(spheres: StructArray<Sphere>, first: Ray, sky: f32, bounces: i32, random: Random): Vec3 {
  let ray = first;
  let share = new Vec3(1, 1, 1);
  for (let bounce = 0; bounce <= bounces; bounce++) {
    let nearest = farthest;
    let index = -1;
    for (let i = 0; i < spheres.length; i++) {
      const distance = spheres[i]!.distance(ray);
      if (distance < nearest) {
        nearest = distance;
        index = i;
      }
    }
    if (index < 0) {
      const up = 0.5 + 0.5 * ray.direction.y;
      return share.times(new Vec3(1 - 0.55 * up, 1 - 0.4 * up, 1)).scale(sky);
    }
    const sphere = spheres[index]!;
    const normal = sphere.normal(ray.at(nearest));
    const point = sphere.center.add(normal.scale(sphere.radius));
    share = share.times(sphere.colour);
    let direction = ray.direction;
    switch (sphere.material) {
      case Material.lamp:
        return share;
      case Material.metal:
        direction = direction.mirroredAt(normal).add(random.direction().scale(sphere.roughness)).unit();
        break;
      case Material.glass:
        direction = throughGlass(direction, normal, random).unit();
        break;
      default:
        direction = normal.add(random.direction().scale(0.999)).unit();
    }
    ray = new Ray(point, direction);
  }
  return new Vec3(0, 0, 0);
}

/** Adds `rays` paths to each pixel's sum. */
export function trace(
  spheres: StructArray<Sphere>,
  camera: StructArray<Camera>,
  sky: f32,
  bounces: i32,
  rays: i32,
  frame: i32,
  height: i32,
  width: i32,
  sums: Float32Array,
): Kernel2 {
  return (y, x) => {
    const pixel: i32 = y * width + x;
    const random = new Random((Math.imul(pixel, 9781) ^ Math.imul(frame, 26699)) >>> 0);
    let sum = new Vec3(0, 0, 0);
    for (let k = 0; k < rays; k++) {
      const ray = camera[0]!.ray((x + random.number()) / width, (y + random.number()) / height, random);
      sum = sum.add(light(spheres, ray, sky, bounces, random));
    }
    sums[3 * pixel] = sums[3 * pixel]! + sum.x;
    sums[3 * pixel + 1] = sums[3 * pixel + 1]! + sum.y;
    sums[3 * pixel + 2] = sums[3 * pixel + 2]! + sum.z;
  };
}

/** Bright parts fade to white as on film; then the curve of screens. */
const toByte = (brightness: f32): f32 => 255 * Math.sqrt(1 - Math.exp(-1.4 * brightness));

export function develop(sums: Float32Array, paths: i32, rgba: Uint8ClampedArray): Kernel1 {
  return (i) => {
    rgba[4 * i] = toByte(sums[3 * i]! / paths);
    rgba[4 * i + 1] = toByte(sums[3 * i + 1]! / paths);
    rgba[4 * i + 2] = toByte(sums[3 * i + 2]! / paths);
    rgba[4 * i + 3] = 255;
  };
}
