// SHA-256 (FIPS 180-4), where it has to be there at once: what browsers have answers later, and only pages that came over https.

/** 32 bits of the fractional parts of a root of the first primes. */
function rootsOfPrimes(count: number, root: (prime: number) => number): Int32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d++) isPrime &&= n % d !== 0;
    if (isPrime) found.push((root(n) % 1) * 2 ** 32);
  }
  return Int32Array.from(found, (value) => value | 0);
}

const ROUNDS = rootsOfPrimes(64, Math.cbrt);
const INITIAL = rootsOfPrimes(8, Math.sqrt);
const BLOCK = 64;

const rotate = (x: number, by: number): number => (x >>> by) | (x << (32 - by));
const encoder = new TextEncoder();

/** In hexadecimal digits. */
export function sha256(content: Uint8Array | string): string {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = INITIAL.slice();
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK) addBlock(state, words, view, at);
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function addBlock(state: Int32Array, words: Int32Array, view: DataView, at: number): void {
  const word = (index: number): number => words[index] ?? 0;
  for (let t = 0; t < 16; t++) words[t] = view.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t++) {
    const [x, y] = [word(t - 15), word(t - 2)];
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    words[t] = word(t - 16) + s0 + word(t - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + s1 + chosen + (ROUNDS[t] ?? 0) + word(t)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const most = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + s0 + most) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + value;
}
