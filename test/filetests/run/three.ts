// Methods of three's Vector3, Quaternion, Matrix4 and MathUtils that packages.ts does not call. docs/packages-in-kernels.md says which cannot be called, and why.
import { Color, Cylindrical, MathUtils, Matrix3, Matrix4, Quaternion, Spherical, Vector3 } from "three";
import { counts, same } from "./harness.js";

const WIDTH = 180;
/** Fractions, of both signs. */
const data = (n: number) =>
  [
    Float64Array.from(counts(n * 4), (k) => ((k * 7919) % 1009) / 400 - 1.05),
    new Float64Array(n * WIDTH),
  ] as const;

const from = (x: number, y: number, z: number) => new Vector3(x, y, z);
const turn = (x: number, y: number, z: number, w: number) => new Quaternion(x, y, z, w).normalize();
const matrix = (a: number, b: number, c: number, d: number) => new Matrix4().set(a, b, c, d, b, 2, d, a, c, d, 3, b, 0, 0, 0, 1);

export const vectors = same(
  (n) => data(n),
  (x, out) => (i) => {
    let to = i * WIDTH;
    const at = i * 4;
    const [a, b, c, d] = [x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!];
    const put = (v: Vector3) => {
      out[to++] = v.x;
      out[to++] = v.y;
      out[to++] = v.z;
    };
    {
      const v = from(a, b, c);
      v.setX(a).setY(b).setZ(c);
      put(v);
      v.setComponent(0, b).setComponent(2, a);
      put(v);
      out[to++] = v.getComponent(1);
    }
    put(from(a, b, c).addVectors(from(a, b, c), from(b, d, a)));
    put(from(a, b, c).subVectors(from(a, b, c), from(b, d, a)));
    put(from(a, b, c).multiplyVectors(from(a, b, c), from(b, d, a)));
    put(from(a, b, c).subScalar(b));
    put(from(a, b, c).clampScalar(-0.5, 0.5));
    put(from(a, b, c).clampLength(0.1, 0.7));
    put(from(a, b, c).round());
    put(from(a, b, c).roundToZero());
    put(from(a, b, c).setLength(2));
    put(from(a, b, c).lerpVectors(from(a, b, c), from(b, d, a), 0.3));
    put(from(a, b, c).projectOnVector(from(b, d, a)));
    out[to++] = from(a, b, c).angleTo(from(b, d, a));
    out[to++] = from(a, b, c).distanceToSquared(from(b, d, a));
    out[to++] = from(a, b, c).manhattanDistanceTo(from(b, d, a));
    put(from(a, b, c).applyAxisAngle(new Vector3(0, 1, 0), a));
    put(from(a, b, c).projectOnPlane(from(b, d, a)));
    put(from(a, b, c).reflect(from(b, d, a).normalize()));
    out[to++] = from(a, b, c).isVector3 ? 1 : 0;
  },
);

export const coordinates = same(
  (n) => data(n),
  (x, out) => (i) => {
    let to = i * WIDTH;
    const at = i * 4;
    const [a, b, c, d] = [x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!];
    const put = (v: Vector3) => {
      out[to++] = v.x;
      out[to++] = v.y;
      out[to++] = v.z;
    };
    put(from(a, b, c).setFromSphericalCoords(2, a, b));
    put(from(a, b, c).setFromCylindricalCoords(2, a, b));
    put(from(a, b, c).setFromSpherical(new Spherical(1, a, b)));
    put(from(a, b, c).setFromCylindrical(new Cylindrical(1, a, b)));
    {
      const m = matrix(a, b, c, d);
      put(from(a, b, c).setFromMatrixPosition(m));
      put(from(a, b, c).setFromMatrixScale(m));
      put(from(a, b, c).setFromMatrixColumn(m, 1));
    }
    put(from(a, b, c).setFromMatrix3Column(new Matrix3().set(1, 2, 3, 4, a, 6, 7, b, 9), 1));
    put(from(a, b, c).applyNormalMatrix(new Matrix3().set(1, 2, 3, 4, a, 6, 7, b, 9)));
    put(from(a, b, c).setFromColor(new Color().setScalar(a)));
    {
      const t = new Float64Array(3);
      from(a, b, c).toArray(t);
      out[to++] = t[0]! + t[1]! * 2;
      put(new Vector3().fromArray(t));
    }
  },
);

