// Functions and classes of packages in kernels, a row for each: on the host and in a kernel they must give the same; what cannot be compiled says
// which line of the package is in the way. gl-matrix has a file of its own, three and others are in test/filetests/run/packages.ts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Queue } from "lanewise";
import { describe, expect, test } from "vitest";
import { compileSource, programFolder } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";

/** The numbers that each work-item may take, `x[at]` and on, and the results that it may write, `out[at]` and on. */
const WIDTH = 16;

interface Row {
  readonly imports: string;
  /** What the module makes before the kernel. */
  readonly before?: string;
  readonly body: string;
}

const value = (imports: string, ...results: readonly string[]): Row => ({
  imports,
  body: results.map((result, index) => `out[at + ${index}] = ${result};`).join("\n  "),
});

const [a, b, c, t] = ["x[at]!", "x[at + 1]!", "x[at + 2]!", "Math.abs(x[at + 3]!) % 1"];
const two = (from: number) => `[x[at + ${from}]!, x[at + ${from + 1}]!] as [number, number]`;
const three = (from: number) =>
  `[x[at + ${from}]!, x[at + ${from + 1}]!, x[at + ${from + 2}]!] as [number, number, number]`;

const math = (names: string, ...results: readonly string[]) =>
  value(`import { ${names} } from "@thi.ng/math";`, ...results);
const vectors = (file: string, names: string, body: string): Row => ({
  imports: `import { ${names} } from "@thi.ng/vectors/${file}";`,
  body,
});
const made = (names: string, before: string, ...results: readonly string[]): Row => ({
  ...value(`import { ${names} } from "d3-interpolate";`, ...results),
  before,
});
const random = (from: string, made: string, ...results: readonly string[]): Row => {
  const row = value(from, ...results);
  return { ...row, body: `const rng = ${made};\n  ${row.body}` };
};
const generator = (name: string) => `import { ${name} } from "pure-rand/generator/${name}";`;
const drawn = (name: string) => `import { ${name} } from "pure-rand/distribution/${name}";`;

const fourier = (method: string, size: number): Row => ({
  imports: 'import FFT from "fft.js";',
  before: `const fft = new FFT(${size});`,
  body: [
    `const data = new Float64Array(${2 * size});`,
    `const result = new Float64Array(${2 * size});`,
    `for (let k = 0; k < ${2 * size}; k++) data[k] = x[at + k]!;`,
    `fft.${method}(result, data);`,
    `for (let k = 0; k < ${2 * size}; k++) out[at + k] = result[k]!;`,
  ].join("\n  "),
});

