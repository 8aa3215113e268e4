// Constants that are computed: by functions of the program, from tables and objects, in enums and classes. Arrays that may
// change are none, nor is anything in a kernel that calls a function.
import { type f32, Queue } from "lanewise";
import { CONFIG, Level, Limits, WEIGHTS } from "./settings.js";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const [side, middle] = WEIGHTS;
const { gain, size: { width, height: rows } } = CONFIG;
const pixels = width * rows, hasColour = "rgb".length === 3;
const biggest: f32 = Math.max(...WEIGHTS);
const last = [3, 1, 2].sort((a, b) => a - b).at(-1)!;
const changing = [1, 2, 3];
const captured = changing[0]!;
const twice = (x: number) => x * 2;

q.parallelFor(64, (i) => {
  out[i] = side! * middle! + gain + biggest;
  out[last] = CONFIG.gain * CONFIG.size.width + Limits.high;
  out[i % rows] = hasColour ? pixels : Level.taps;
  const called = twice(3);
  out[Level.all] = captured + called;
});
