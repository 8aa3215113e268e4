// gang 16: bytes in lanes of 8 and 16 bits: a threshold, a mean, a weighted sum, a quotient.
import { Queue } from "lanewise";

const q = new Queue();
const a = q.mallocShared(Uint8Array, 64);
const b = q.mallocShared(Uint8Array, 64);
const out = q.mallocShared(Uint8Array, 64);

q.parallelFor(64, (i) => {
  const mean = (a[i]! + b[i]! + 1) >> 1;
  const weighted = Math.floor((77 * a[i]! + 178 * b[i]!) / 255);
  out[i] = mean > 100 ? mean : weighted;
});
