// The same in WGSL written by hand, without checks: what the kernels are measured against, on the same GPU.

export interface HandWritten {
  readonly text: string;
  /** Workgroups across and down. */
  readonly groups: (size: number) => readonly [number, number];
}

const gid =
  "@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) l: u32";
const flat = (count: number): readonly [number, number] => [Math.min(count, 65535), Math.ceil(count / 65535)];

export const triad: HandWritten = {
  text: `@group(0) @binding(0) var<storage, read_write> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read> c: array<vec4f>;
@compute @workgroup_size(256) fn main(${gid}) {
  let i = (w.y * nw.x + w.x) * 256u + l;
  if (i < arrayLength(&a)) { a[i] = b[i] + 3.0 * c[i]; }
}`,
  groups: (size) => flat(Math.ceil(size / 1024)),
};

export const elementwise: HandWritten = {
  text: `@group(0) @binding(0) var<storage, read_write> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@compute @workgroup_size(256) fn main(${gid}) {
  let i = (w.y * nw.x + w.x) * 256u + l;
  if (i < arrayLength(&a)) { let x = b[i]; a[i] = sqrt(x) * (1.0 - x) + 0.5 * x * x; }
}`,
  groups: triad.groups,
};

/** Each group's partial sum, then all of them by one group. */
export const sum: HandWritten = {
  text: `@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;
var<workgroup> s: array<f32, 256>;
@compute @workgroup_size(256) fn main(${gid}) {
  var x = vec4f();
  for (var i = w.x * 256u + l; i < arrayLength(&a); i += nw.x * 256u) { x += a[i]; }
  s[l] = x.x + x.y + x.z + x.w;
  workgroupBarrier();
  for (var k = 128u; k > 0u; k >>= 1u) { if (l < k) { s[l] += s[l + k]; } workgroupBarrier(); }
  if (l == 0u) { out[w.x] = s[0]; }
}`,
  groups: () => [2112, 1],
};

export const histogram: HandWritten = {
  text: `@group(0) @binding(0) var<storage, read> s: array<u32>;
@group(0) @binding(1) var<storage, read_write> d: array<atomic<u32>>;
var<workgroup> b: array<atomic<u32>, 256>;
@compute @workgroup_size(256) fn main(${gid}) {
  let base = w.x * 4096u;
  for (var k = 0u; k < 16u; k++) {
    let four = s[base + k * 256u + l];
    atomicAdd(&b[four & 255u], 1u);
    atomicAdd(&b[(four >> 8u) & 255u], 1u);
    atomicAdd(&b[(four >> 16u) & 255u], 1u);
    atomicAdd(&b[four >> 24u], 1u);
  }
  workgroupBarrier();
  atomicAdd(&d[l], atomicLoad(&b[l]));
}`,
  groups: (size) => [size / 16384, 1],
};

export const sgemm = (n: number): HandWritten => ({
  text: `@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@compute @workgroup_size(256) fn main(${gid}) {
  let i = (w.y * nw.x + w.x) * 256u + l;
  let y = i / ${n}u;
  let x = i % ${n}u;
  var sum = 0.0;
  for (var k = 0u; k < ${n}u; k++) { sum += a[y * ${n}u + k] * b[k * ${n}u + x]; }
  c[i] = sum;
}`,
  groups: (size) => flat(size / 256),
});

export const blur = (width: number): HandWritten => ({
  text: `@group(0) @binding(0) var<storage, read> s: array<u32>;
@group(0) @binding(1) var<storage, read_write> d: array<u32>;
fn ld(i: u32) -> u32 { return extractBits(s[i >> 2u], (i & 3u) * 8u, 8u); }
@compute @workgroup_size(64, 4) fn main(@builtin(global_invocation_id) g: vec3u) {
  let y = g.y;
  if (g.x * 4u > ${width - 9}u || y > ${width - 6}u) { return; }
  var o = 0u;
  for (var k = 0u; k < 4u; k++) {
    let x = g.x * 4u + k;
    var v = 0u;
    for (var dy = 0u; dy < 5u; dy++) { for (var dx = 0u; dx < 5u; dx++) { v += ld((y + dy) * ${width}u + x + dx); } }
    o |= (v / 25u) << (k * 8u);
  }
  d[(y * ${width}u + g.x * 4u) >> 2u] = o;
}`,
  groups: () => [width / 256, width / 4],
});
