// Every operator, in its plain and its compound form.
import { Queue } from "lanewise";

const q = new Queue();
const ints = q.mallocShared(Int32Array, 64);
const out = q.mallocShared(Float32Array, 64);

q.parallelFor(1, (i) => {
  const a = ints[i]!, b = ints[i + 1]!, x = out[i]!, y = out[i + 1]!;
  ints[0] = a + b - a * b;
  ints[1] = (a % b) + (-a) + (+b) + ~a;
  ints[2] = (a & b) | (a ^ b);
  ints[3] = (a << 3) + (a >> b) + (a >>> 28);
  out[0] = x + y - x * y / (x % y);
  out[1] = x ** y;
  out[2] = -x;
  let v = a;
  v += b; v -= 1; v *= 2; v %= 7; v &= 3; v |= 8; v ^= 1; v <<= 2; v >>= 1; v >>>= 1;
  ints[4] = v;
  let f = x;
  f /= 3; f **= 2; f += a;
  out[3] = f;
  ints[5]! += 3; ints[6]! <<= 1; out[4]! /= 2; out[5]! **= 2;
  ints[7]!++; --ints[8]!; out[6]!--;
  const isEqual = a === b, isNot = a !== b, isLoose = x == y;
  out[7] = isEqual !== isNot ? 1 : 0;
  out[8] = !isLoose && (a < b || a >= 2) ? 1 : 0;
  out[9] = a && b;
  out[10] = x || 1;
  out[11] = out[i] ?? 3;
  out[12] = +isEqual;
  out[13] = (v++, v);
  if (a) out[14] = 1;
  if (!x) out[15] = 1;
});
