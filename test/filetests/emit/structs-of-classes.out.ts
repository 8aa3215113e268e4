// Classes inside go along where their name is a value at the call, as thunks, because they may be declared below.
import { type f32, structOf } from "lanewise";
interface Particle { pos: Vec; speed: Vec; same: Pair }
interface Pair { a: Vec; b: Other.Point }
export const particles = structOf<Particle>(undefined, {"name":"Particle","structs":[{"name":"Vec","fields":[{"name":"x","type":"f32"}]},{"name":"Point","fields":[{"name":"y","type":"f32"}]},{"name":"Pair","fields":[{"name":"a","type":{"kind":"struct","name":"Vec"}},{"name":"b","type":{"kind":"struct","name":"Point"}}]},{"name":"Particle","fields":[{"name":"pos","type":{"kind":"struct","name":"Vec"}},{"name":"speed","type":{"kind":"struct","name":"Vec"}},{"name":"same","type":{"kind":"struct","name":"Pair"}}]}],"classes":{"Vec":() => Vec}});
export const wholes = structOf<Whole>(undefined, {"name":"Whole","structs":[{"name":"Vec","fields":[{"name":"x","type":"f32"}]},{"name":"Whole","fields":[{"name":"vec","type":{"kind":"struct","name":"Vec"}}]}],"classes":{"Vec":() => Vec,"Whole":() => Whole}}), vecs = structOf<Vec>(undefined, {"name":"Vec","structs":[{"name":"Vec","fields":[{"name":"x","type":"f32"}]}],"classes":{"Vec":() => Vec}});
export function inner() {
  const Vec = 3;
  return structOf<Particle>(undefined, {"name":"Particle","structs":[{"name":"Vec","fields":[{"name":"x","type":"f32"}]},{"name":"Point","fields":[{"name":"y","type":"f32"}]},{"name":"Pair","fields":[{"name":"a","type":{"kind":"struct","name":"Vec"}},{"name":"b","type":{"kind":"struct","name":"Point"}}]},{"name":"Particle","fields":[{"name":"pos","type":{"kind":"struct","name":"Vec"}},{"name":"speed","type":{"kind":"struct","name":"Vec"}},{"name":"same","type":{"kind":"struct","name":"Pair"}}]}]}).size + Vec; // another Vec
}
class Vec { x: f32 = 0; get twice(): f32 { return this.x * 2; } }
class Whole { vec = new Vec(); }
namespace Other { export class Point { y: f32 = 0; } }
export const given = structOf(Whole, {"name":"Whole","structs":[{"name":"Vec","fields":[{"name":"x","type":"f32"}]},{"name":"Whole","fields":[{"name":"vec","type":{"kind":"struct","name":"Vec"}}]}],"classes":{"Vec":() => Vec}});
