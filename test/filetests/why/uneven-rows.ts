// Loops over bytes that work-items leave one by one.
import { Queue } from "lanewise";

declare const a: Uint8Array;
declare const b: Uint8Array;
declare const lengths: Uint8Array;
declare const distance: Uint8Array;
declare const width: number;
const q = new Queue();

// Private rows lie together, and those that have left load, too: gangs.
q.parallelFor(distance.length, (i) => {
  const row = new Uint8Array(17);
  for (let j = 0; j <= 16; j++) row[j] = j;
  for (let k = 1; k <= 16; k++) {
    let diagonal = row[0]!;
    row[0] = k;
    for (let j = 1; j <= lengths[i]!; j++) {
      const up = row[j]!;
      const cost = a[i * width + k - 1]! === b[i * width + j - 1]! ? 0 : 1;
      row[j] = Math.min(up + 1, row[j - 1]! + 1, diagonal + cost);
      diagonal = up;
    }
  }
  distance[i] = row[16]!;
});