const rows: Readonly<Record<string, Row>> = {
  "@thi.ng/math mix": math("mix", `mix(${a}, ${b}, ${t})`),
  "@thi.ng/math mixBilinear": math("mixBilinear", `mixBilinear(${a}, ${b}, ${c}, ${a}, ${t}, ${t})`),
  "@thi.ng/math cubic curves": math(
    "mixCubic, mixHermite, mixCubicHermiteFromPoints",
    `mixCubic(${a}, ${b}, ${c}, ${a}, ${t})`,
    `mixHermite(${a}, ${b}, ${c}, ${a}, ${t})`,
    `mixCubicHermiteFromPoints(${a}, ${b}, ${c}, ${a}, ${t})`,
  ),
  "@thi.ng/math clamp": math("clamp, clamp01, wrap", `clamp(${a}, -1, 1)`, `clamp01(${a})`, `wrap(${a}, -1, 0.5)`),
  "@thi.ng/math fit": math(
    "fit, fitClamped, fit01, norm",
    `fit(${a}, 0, 1, ${b}, 3)`,
    `fitClamped(${a}, 0, 1, ${b}, 3)`,
    `fit01(${a}, 1, 2)`,
    `norm(${a}, 1, 4)`,
  ),
  "@thi.ng/math steps": math(
    "step, smoothStep, smootherStep, expStep",
    `step(0.5, ${t})`,
    `smoothStep(0, 1, ${t})`,
    `smootherStep(0, 1, ${t})`,
    `expStep(2, 3, ${t})`,
  ),
  "@thi.ng/math precision": math(
    "fmod, fract, trunc, roundTo, mod",
    `fmod(${a}, 0.75)`,
    `fract(${a})`,
    `trunc(${a})`,
    `roundTo(${a}, 0.25)`,
    `mod(${a}, 0.5)`,
  ),
  "@thi.ng/math angles": math(
    "absTheta, absInnerAngle, angleDist, rad, deg, quadrant",
    `absTheta(${a})`,
    `absInnerAngle(${a})`,
    `angleDist(${a}, ${b})`,
    `rad(${c})`,
    `deg(${c})`,
    `quadrant(${a})`,
  ),
  "@thi.ng/math sincos": math("sincos", `sincos(${a})[0]!`),
  "@thi.ng/math eqDelta": math(
    "eqDelta, eqDeltaScaled",
    `eqDelta(${a}, ${b}, 2) ? 1 : 0`,
    `eqDeltaScaled(${a}, ${b}) ? 1 : 0`,
  ),
  "@thi.ng/math min and max": math(
    "min2id, max2id, min3id, max4id, minNonZero2, absMin",
    `min2id(${a}, ${b})`,
    `max2id(${a}, ${b})`,
    `min3id(${a}, ${b}, ${c})`,
    `minNonZero2(${a}, ${b})`,
    `absMin(${a}, ${b})`,
  ),
  "@thi.ng/math easing": math(
    "easeInOut2, easeInOut3, easeInOut5, easeIn3, easeIn4, easeOut2, easeOut5",
    `easeInOut2(${t})`,
    `easeInOut3(${t})`,
    `easeInOut5(${t})`,
    `easeIn3(${t})`,
    `easeIn4(${t})`,
    `easeOut2(${t})`,
    `easeOut5(${t})`,
  ),
  "@thi.ng/math curves": math(
    "impulse, gain, cubicPulse, lanczos, sigmoid, schlick, gaussian",
    `impulse(3, ${t})`,
    `gain(3, ${t})`,
    `cubicPulse(0.2, 0.5, ${t})`,
    `lanczos(2, ${a})`,
    `sigmoid(0.1, 2, ${t})`,
    `schlick(0.3, 0.4, ${t})`,
    `gaussian(0.5, 0.1, ${t})`,
  ),
  "@thi.ng/math lens": math("lens", `lens(0.5, 0.3, ${t})`),
  "@thi.ng/math integers": math("addi32, muli32, andi8", `addi32(${a}, ${b})`, `muli32(${a}, ${b})`, `andi8(${a}, 3)`),
  "@thi.ng/math libc": math(
    "copysign, exp2, fdim, fma, ldexp, remainder",
    `copysign(${a}, ${b})`,
    `exp2(${a})`,
    `fdim(${a}, ${b})`,
    `fma(${a}, ${b}, ${c})`,
    `ldexp(${a}, 3)`,
    `remainder(${a}, 0.75)`,
  ),
  "@thi.ng/math simplifyRatio": math("simplifyRatio", `simplifyRatio(6, 4)[0]!`),
  "@thi.ng/math safeDiv": math("safeDiv", `safeDiv(${a}, ${b})`),
  "@thi.ng/math crossing": math("isCrossOver", `isCrossOver(${a}, ${b}, ${c}, 0.5) ? 1 : 0`),
  "@thi.ng/math derivative": math("derivative", `derivative((v) => v * v, 0.01)(${a})`),
  "@thi.ng/math solveLinear": math("solveLinear", `solveLinear(${a}, ${b})`),
  "@thi.ng/math solveQuadratic": math("solveQuadratic", `solveQuadratic(1, ${b}, -1)[0]!`),
  "@thi.ng/math defMitchell": { ...math("defMitchell", `mitchell(${a})`), before: "const mitchell = defMitchell();" },
  "@thi.ng/vectors dot3": vectors(
    "dot",
    "dot3, dot2",
    `out[at] = dot3(${three(0)}, ${three(3)}); out[at + 1] = dot2(${two(0)}, ${two(2)});`,
  ),
  "@thi.ng/vectors dot": vectors("dot", "dot", `out[at] = dot(${three(0)}, ${three(3)});`),
  "@thi.ng/vectors add3": vectors(
    "add",
    "add3",
    `const r: [number, number, number] = [0, 0, 0]; add3(r, ${three(0)}, ${three(3)}); out[at] = r[0];`,
  ),
  "@thi.ng/vectors magSq3": vectors("magsq", "magSq3", `out[at] = magSq3(${three(0)});`),
  "@thi.ng/vectors mag3": vectors("mag", "mag3, mag2", `out[at] = mag3(${three(0)}); out[at + 1] = mag2(${two(0)});`),
  "@thi.ng/vectors cross2": vectors("cross", "cross2", `out[at] = cross2(${two(0)}, ${two(2)});`),
  "@thi.ng/vectors cross3": vectors(
    "cross",
    "cross3",
    `const r: [number, number, number] = [0, 0, 0]; cross3(r, ${three(0)}, ${three(3)}); out[at] = r[0]; out[at + 1] = r[2];`,
  ),
  "@thi.ng/vectors distSq3": vectors("distsq", "distSq3", `out[at] = distSq3(${three(0)}, ${three(3)});`),
  "@thi.ng/vectors setC3": vectors(
    "setc",
    "setC3",
    `const r: [number, number, number] = [0, 0, 0]; setC3(r, ${a}, ${b}, ${c}); out[at] = r[1];`,
  ),
  "@thi.ng/vectors mixN3": vectors(
    "mixn",
    "mixN3",
    `const r: [number, number, number] = [0, 0, 0]; mixN3(r, ${three(0)}, ${three(3)}, ${t}); out[at] = r[1];`,
  ),
  "@thi.ng/vectors normalize3": vectors(
    "normalize",
    "normalize3",
    `const r: [number, number, number] = [0, 0, 0]; normalize3(r, ${three(0)}); out[at] = r[1];`,
  ),
  "@thi.ng/vectors rotate2": vectors(
    "rotate",
    "rotate",
    `const r: [number, number] = [0, 0]; rotate(r, ${two(0)}, ${t}); out[at] = r[1];`,
  ),
  "@thi.ng/vectors signedArea2": vectors(
    "signed-area",
    "signedArea2",
    `out[at] = signedArea2(${two(0)}, ${two(2)}, ${two(4)});`,
  ),
  "@thi.ng/vectors reflect3": vectors(
    "reflect",
    "reflect",
    `const r: [number, number, number] = [0, 0, 0]; reflect(r, ${three(0)}, ${three(3)}); out[at] = r[1];`,
  ),
  "@thi.ng/vectors heading": vectors("heading", "headingXY", `out[at] = headingXY(${two(0)});`),
  "@thi.ng/vectors polar2": vectors(
    "polar",
    "polar2",
    `const r: [number, number] = [0, 0]; polar2(r, ${two(0)}); out[at] = r[1];`,
  ),
  "@thi.ng/vectors perpendicularCW": vectors(
    "perpendicular",
    "perpendicularCW",
    `const r: [number, number] = [0, 0]; perpendicularCW(r, ${two(0)}); out[at] = r[1];`,
  ),
  "@thi.ng/vectors dotS3": vectors("dots", "dotS3", `out[at] = dotS3(x, x, at, at + 3);`),
  "@thi.ng/vectors magSqS3": vectors("magsqs", "magSqS3", `out[at] = magSqS3(x, at);`),
  "@thi.ng/vectors setS3": vectors("sets", "setS3", `setS3(out, x, at, at + 3);`),
  "d3-interpolate interpolateNumber": made("interpolateNumber", "const f = interpolateNumber(10, 20);", `f(${t})`),
  "d3-interpolate interpolateRound": made("interpolateRound", "const f = interpolateRound(10, 20);", `f(${t})`),
  "d3-interpolate interpolateHue": made("interpolateHue", "const f = interpolateHue(10, 200);", `f(${t})`),
  "d3-interpolate interpolateBasis": made("interpolateBasis", "const f = interpolateBasis([1, 4, 2, 8]);", `f(${t})`),
  "d3-interpolate interpolateBasisClosed": made(
    "interpolateBasisClosed",
    "const f = interpolateBasisClosed([1, 4, 2, 8]);",
    `f(${t})`,
  ),
  "d3-interpolate interpolateDiscrete": made(
    "interpolateDiscrete",
    "const f = interpolateDiscrete([1, 4, 2, 8]);",
    `f(${t})`,
  ),
  "d3-interpolate interpolateNumberArray": made(
    "interpolateNumberArray",
    "const f = interpolateNumberArray([1, 4], [2, 8]);",
    `f(${t})[0]!`,
  ),
  "d3-interpolate piecewise": made(
    "interpolateNumber, piecewise",
    "const f = piecewise(interpolateNumber, [1, 4, 2]);",
    `f(${t})`,
  ),
  "d3-interpolate interpolateZoom": made(
    "interpolateZoom",
    "const f = interpolateZoom([1, 4, 2], [4, 5, 6]);",
    `f(${t})[0]`,
  ),
  "d3-interpolate interpolateRgb": made("interpolateRgb", 'const f = interpolateRgb("red", "blue");', `f(${t}).length`),
  "d3-interpolate in the kernel": made(
    "interpolateNumber, interpolateRound",
    "",
    `interpolateNumber(${a}, ${b})(${t})`,
    `interpolateRound(${a}, 8)(${t})`,
  ),
  "pure-rand xoroshiro128plus": random(
    generator("xoroshiro128plus"),
    "xoroshiro128plus(i)",
    "rng.next()",
    "rng.next()",
  ),
  "pure-rand xorshift128plus": random(generator("xorshift128plus"), "xorshift128plus(i)", "rng.next()", "rng.next()"),
  "pure-rand congruential32": random(generator("congruential32"), "congruential32(i)", "rng.next()", "rng.next()"),
  "pure-rand mersenne": random(generator("mersenne"), "mersenne(i)", "rng.next()", "rng.next()"),
  "pure-rand jump": random(generator("xoroshiro128plus"), "xoroshiro128plus(i)", "(rng.jump(), rng.next())"),
  "pure-rand uniformInt": random(
    `${generator("xoroshiro128plus")}\n${drawn("uniformInt")}`,
    "xoroshiro128plus(i)",
    "uniformInt(rng, 1, 6)",
    "uniformInt(rng, -5, 1000)",
  ),
  "pure-rand uniformFloat32": random(
    `${generator("xoroshiro128plus")}\n${drawn("uniformFloat32")}`,
    "xoroshiro128plus(i)",
    "uniformFloat32(rng)",
    "uniformFloat32(rng)",
  ),
  "pure-rand uniformFloat64": random(
    `${generator("congruential32")}\n${drawn("uniformFloat64")}`,
    "congruential32(i)",
    "uniformFloat64(rng)",
    "uniformFloat64(rng)",
  ),
  "wgpu-matrix vec3.add": {
    imports: 'import { vec3d } from "wgpu-matrix";',
    body: `const r = new Float64Array(3); vec3d.add(${three(0)}, ${three(3)}, r); out[at] = r[0]!;`,
  },
  "wgpu-matrix vec3.dot": value('import { vec3 } from "wgpu-matrix";', `vec3.dot(${three(0)}, ${three(3)})`),
  "wgpu-matrix utils": value(
    'import { utils } from "wgpu-matrix";',
    `utils.lerp(${a}, ${b}, ${t})`,
    `utils.degToRad(${a})`,
    `utils.euclideanModulo(${a}, 0.75)`,
    `utils.inverseLerp(${a}, ${b}, ${c})`,
  ),
  ...Object.fromEntries(
    ["transform", "realTransform", "inverseTransform"].flatMap((method) =>
      [4, 8].map((size) => [`fft.js ${method} of ${size}`, fourier(method, size)] as const),
    ),
  ),
  "fft.js toComplexArray and fromComplexArray": {
    imports: 'import FFT from "fft.js";',
    before: "const fft = new FFT(4);",
    body: [
      "const [data, back] = [new Float64Array(4), new Float64Array(4)];",
      "const [complex, result] = [new Float64Array(8), new Float64Array(8)];",
      "for (let k = 0; k < 4; k++) data[k] = x[at + k]!;",
      "fft.toComplexArray(data, complex);",
      "fft.transform(result, complex);",
      "for (let k = 0; k < 8; k++) out[at + k] = result[k]!;",
      "fft.inverseTransform(complex, result);",
      "fft.fromComplexArray(complex, back);",
      "for (let k = 0; k < 4; k++) out[at + 8 + k] = back[k]!;",
    ].join("\n  "),
  },
  "fft.js createComplexArray": {
    imports: 'import FFT from "fft.js";',
    before: "const fft = new FFT(4);",
    body: [
      "const result = fft.createComplexArray();",
      `fft.transform(result, fft.toComplexArray([${a}, ${b}, ${c}, 1], undefined));`,
      "for (let k = 0; k < 8; k++) out[at + k] = result[k]! + fft.createComplexArray()[k]!;",
    ].join("\n  "),
  },
  "fft.js new FFT": {
    imports: 'import FFT from "fft.js";\n\nconst size = 8;',
    body: [
      "const n = size / 2;",
      "const fft = new FFT(n);",
      `const data = fft.toComplexArray([${a}, ${b}, ${c}, i], undefined);`,
      "const result = fft.createComplexArray();",
      "fft.transform(result, data);",
      "for (let k = 0; k < 2 * n; k++) out[at + k] = result[k]!;",
      "const other = new FFT(size);",
      "const spectrum = other.createComplexArray();",
      "other.realTransform(spectrum, [...result] as FixedArray<number, 8>);",
      "other.completeSpectrum(spectrum);",
      "for (let k = 0; k < 8; k++) out[at + 8 + k] = spectrum[k + 4]! * other.size;",
    ].join("\n  "),
  },
  "fft.js new FFT of what is no constant": value('import FFT from "fft.js";', "new FFT(2 << (i & 1)).size"),
  "fft.js createComplexArray of an object of unknown size": {
    imports: 'import FFT from "fft.js";',
    before:
      "const sizes = [4, 8];\nlet fft = new FFT(sizes.length);\nexport const change = (): void => { fft = new FFT(8); };",
    body: "out[at] = fft.createComplexArray()[0]! + 1;",
  },
  "eases members of a literal of modules": value(
    'import eases from "eases";',
    `eases.backInOut(${t}) + eases.cubicOut(${t})`,
    `eases.elasticOut(${t})`,
    `eases.bounceInOut(${t}) + eases.quintIn(${t})`,
    `eases.expoInOut(${t}) + eases.sineIn(${t}) + eases.circInOut(${t})`,
  ),
  "gl-vec3 functions of modules": {
    imports: 'import vec3 from "gl-vec3";',
    body: [
      `const [r, s] = [${three(0)}, ${three(3)}];`,
      "vec3.cross(r, r, s);",
      "vec3.lerp(r, r, s, 0.25);",
      "vec3.scaleAndAdd(s, r, s, 0.5);",
      "out[at] = vec3.dot(r, s); out[at + 1] = vec3.dist(r, s);",
      "vec3.normalize(r, r);",
      "vec3.rotateX(r, r, s, 0.5);",
      "vec3.transformMat4(r, r, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);",
      "for (let k = 0; k < 3; k++) out[at + 2 + k] = r[k]!;",
    ].join("\n  "),
  },
  "gl-vec3 angle": value('import vec3 from "gl-vec3";', `vec3.angle(${three(0)}, ${three(3)})`),
  "three captured objects": {
    imports: 'import { Matrix4, Vector3 } from "three";',
    before: "const v = new Vector3(1, 2, 3);\nconst m = new Matrix4().makeRotationX(1);",
    body: "const w = new Vector3(i, 1, 2).applyMatrix4(m).add(v); out[at] = w.length(); out[at + 1] = m.determinant();",
  },
  "three clone": {
    imports: 'import { Matrix3, Matrix4, Quaternion, Vector2, Vector3, Vector4 } from "three";',
    body: [
      `const v = new Vector3(${a}, ${b}, ${c});`,
      "const w = v.clone().multiplyScalar(3).add(v);",
      "w.z -= 1;",
      "out[at] = v.x + w.x; out[at + 1] = v.z - w.z; out[at + 2] = w.clone().clone().cross(v).length();",
      `out[at + 3] = new Vector2(${a}, 2).clone().y + new Vector4(1, 2, ${b}, 4).clone().z;`,
      `out[at + 4] = new Quaternion(1, ${a}, 3, 4).clone().normalize().w;`,
      `const m = new Matrix4().makeRotationX(${a});`,
      "out[at + 5] = m.clone().invert().elements[6]! + m.elements[6]! + new Matrix3().clone().elements[4]!;",
    ].join("\n  "),
  },
  "three clone of captured objects": {
    imports: 'import { Matrix4, Vector3 } from "three";',
    before: "const v = new Vector3(1, 2, 3);\nconst m = new Matrix4().makeRotationX(1);",
    body: `const w = v.clone().multiplyScalar(${a}).add(v); out[at] = w.y; out[at + 1] = m.clone().scale(v).elements[5]!;`,
  },
  "three a vector or its numbers": {
    imports: 'import { Matrix4, Vector3 } from "three";',
    before: "const shift = new Vector3(1, 2, 3);",
    body: [
      `const v = new Vector3(${a}, ${b}, ${c});`,
      `const m = new Matrix4().makeTranslation(${a}, ${b}, 3).setPosition(v).setPosition(4, ${c}, ${b});`,
      "const n = new Matrix4().makeTranslation(v).setPosition(shift).premultiply(new Matrix4().makeTranslation(shift));",
      "for (let k = 0; k < 3; k++) { out[at + k] = m.elements[12 + k]!; out[at + 3 + k] = n.elements[12 + k]!; }",
    ].join("\n  "),
  },
  "three clone of a box": {
    imports: 'import { Box3, Vector3 } from "three";',
    body: [
      `const box = new Box3(new Vector3(${a}, 0, 1)).expandByPoint(new Vector3(${b}, ${c}, 3));`,
      "const other = box.clone();",
      "other.min.x -= 1;",
      "out[at] = box.min.x; out[at + 1] = other.min.x; out[at + 2] = new Box3().copy(other).max.y;",
    ].join("\n  "),
  },
  "three captured quaternion": {
    imports: 'import { Quaternion, Vector3 } from "three";',
    before: "const turn = new Quaternion(1, 2, 3, 4).normalize();",
    body: [
      `const q = new Quaternion(1, ${a}, ${b}, ${c}).normalize();`,
      "out[at] = q.dot(turn) + q.angleTo(turn);",
      "out[at + 1] = turn.clone().multiply(turn).z;",
      "out[at + 2] = q.multiply(turn).slerp(turn, 0.3).w;",
      "out[at + 3] = new Vector3(1, 2, 3).applyQuaternion(turn).x;",
    ].join("\n  "),
  },
  "three captured vector": {
    ...value('import { Vector3 } from "three";', "v.length()", "v.dot(v)"),
    before: "const v = new Vector3(1, 2, 3);",
  },
  "bezier-js new Bezier": value(
    'import { Bezier } from "bezier-js";',
    `new Bezier(0, 0, ${a}, ${b}, 4, 5).get(${t}).x`,
  ),
  "bezier-js get": {
    ...value('import { Bezier } from "bezier-js";', `curve.get(${t}).x`),
    before: "const curve = new Bezier(0, 0, 2, 5, 4, 5);",
  },
  "bezier-js derivative": {
    ...value('import { Bezier } from "bezier-js";', `curve.derivative(${t}).x`),
    before: "const curve = new Bezier(0, 0, 2, 5, 4, 5);",
  },
  "ml-matrix get": {
    ...value('import { Matrix } from "ml-matrix";', `m.get(1, 2)`),
    before: "const m = new Matrix([[1, 2, 3], [4, 5, 6]]);",
  },
  "ml-matrix new Matrix": value('import { Matrix } from "ml-matrix";', `new Matrix(2, 2).get(1, 1)`),
  "ml-matrix sum": {
    ...value('import { Matrix } from "ml-matrix";', `m.sum()`),
    before: "const m = new Matrix([[1, 2, 3], [4, 5, 6]]);",
  },
  "ml-matrix determinant": {
    ...value('import { Matrix, determinant } from "ml-matrix";', `determinant(m)`),
    before: "const m = new Matrix([[1, 2], [4, 5]]);",
  },
};

