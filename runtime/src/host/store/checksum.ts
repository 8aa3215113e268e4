// A 128-bit checksum that detects damage, quickly even in code that no engine has optimised yet. Each word enters through a bijective step, so
// changing one word changes all four sums. It is not a cryptographic digest: contents with equal sums can be constructed.

const encoder = new TextEncoder();

/** Odd numbers, so that multiplying by them is reversible. */
const FACTORS = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const;

/** In hexadecimal digits. */
export function checksum(content: Uint8Array | string): string {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  const [p, q, r, s] = FACTORS;
  let [a, b, c, d] = [bytes.length, 1, 2, 3];
  const add = (word: number): void => {
    a = Math.imul(a ^ word, p);
    a ^= a >>> 15;
    b = Math.imul(b ^ word, q);
    b ^= b >>> 13;
    c = Math.imul(c ^ word, r);
    c ^= c >>> 16;
    d = Math.imul(d ^ word, s);
    d ^= d >>> 14;
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length & ~3;
  for (let at = 0; at < whole; at += 4) add(view.getInt32(at, true));
  for (let at = whole; at < bytes.length; at++) add(view.getUint8(at));
  return [a, b, c, d].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
