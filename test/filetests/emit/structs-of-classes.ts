// Classes inside go along where their name is a value at the call, as thunks, because they may be declared below.
import { type f32, structOf } from "lanewise";
interface Particle { pos: Vec; speed: Vec; same: Pair }
interface Pair { a: Vec; b: Other.Point }
export const particles = structOf<Particle>();
export const wholes = structOf<Whole>(), vecs = structOf<Vec>();
export function inner() {
  const Vec = 3;
  return structOf<Particle>().size + Vec; // another Vec
}
class Vec { x: f32 = 0; get twice(): f32 { return this.x * 2; } }
class Whole { vec = new Vec(); }
namespace Other { export class Point { y: f32 = 0; } }
export const given = structOf(Whole);