const source = ({ imports, before = "", body }: Row) => `import type { FixedArray, Kernel1, Queue } from "lanewise";
${imports}
${before}
export const kernel = (x: Float64Array, out: Float64Array): Kernel1 => (i) => {
  const at = i * ${WIDTH};
  ${body}
};
export const launch = (q: Queue, n: number, x: Float64Array, out: Float64Array) => q.parallelFor(n, kernel(x, out));
`;

const fileOf = (name: string) => `${name.replaceAll("/", " ")}.ts`;
const sources = Object.fromEntries(Object.entries(rows).map(([name, row]) => [fileOf(name), source(row)]));
const { compilation } = compileSource(sources);

/** What is said about a row, with the line of the package that is in the way. */
const refused = new Map(
  Object.keys(rows).flatMap((name) => {
    const path = join(programFolder, fileOf(name));
    const errors = compilation.faults.get(path)?.errors ?? [];
    const lines = errors.map(({ code, message, notes }) => {
      const told = notes.flatMap(({ file, start, message: note }) => {
        const line = readFileSync(file, "utf8").slice(0, start).split("\n").length;
        return [`    ${file.replace(/^.*node_modules\//, "")}:${line}: ${note}`];
      });
      return [`${code}: ${message}`, ...told].join("\n");
    });
    return lines.length > 0 ? [[name, [...new Set(lines)].join("\n  ")] as const] : [];
  }),
);