export const quaternions = same(
  (n) => data(n),
  (x, out) => (i) => {
    let to = i * WIDTH;
    const at = i * 4;
    const [a, b, c, d] = [x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!];
    const putQ = (v: Quaternion) => {
      out[to++] = v.x;
      out[to++] = v.y;
      out[to++] = v.z;
      out[to++] = v.w;
    };
    putQ(new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), a));
    putQ(new Quaternion().setFromUnitVectors(from(a, b, c).normalize(), from(b, d, a).normalize()));
    putQ(turn(a, b, c, d).slerp(turn(b, d, a, c), 0.3));
    putQ(new Quaternion().slerpQuaternions(turn(a, b, c, d), turn(b, d, a, c), 0.6));
    out[to++] = turn(a, b, c, d).angleTo(turn(b, d, a, c));
    putQ(turn(a, b, c, d).rotateTowards(turn(b, d, a, c), 0.1));
    putQ(turn(a, b, c, d).conjugate());
    putQ(turn(a, b, c, d).invert());
    out[to++] = turn(a, b, c, d).dot(turn(b, d, a, c));
    out[to++] = turn(a, b, c, d).lengthSq() + turn(a, b, c, d).length();
    putQ(turn(a, b, c, d).premultiply(turn(b, d, a, c)));
    putQ(turn(a, b, c, d).multiplyQuaternions(turn(a, b, c, d), turn(b, d, a, c)));
    out[to++] = turn(a, b, c, d).equals(turn(b, d, a, c)) ? 1 : 0;
  },
);

export const quaternionArrays = same(
  (n) => data(n),
  (x, out) => (i) => {
    let to = i * WIDTH;
    const at = i * 4;
    const [a, b, c, d] = [x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!];
    const putQ = (v: Quaternion) => {
      out[to++] = v.x;
      out[to++] = v.y;
      out[to++] = v.z;
      out[to++] = v.w;
    };
    {
      const t = new Float64Array(4);
      turn(a, b, c, d).toArray(t);
      out[to++] = t[3]!;
      putQ(new Quaternion().fromArray(t));
      putQ(turn(a, b, c, d).identity());
      putQ(turn(a, b, c, d).clone());
      putQ(new Quaternion().copy(turn(a, b, c, d)));
      putQ(new Quaternion().set(a, b, c, 0.5));
    }
    putQ(new Quaternion().setFromRotationMatrix(new Matrix4().makeRotationY(a)));
  },
);

export const bases = same(
  (n) => data(n),
  (x, out) => (i) => {
    let to = i * WIDTH;
    const at = i * 4;
    const [a, b, c, d] = [x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!];
    const put = (v: Vector3) => {
      out[to++] = v.x;
      out[to++] = v.y;
      out[to++] = v.z;
    };
    const putM = (m: Matrix4) => {
      for (let k = 0; k < 16; k++) out[to++] = m.elements[k]!;
    };
    {
      const x0 = from(a, b, c), y0 = from(a, b, c), z0 = from(a, b, c);
      matrix(a, b, c, d).extractBasis(x0, y0, z0);
      put(x0);
      put(y0);
      put(z0);
      putM(new Matrix4().extractRotation(matrix(a, b, c, d)));
      putM(new Matrix4().makeBasis(from(a, b, c), from(b, d, a), from(a, b, c)));
    }
    out[to++] = matrix(a, b, c, d).determinant();
    out[to++] = matrix(a, b, c, d).determinantAffine();
    out[to++] = matrix(a, b, c, d).getMaxScaleOnAxis();
    putM(matrix(a, b, c, d).setPosition(a, b, c));
    putM(matrix(a, b, c, d).setPosition(from(a, b, c)));
    putM(new Matrix4().makeTranslation(a, b, c));
    putM(new Matrix4().makeTranslation(from(a, b, c)));
  },
);

