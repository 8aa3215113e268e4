// Device functions of which only the declarations are visible: their types say how they are called.
import { Queue } from "lanewise";
import { halved } from "./helper.js";
import { luma, times, untyped, weak } from "./package.js";

const q = new Queue();
const x = q.mallocShared(Float32Array, 4);

q.parallelFor(4, (i) => {
  x[i] = luma(x[i]!, 2); // a number takes the parameter's type
});
q.parallelFor(4, (i) => {
  x[i] = weak(x[i]!); // error LW1432: parameter `x`
});
q.parallelFor(4, (i) => {
  x[i] = untyped(x[i]!); // error LW1432: result
});
q.parallelFor(4, (i) => {
  x[i] = halved(x[i]!);
});
q.parallelFor(4, (i) => {
  x[i] = times((y) => y * 2, x[i]!); // error LW1451: `times` takes a function
});