test("what is refused, and where", () => {
  const lines = [...refused].map(([name, text]) => `${name}\n  ${text}`);
  expect(lines.join("\n\n")).toMatchSnapshot();
});

const good = Object.keys(rows).filter((name) => !refused.has(name));
const program = await loadProgram(Object.fromEntries(good.map((name) => [fileOf(name), sources[fileOf(name)] ?? ""])));
const n = 33;
const x = Float64Array.from({ length: (n + 1) * WIDTH }, (_, k) => ((k * 7919) % 1009) / 257 - 1.75);

interface Loaded {
  readonly kernel: (x: Float64Array, out: Float64Array) => (i: number) => void;
  readonly launch: (q: Queue, n: number, x: Float64Array, out: Float64Array) => PromiseLike<unknown>;
}

describe.each(["cpu", "host"] as const)("on %s", (device) => {
  test.each(good)("%s", async (name) => {
    const { kernel, launch } = (await program.load(fileOf(name))) as unknown as Loaded; // as `source` writes it
    using q = new program.lanewise.Queue({ device });
    const [found, expected] = [new Float64Array(x.length), new Float64Array(x.length)];
    await launch(q, n, x, found);
    for (let i = 0; i < n; i++) kernel(x, expected)(i);
    expect(expected.some((one) => one !== 0)).toBe(true);
    for (const [index, value] of expected.entries()) {
      // Sines, powers and the like of kernels are not those of the host to the last bit.
      if (!Object.is(found[index], value)) expect(found[index]).toBeCloseTo(value, 12);
    }
  });
});

test("each launch reads what a package's function has kept", async () => {
  const basis = 'import { interpolateBasis } from "d3-interpolate";\n';
  const texts = {
    "kept.ts": `import { Queue } from "lanewise";
${basis}export const nodes = [1, 4, 2, 8];
const spline = interpolateBasis(nodes);
export async function run(): Promise<readonly [number, number]> {
  using q = new Queue();
  const out = q.mallocShared(Float64Array, 1);
  await q.parallelFor(1, (i) => {
    out[i] = spline(i + 0.25);
  });
  return [out[0]!, spline(0.25)];
}
`,
  };
  const { load } = await loadProgram(texts);
  // As the text has it.
  const { run, nodes } = (await load("kept.ts")) as unknown as {
    readonly run: () => Promise<readonly [number, number]>;
    readonly nodes: unknown[];
  };
  const [found, expected] = await run();
  expect(found).toBe(expected);
  nodes[1] = -3;
  const [later, expectedLater] = await run();
  expect(later).toBe(expectedLater);
  expect(later).not.toBe(found);
  nodes[2] = "2";
  await expect(run()).rejects.toThrow("an element of values is no number, and a kernel reads it");
});