export const rotations = same(
  (n) => data(n),
  (x, out) => (i) => {
    let to = i * WIDTH;
    const at = i * 4;
    const [a, b, c, d] = [x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!];
    const put = (v: Vector3) => {
      out[to++] = v.x;
      out[to++] = v.y;
      out[to++] = v.z;
    };
    const putQ = (v: Quaternion) => {
      out[to++] = v.x;
      out[to++] = v.y;
      out[to++] = v.z;
      out[to++] = v.w;
    };
    const putM = (m: Matrix4) => {
      for (let k = 0; k < 16; k++) out[to++] = m.elements[k]!;
    };
    putM(new Matrix4().makeRotationX(a));
    putM(new Matrix4().makeRotationY(a));
    putM(new Matrix4().makeRotationZ(a));
    putM(new Matrix4().makeRotationAxis(new Vector3(0, 1, 0), a));
    putM(new Matrix4().makeScale(a, b, c));
    putM(new Matrix4().makeShear(a, b, c, a, b, c));
    {
      const p = new Vector3(), r = new Quaternion(), s = new Vector3();
      matrix(a, b, c, d).decompose(p, r, s);
      put(p);
      putQ(r);
      put(s);
      putM(new Matrix4().compose(p, r, s));
    }
    putM(new Matrix4().makePerspective(-1, 1, 1, -1, 0.5, 10));
    putM(new Matrix4().makeOrthographic(-1, 1, 1, -1, 0.5, 10));
  },
);

export const products = same(
  (n) => data(n),
  (x, out) => (i) => {
    let to = i * WIDTH;
    const at = i * 4;
    const [a, b, c, d] = [x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!];
    const putM = (m: Matrix4) => {
      for (let k = 0; k < 16; k++) out[to++] = m.elements[k]!;
    };
    putM(matrix(a, b, c, d).multiply(matrix(a, b, c, d)));
    putM(matrix(a, b, c, d).premultiply(matrix(a, b, c, d)));
    putM(new Matrix4().multiplyMatrices(matrix(a, b, c, d), matrix(a, b, c, d)));
    putM(matrix(a, b, c, d).multiplyScalar(a));
    putM(matrix(a, b, c, d).transpose());
    putM(matrix(a, b, c, d).invert());
    putM(matrix(a, b, c, d).scale(from(a, b, c)));
    putM(matrix(a, b, c, d).clone());
    putM(new Matrix4().copyPosition(matrix(a, b, c, d)));
    putM(new Matrix4().setFromMatrix3(new Matrix3().set(1, 2, 3, 4, a, 6, 7, b, 9)));
  },
);

export const mathUtils = same(
  (n) => data(n),
  (x, out) => (i) => {
    let to = i * WIDTH;
    const at = i * 4;
    const [a, b, c] = [x[at]!, x[at + 1]!, x[at + 2]!];

    out[to++] = MathUtils.damp(a, b, 2, 0.1);
    out[to++] = MathUtils.ceilPowerOfTwo(Math.abs(a) * 100 + 1);
    out[to++] = MathUtils.floorPowerOfTwo(Math.abs(a) * 100 + 1);
    out[to++] = MathUtils.DEG2RAD * a;
    out[to++] = MathUtils.inverseLerp(a, b, c);
    out[to++] = MathUtils.pingpong(a, 2);
    out[to++] = MathUtils.smootherstep(a, 0, 1);
    out[to++] = MathUtils.isPowerOfTwo(8) ? 1 : 0;
    out[to++] = MathUtils.mapLinear(a, 0, 1, b, c);
    out[to++] = MathUtils.euclideanModulo(a, 0.3);
  },
);
