// `&&`, `||` and `?:` evaluate their right side only where it counts, unless it is cheap and cannot fail.
import { Queue } from "lanewise";

const q = new Queue();
const a = q.mallocShared(Int32Array, 64);
const out = q.mallocShared(Float32Array, 64);
export let isOn = true;

q.parallelFor(64, (i) => {
  if (i > 0 && a[i - 1]! > 3) out[i] = 1;
  if (i === 0 || a[i - 1]! === 3) out[i] = 2;
  const cheap = i > 2 && i < 9 && isOn;
  out[i] = i > 0 ? a[i - 1]! : 0;
  out[i] = cheap ? i * 2 : i + 0.5;
  out[i] = isOn ? Math.sin(i) : Math.abs(i);
  while (i > 0 && a[i]! < 4) i--;
  const isFound = a[0]! > 3 ? a[1]! > 3 : isOn;
  if (isFound ? a[2]! : i) out[i] = 3;
});
