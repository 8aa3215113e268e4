// Layouts beside kernels, also in the arguments of a launch.
import { type f32, Queue, structOf } from "lanewise";
class Point { constructor(public x: f32, public y: f32) {} }
const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
function make(type = structOf(Point)) { return q.mallocShared(type, 8, { layout: "soa" }); }
q.parallelFor(make(structOf<Point>(Point)).length, (i) => { out[i] = 1; });
