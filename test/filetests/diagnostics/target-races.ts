// What the host device alone does, one work-item after the other, is not judged as if threads did it.
import { hasAspect, Queue, targetIs } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Int32Array, 4);

q.parallelFor(4, (i) => {
  if (targetIs("host")) out[0]! += i;
  else out[1]! += i; // warning LW1505
  if (!targetIs("cpu")) out[2]! += i;
  if (hasAspect("gpu")) out[3]! += i; // warning LW1505
});
