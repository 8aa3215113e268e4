// What programs compute every day: statistics, hashes and checksums, dates, geometry, fixed point, parsing, number theory.

import { cycleOf } from "../edges.js";
import type { Captures, NumberCase } from "../number-case.js";

const bytes = Uint8Array.from({ length: 400 }, (_, at) => 255 - ((at * 7) % 111));
const halves = Uint16Array.from({ length: 400 }, (_, at) => 65535 - ((at * 7) % 1100));
const words = Uint32Array.from({ length: 400 }, (_, at) => 4294967295 - at * 1000003);
const ints = Int32Array.from({ length: 400 }, (_, at) => (at % 3 === 0 ? -2147483648 + at : 2147483647 - at));
/** `n`: elements of `out` for each work-item. */
const c = (name: string, body: string, captures: Captures = {}, n = 1, more: Partial<NumberCase> = {}): NumberCase => ({
  name,
  body,
  captures: { ...captures, out: new Float64Array(37 * n) },
  range: [37],
  ...more,
});
export const everyday: readonly NumberCase[] = [
  // statistics
  c("mean of u32", "let s = 0; for (let k = 0; k < words.length; k++) s += words[k]; out[i] = s / words.length + i;", {
    words,
  }),
  c(
    "mean of i32 by reciprocal",
    "let s = 0; for (let k = i; k < ints.length; k++) s += ints[k] * (1 / 400); out[i] = s;",
    { ints },
  ),
  c(
    "weighted mean",
    "let s = 0, w = 0; for (let k = 0; k < 100; k++) { s += ints[k + i] * (k + 1); w += k + 1; } out[i] = s / w;",
    { ints },
  ),
  c(
    "skewness",
    "let m = 0; for (const v of halves) m += v; m /= halves.length; let a = 0, b = 0; for (const v of halves) { const d = v - m; a += d * d; b += d * d * d; } out[i] = b / Math.pow(a, 1.5) + i;",
    { halves },
    1,
    { ulps: 4 },
  ),
  c(
    "welford",
    "let n = 0, m = 0, q = 0; for (let k = 0; k < 60; k++) { const x = words[k + i]; n++; const d = x - m; m += d / n; q += d * (x - m); } out[i * 2] = m; out[i * 2 + 1] = q / (n - 1);",
    { words },
    2,
  ),
  c(
    "covariance",
    "let sx = 0, sy = 0, sxy = 0; const n = 50; for (let k = 0; k < n; k++) { sx += ints[k + i]; sy += words[k]; sxy += ints[k + i] * words[k]; } out[i] = sxy / n - (sx / n) * (sy / n);",
    { ints, words },
  ),
  c(
    "median of three",
    "const a = ints[i], b = ints[i + 1], d = ints[i + 2]; out[i] = Math.max(Math.min(a, b), Math.min(Math.max(a, b), d));",
    { ints },
  ),
  c(
    "exponential average",
    "let e = words[i]; for (let k = 1; k < 30; k++) e = e + (words[i + k] - e) * 0.125; out[i] = e;",
    { words },
  ),
  c(
    "exponential average by shifts",
    "let e = words[i]; for (let k = 1; k < 30; k++) e = e + ((words[i + k] - e) >> 3); out[i] = e;",
    { words },
  ),
  c(
    "moving sum",
    "let s = 0; for (let k = 0; k < 60; k++) { s += ints[i + k]; if (k >= 8) s -= ints[i + k - 8]; } out[i] = s;",
    { ints },
  ),
  c(
    "range and midrange",
    "let lo = Infinity, hi = -Infinity; for (let k = 0; k < 50; k++) { lo = Math.min(lo, ints[i + k]); hi = Math.max(hi, ints[i + k]); } out[i * 2] = hi - lo; out[i * 2 + 1] = (hi + lo) / 2;",
    { ints },
    2,
  ),
  c(
    "argmax",
    "let best = -1, at = 0; for (let k = 0; k < 50; k++) if (words[i + k] > best) { best = words[i + k]; at = k; } out[i] = at * 4294967296 + best;",
    { words },
  ),
  c(
    "entropy",
    "let h = 0; for (let k = 0; k < 20; k++) { const p = (bytes[i + k] + 1) / 4096; h -= p * Math.log2(p); } out[i] = h;",
    { bytes },
    1,
    { ulps: 40 },
  ),
  c("rms", "let s = 0; for (let k = 0; k < 100; k++) s += ints[k + i] ** 2; out[i] = Math.sqrt(s / 100);", { ints }),
  c(
    "chi squared",
    "let s = 0; for (let k = 0; k < 30; k++) { const e = (k + 1) * 1000; const d = halves[k + i] - e; s += (d * d) / e; } out[i] = s;",
    { halves },
  ),
  c("percentile index", "const p = Math.ceil((i / 100) * words.length); out[i] = words[Math.max(0, p - 1)];", {
    words,
  }),
  c(
    "rank",
    "let r = 0; for (let k = 0; k < 100; k++) { if (ints[k] < ints[i]) r += 1; else if (ints[k] === ints[i]) r += 0.5; } out[i] = r;",
    { ints },
  ),
  // hashing
  c("sdbm", "let h = 0; for (let k = 0; k < 40; k++) h = bytes[k + i] + (h << 6) + (h << 16) - h; out[i] = h;", {
    bytes,
  }),
  c(
    "sdbm cut",
    "let h = 0; for (let k = 0; k < 40; k++) h = (bytes[k + i] + (h << 6) + (h << 16) - h) >>> 0; out[i] = h;",
    { bytes },
  ),
  c("djb2 xor", "let h = 5381; for (let k = 0; k < 40; k++) h = (h * 33) ^ bytes[k + i]; out[i] = h >>> 0;", { bytes }),
  c(
    "java string hash",
    "let h = 0; for (let k = 0; k < 40; k++) h = Math.imul(31, h) + bytes[k + i] | 0; out[i] = h;",
    { bytes },
  ),
  c(
    "jenkins one at a time",
    "let h = 0; for (let k = 0; k < 40; k++) { h += bytes[k + i]; h += h << 10; h ^= h >>> 6; } h += h << 3; h ^= h >>> 11; h += h << 15; out[i] = h; ",
    { bytes },
  ),
  c(
    "jenkins unsigned",
    "let h = 0; for (let k = 0; k < 40; k++) { h += bytes[k + i]; h += h << 10; h ^= h >>> 6; } h += h << 3; h ^= h >>> 11; h += h << 15; out[i] = h >>> 0; ",
    { bytes },
  ),
  c(
    "elf hash",
    "let h = 0; for (let k = 0; k < 40; k++) { h = (h << 4) + bytes[k + i]; const x = h & 0xf0000000; if (x !== 0) h ^= x >>> 24; h &= ~x; } out[i] = h;",
    { bytes },
  ),
  c(
    "elf hash compared",
    "let h = 0; for (let k = 0; k < 40; k++) { h = (h << 4) + bytes[k + i]; const x = h & 0xf0000000; if (x > 0) h ^= x >> 24; h &= ~x; } out[i] = h;",
    { bytes },
  ),
  c(
    "crc32 bitwise",
    "let c = -1; for (let k = 0; k < 20; k++) { c ^= bytes[k + i]; for (let b = 0; b < 8; b++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1; } out[i] = (c ^ -1) >>> 0;",
    { bytes },
  ),
  c(
    "crc16",
    "let c = 0xffff; for (let k = 0; k < 20; k++) { c ^= bytes[k + i] << 8; for (let b = 0; b < 8; b++) c = c & 0x8000 ? (c << 1) ^ 0x1021 : c << 1; c &= 0xffff; } out[i] = c;",
    { bytes },
  ),
  c(
    "crc16 not masked",
    "let c = 0xffff; for (let k = 0; k < 20; k++) { c ^= bytes[k + i] << 8; for (let b = 0; b < 8; b++) c = c & 0x8000 ? (c << 1) ^ 0x1021 : c << 1; } out[i] = c & 0xffff;",
    { bytes },
  ),
  c(
    "fletcher16",
    "let a = 0, b = 0; for (let k = 0; k < 200; k++) { a = (a + bytes[k + i]) % 255; b = (b + a) % 255; } out[i] = (b << 8) | a;",
    { bytes },
  ),
  c(
    "fletcher32 late",
    "let a = 0, b = 0; for (let k = 0; k < 200; k++) { a += halves[k + i]; b += a; } out[i] = (b % 65535) * 65536 + (a % 65535);",
    { halves },
  ),
  c(
    "luhn",
    "let s = 0; for (let k = 0; k < 16; k++) { let d = bytes[k + i] % 10; if (k % 2 === 0) { d *= 2; if (d > 9) d -= 9; } s += d; } out[i] = s % 10 === 0 ? 1 : 0;",
    { bytes },
  ),
  c(
    "isbn",
    "let s = 0; for (let k = 0; k < 9; k++) s += (10 - k) * (bytes[k + i] % 10); out[i] = (11 - (s % 11)) % 11;",
    { bytes },
  ),
  c(
    "internet checksum",
    "let s = 0; for (let k = 0; k < 100; k++) s += halves[k + i]; while (s >> 16) s = (s & 0xffff) + (s >> 16); out[i] = ~s & 0xffff;",
    { halves },
  ),
  c(
    "polynomial hash mod",
    "let h = 0; for (let k = 0; k < 40; k++) h = (h * 257 + bytes[k + i]) % 1000000007; out[i] = h;",
    { bytes },
  ),
  c(
    "polynomial hash mod by captured",
    "let h = 0; for (let k = 0; k < 40; k++) h = (h * base + bytes[k + i]) % m; out[i] = h;",
    { bytes, base: 131, m: 1000000007 },
    1,
    { relaunches: [{ m: 4294967291 }, { m: 97, base: 1e6 }, { m: 0 }, { m: -7 }, { m: 0.5 }] },
  ),
  c(
    "mulberry32",
    "let a = i * 1000 + 7; let r = 0; for (let k = 0; k < 5; k++) { a |= 0; a = (a + 0x6d2b79f5) | 0; let t = Math.imul(a ^ (a >>> 15), 1 | a); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; r += ((t ^ (t >>> 14)) >>> 0) / 4294967296; } out[i] = r;",
  ),
  c(
    "sfc32",
    "let a = i, b = 1, cc = 2, d = 3; for (let k = 0; k < 9; k++) { const t = (((a + b) | 0) + d) | 0; d = (d + 1) | 0; a = b ^ (b >>> 9); b = (cc + (cc << 3)) | 0; cc = (cc << 21) | (cc >>> 11); cc = (cc + t) | 0; } out[i] = (cc >>> 0) / 4294967296;",
  ),
  c(
    "park miller schrage",
    "let s = i + 1; for (let k = 0; k < 20; k++) { const hi = Math.floor(s / 127773); const lo = s % 127773; s = 16807 * lo - 2836 * hi; if (s <= 0) s += 2147483647; } out[i] = s / 2147483647;",
  ),
  c(
    "numerical recipes lcg",
    "let s = i; for (let k = 0; k < 10; k++) s = (1664525 * s + 1013904223) % 4294967296; out[i] = s;",
  ),
  c(
    "numerical recipes lcg >>>",
    "let s = i; for (let k = 0; k < 10; k++) s = (1664525 * s + 1013904223) >>> 0; out[i] = s / 4294967296;",
  ),
  c(
    "middle square",
    "let s = 675248 + i; for (let k = 0; k < 10; k++) s = Math.floor((s * s) / 1000) % 1000000; out[i] = s;",
  ),
  c("sin hash", "const x = Math.sin(i * 12.9898) * 43758.5453; out[i] = x - Math.floor(x);", {}, 1, { ulps: 1e6 }),
  c(
    "lagged fibonacci",
    "let a = 1, b = i; for (let k = 0; k < 50; k++) { const n = (a + b) % 1000000; a = b; b = n; } out[i] = b / 1000000;",
  ),
  c("pairing function", "const a = words[i] >>> 7, b = words[i + 1] >>> 9; out[i] = ((a + b) * (a + b + 1)) / 2 + b;", {
    words,
  }),
  c("cantor of words", "const a = words[i], b = words[i + 1]; out[i] = a * a + a + b;", { words }),
  c(
    "morton",
    "let x = i & 0xffff; x = (x | (x << 8)) & 0xff00ff; x = (x | (x << 4)) & 0xf0f0f0f; x = (x | (x << 2)) & 0x33333333; x = (x | (x << 1)) & 0x55555555; out[i] = x | (x << 1);",
  ),
  c("rotate left", "const n = i & 31; const x = words[i]; out[i] = ((x << n) | (x >>> (32 - n))) >>> 0;", { words }),
  c(
    "byte swap",
    "const x = words[i]; out[i] = ((x & 255) << 24) | ((x & 0xff00) << 8) | ((x >> 8) & 0xff00) | (x >>> 24);",
    { words },
  ),
  c(
    "byte swap by arithmetic",
    "const x = words[i]; out[i] = (x & 255) * 16777216 + ((x >>> 8) & 255) * 65536 + ((x >>> 16) & 255) * 256 + (x >>> 24);",
    { words },
  ),
  c("pack rgba", "out[i] = bytes[i] << 24 | bytes[i + 1] << 16 | bytes[i + 2] << 8 | bytes[i + 3];", { bytes }),
  c("pack rgba sum", "out[i] = bytes[i] * 16777216 + bytes[i + 1] * 65536 + bytes[i + 2] * 256 + bytes[i + 3];", {
    bytes,
  }),
  c("pack rgba shift sum", "out[i] = (bytes[i] << 24) + (bytes[i + 1] << 16) + (bytes[i + 2] << 8) + bytes[i + 3];", {
    bytes,
  }),
  // dates
  c(
    "seconds of days",
    "const d = ints[i]; out[i * 3] = d * 86400; out[i * 3 + 1] = Math.floor(d / 86400); out[i * 3 + 2] = ((d % 86400) + 86400) % 86400;",
    { ints },
    3,
  ),
  c(
    "julian day",
    "const y = 1900 + i * 300, m = (i % 12) + 1, d = (i % 28) + 1; const a = Math.floor((14 - m) / 12); const yy = y + 4800 - a; const mm = m + 12 * a - 3; out[i] = d + Math.floor((153 * mm + 2) / 5) + 365 * yy + Math.floor(yy / 4) - Math.floor(yy / 100) + Math.floor(yy / 400) - 32045;",
  ),
  c(
    "civil from days",
    "let z = ints[i] + 719468; const era = Math.floor((z >= 0 ? z : z - 146096) / 146097); const doe = z - era * 146097; const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36524) - Math.floor(doe / 146096)) / 365); const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100)); const mp = Math.floor((5 * doy + 2) / 153); out[i * 3] = yoe + era * 400; out[i * 3 + 1] = mp < 10 ? mp + 3 : mp - 9; out[i * 3 + 2] = doy - Math.floor((153 * mp + 2) / 5) + 1;",
    { ints },
    3,
  ),
  c(
    "day of week (zeller)",
    "const q = (i % 28) + 1, m = (i % 12) + 3, K = i % 100, J = 19; out[i] = (q + Math.floor((13 * (m + 1)) / 5) + K + Math.floor(K / 4) + Math.floor(J / 4) - 2 * J) % 7;",
    {},
    1,
  ),
  c("leap", "const y = 1800 + i * 25; out[i] = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0 ? 366 : 365;"),
  c(
    "milliseconds",
    "const t = words[i] * 1000 + 999; out[i * 4] = t; out[i * 4 + 1] = Math.floor(t / 3600000) % 24; out[i * 4 + 2] = Math.floor(t / 60000) % 60; out[i * 4 + 3] = t % 1000;",
    { words },
    4,
  ),
  c(
    "easter",
    "const Y = 1900 + i * 7; const a = Y % 19, b = Math.floor(Y / 100), cc = Y % 100, d = b >> 2, e = b % 4, f = Math.floor((b + 8) / 25), g = Math.floor((b - f + 1) / 3), h = (19 * a + b - d - g + 15) % 30, k = cc >> 2, l = cc % 4, L = (32 + 2 * e + 2 * k - h - l) % 7, m = Math.floor((a + 11 * h + 22 * L) / 451); out[i * 2] = Math.floor((h + L - 7 * m + 114) / 31); out[i * 2 + 1] = ((h + L - 7 * m + 114) % 31) + 1;",
    {},
    2,
  ),
  // geometry
  c(
    "cross product sign",
    "const ax = ints[i], ay = ints[i + 1], bx = ints[i + 2], by = ints[i + 3]; out[i] = ax * by - ay * bx;",
    { ints },
  ),
  c(
    "orientation",
    "const v = (ints[i + 1] - ints[i]) * (ints[i + 3] - ints[i + 2]) - (ints[i + 5] - ints[i + 4]) * (ints[i + 7] - ints[i + 6]); out[i] = v > 0 ? 1 : v < 0 ? -1 : 0;",
    { ints },
  ),
  c(
    "shoelace",
    "let a = 0; for (let k = 0; k < 20; k++) a += halves[k + i] * halves[k + i + 3] - halves[k + i + 1] * halves[k + i + 2]; out[i] = Math.abs(a) / 2;",
    { halves },
  ),
  c("manhattan", "out[i] = Math.abs(ints[i] - ints[i + 1]) + Math.abs(ints[i + 2] - ints[i + 3]);", { ints }),
  c(
    "distance",
    "const dx = ints[i] - ints[i + 1], dy = words[i] - words[i + 1]; out[i * 2] = Math.sqrt(dx * dx + dy * dy); out[i * 2 + 1] = Math.hypot(dx, dy);",
    { ints, words },
    2,
    { ulps: 2 },
  ),
  c(
    "pixel to uv",
    "const x = i % 13, y = Math.floor(i / 13); out[i * 2] = (x + 0.5) / 13 * 2 - 1; out[i * 2 + 1] = 1 - (y + 0.5) / 3;",
    {},
    2,
  ),
  c(
    "bresenham",
    "let x = 0, y = 0; const dx = 30, dy = i; let e = dx - dy; let n = 0; while (x < dx) { const e2 = 2 * e; if (e2 > -dy) { e -= dy; x += 1; } if (e2 < dx) { e += dx; y += 1; } n += y * x; } out[i] = n;",
  ),
  c(
    "midpoint circle",
    "let x = i, y = 0, d = 1 - i, n = 0; while (x >= y) { y++; if (d <= 0) d += 2 * y + 1; else { x--; d += 2 * (y - x) + 1; } n += x * 100 + y; } out[i] = n;",
  ),
  c(
    "degrees",
    "const a = ((ints[i] % 360) + 360) % 360; out[i * 2] = a; out[i * 2 + 1] = (a * Math.PI) / 180;",
    { ints },
    2,
  ),
  c(
    "fixed to fraction",
    "out[i * 2] = ints[i] / 65536; out[i * 2 + 1] = Math.round((ints[i] / 65536) * 100) / 100;",
    { ints },
    2,
  ),
  c("fixed multiply", "out[i] = Math.floor((ints[i] * ints[i + 1]) / 65536);", { ints }),
  c("fixed multiply by shift", "out[i] = (ints[i] * ints[i + 1]) >> 16;", { ints }),
  c("fixed divide", "out[i] = Math.trunc((ints[i] * 65536) / (ints[i + 1] | 1));", { ints }),
  c("q15", "out[i] = ((bytes[i] - 128) * 256 * ((bytes[i + 1] - 128) * 256) + 16384) >> 15;", { bytes }),
  c("fixed lerp", "const t = i * 7; out[i] = (bytes[i] * (256 - t) + bytes[i + 1] * t + 128) >> 8;", { bytes }),
  c(
    "alpha blend",
    "const a = bytes[i + 2]; const t = bytes[i] * a + bytes[i + 1] * (255 - a) + 128; out[i] = (t + (t >> 8)) >> 8;",
    { bytes },
  ),
  c(
    "luma",
    "out[i * 2] = 0.299 * bytes[i] + 0.587 * bytes[i + 1] + 0.114 * bytes[i + 2]; out[i * 2 + 1] = (77 * bytes[i] + 150 * bytes[i + 1] + 29 * bytes[i + 2]) >> 8;",
    { bytes },
    2,
  ),
  c(
    "rgb to hue",
    "const r = bytes[i] / 255, g = bytes[i + 3] / 255, b = bytes[i + 9] / 255; const mx = Math.max(r, g, b), mn = Math.min(r, g, b), d = mx - mn; let h = 0; if (d === 0) h = 0; else if (mx === r) h = ((g - b) / d) % 6; else if (mx === g) h = (b - r) / d + 2; else h = (r - g) / d + 4; h = Math.round(h * 60); if (h < 0) h += 360; out[i] = h;",
    { bytes },
  ),
  // parsing
  c(
    "atoi signed",
    "let k = i % 5, sign = 1, v = 0; if (t[k] === 45) { sign = -1; k++; } while (k < t.length && t[k] >= 48 && t[k] <= 57) { v = v * 10 + t[k] - 48; k++; } out[i] = sign * v;",
    { t: Uint8Array.from("-98765432109876543210", (x) => x.charCodeAt(0)) },
  ),
  c(
    "atof",
    "let v = 0, p = 1, seen = 0; for (let k = i % 4; k < t.length; k++) { if (t[k] === 46) seen = 1; else { v = v * 10 + (t[k] - 48); if (seen) p *= 10; } } out[i] = v / p;",
    { t: Uint8Array.from("98765.43210987654", (x) => x.charCodeAt(0)) },
  ),
  c(
    "hex",
    "let v = 0; for (let k = i % 8; k < t.length; k++) { const ch = t[k]; v = v * 16 + (ch <= 57 ? ch - 48 : (ch | 32) - 87); } out[i] = v;",
    { t: Uint8Array.from("fEdCbA9876543", (x) => x.charCodeAt(0)) },
  ),
  c(
    "hex by shift",
    "let v = 0; for (let k = i % 8; k < t.length; k++) { const ch = t[k]; v = (v << 4) | (ch <= 57 ? ch - 48 : (ch | 32) - 87); } out[i] = v;",
    { t: Uint8Array.from("fEdCbA9876543", (x) => x.charCodeAt(0)) },
  ),
  c(
    "base64 value",
    "const ch = t[i % t.length]; out[i] = ch >= 65 && ch <= 90 ? ch - 65 : ch >= 97 && ch <= 122 ? ch - 71 : ch >= 48 && ch <= 57 ? ch + 4 : ch === 43 ? 62 : 63;",
    { t: Uint8Array.from("AZaz09+/", (x) => x.charCodeAt(0)) },
  ),
  c(
    "varint",
    "let v = 0, m = 1, k = i; while (true) { const b = bytes[k++]; v += (b & 127) * m; if (b < 180 || m > 1e12) break; m *= 128; } out[i] = v;",
    { bytes },
  ),
  c(
    "varint by shift",
    "let v = 0, s = 0, k = i; do { v |= (bytes[k] & 127) << s; s += 7; } while (bytes[k++] >= 180 && s < 60); out[i] = v >>> 0;",
    { bytes },
  ),
  c(
    "zigzag",
    "const n = words[i]; out[i * 2] = (n >>> 1) ^ -(n & 1); const s = ints[i]; out[i * 2 + 1] = (s << 1) ^ (s >> 31);",
    { words, ints },
    2,
  ),
  c("utf8", "const b = bytes[i]; out[i] = b < 128 ? b : ((b & 31) << 6) | (bytes[i + 1] & 63);", { bytes }),
  c("little endian i16", "const v = bytes[i] | (bytes[i + 1] << 8); out[i] = v >= 32768 ? v - 65536 : v;", { bytes }),
  c("little endian i32", "out[i] = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);", {
    bytes,
  }),
  c("u64 from two u32", "out[i] = words[i] * 4294967296 + words[i + 1];", { words }),
  c(
    "number of digits",
    "let n = 1, x = words[i]; while (x >= 10) { x = Math.floor(x / 10); n++; } out[i * 2] = n; out[i * 2 + 1] = Math.floor(Math.log10(words[i])) + 1;",
    { words },
    2,
  ),
  c("digit sum", "let x = words[i], s = 0; while (x) { s += x % 10; x = (x / 10) | 0; } out[i] = s;", { words }),
  c("digit sum trunc", "let x = words[i], s = 0; while (x > 0) { s += x % 10; x = Math.trunc(x / 10); } out[i] = s;", {
    words,
  }),
  c(
    "palindrome",
    "let x = words[i], r = 0; while (x > r) { r = r * 10 + (x % 10); x = Math.floor(x / 10); } out[i] = x === r || x === Math.floor(r / 10) ? 1 : r;",
    { words },
  ),
  // number theory
  c(
    "isprime",
    "const n = words[i] >>> 8; let p = n > 1 ? 1 : 0; for (let d = 2; d * d <= n; d++) if (n % d === 0) { p = 0; break; } out[i] = p ? n : -n;",
    { words },
  ),
  c(
    "sum of divisors",
    "const n = i * 12; let s = 0; for (let d = 1; d <= n; d++) if (n % d === 0) s += d; out[i] = s;",
  ),
  c(
    "lcm",
    "let a = words[i] >>> 1, b = words[i + 1]; let x = a, y = b; while (y) { [x, y] = [y, x % y]; } out[i] = (a / x) * b;",
    { words },
  ),
  c(
    "binary gcd",
    "let a = words[i] >>> 1, b = words[i + 1] >>> 1, s = 0; while (((a | b) & 1) === 0 && s < 31) { a >>= 1; b >>= 1; s++; } while (a !== 0) { while ((a & 1) === 0) a >>= 1; while ((b & 1) === 0) b >>= 1; if (a >= b) a = a - b; else b = b - a; } out[i] = b << s;",
    { words },
  ),
  c(
    "modpow",
    "const m = 1000003; let r = 1, b = words[i] % m, e = 65537; while (e > 0) { if (e % 2 === 1) r = (r * b) % m; b = (b * b) % m; e = Math.floor(e / 2); } out[i] = r;",
    { words },
  ),
  c(
    "extended gcd",
    "let r0 = 1000003, r1 = words[i] % 1000003, s0 = 0, s1 = 1; while (r1 > 0) { const q = Math.floor(r0 / r1); [r0, r1] = [r1, r0 - q * r1]; [s0, s1] = [s1, s0 - q * s1]; } out[i] = (s0 % 1000003 + 1000003) % 1000003;",
    { words },
  ),
  c("catalan", "let v = 1; for (let k = 0; k < i; k++) v = (v * 2 * (2 * k + 1)) / (k + 2); out[i] = v;"),
  c(
    "pascal",
    "const row = [1, 0, 0, 0, 0, 0, 0, 0]; for (let r = 0; r < i; r++) for (let k = 7; k > 0; k--) row[k] += row[k - 1]; out[i] = row[7];",
  ),
  c("triangular", "out[i] = (words[i] * (words[i] + 1)) / 2;", { words }),
  c(
    "isqrt bits",
    "let n = words[i], r = 0, b = 1073741824; while (b > n) b >>= 2; while (b !== 0) { if (n >= r + b) { n -= r + b; r = (r >> 1) + b; } else r >>= 1; b >>= 2; } out[i] = r;",
    { words },
  ),
  c("log2 by loop", "let n = words[i], l = 0; while ((n >>= 1) > 0) l++; out[i] = l;", { words }),
  c("log2 unsigned", "let n = words[i], l = 0; while (n >>>= 1) l++; out[i] = l;", { words }),
  c("power of two", "const n = words[i]; out[i] = n > 0 && (n & (n - 1)) === 0 ? 1 : 0;", {
    words: cycleOf("u32", 37),
  }),
  c(
    "next power of two",
    "let v = words[i] - 1; v |= v >> 1; v |= v >> 2; v |= v >> 4; v |= v >> 8; v |= v >> 16; out[i] = v + 1;",
    { words: cycleOf("u32", 37) },
  ),
  c("next power of two by product", "let p = 1; while (p < words[i]) p *= 2; out[i] = p;", {
    words: cycleOf("u32", 37),
  }),
  c(
    "round to multiple",
    "out[i * 3] = Math.ceil(words[i] / 64) * 64; out[i * 3 + 1] = (words[i] + 63) & ~63; out[i * 3 + 2] = Math.floor((words[i] + 63) / 64) * 64;",
    { words: cycleOf("u32", 37) },
    3,
  ),
  c("even and odd", "out[i] = ints[i] % 2 === 0 ? ints[i] / 2 : ints[i] * 3 + 1;", { ints: cycleOf("i32", 37) }, 1),
  c(
    "sign and clamp",
    "out[i * 3] = Math.sign(ints[i]) * Math.min(Math.abs(ints[i]), 2147483648); out[i * 3 + 1] = ints[i] > 0 ? 1 : ints[i] < 0 ? -1 : 0; out[i * 3 + 2] = Math.abs(ints[i]);",
    { ints: cycleOf("i32", 37) },
    3,
  ),
];
