// Accessors of two and three dimensions on the host: array-like objects of rows, each a view of its part. Kernels capture their `data` and pitches,
// and create no rows. The types are in language/accessor.ts.

import { LanewiseError } from "../../errors/index.js";
import type { TypedArray } from "../../language/index.js";
import { ASSIGN, ELEMENT, Indexed } from "../../values/index.js";
import type { Extent } from "./extent.js";

abstract class Rows<Row> extends Indexed<Row> {
  abstract readonly data: TypedArray;

  override [ASSIGN](index: number): void {
    throw new LanewiseError("invalid", `Row ${index} of an accessor was assigned.`, {
      help: "Assign elements, `a[y][x] = value`, or copy a row: a[y].set(values).",
    });
  }
}

class Plane extends Rows<TypedArray> {
  readonly data: TypedArray;
  readonly height: number;
  readonly width: number;
  readonly rowPitch: number;
  readonly alongX: TypedArray;

  constructor(data: TypedArray, height: number, width: number, rowPitch: number) {
    super();
    this.data = data;
    this.height = height;
    this.width = width;
    this.rowPitch = rowPitch;
    this.alongX = data.subarray(0, width);
  }

  get length(): number {
    return this.height;
  }

  override [ELEMENT](y: number): TypedArray {
    return this.data.subarray(y * this.rowPitch, y * this.rowPitch + this.width);
  }
}

class Volume extends Rows<Plane> {
  readonly data: TypedArray;
  readonly depth: number;
  readonly height: number;
  readonly width: number;
  readonly rowPitch: number;
  readonly slicePitch: number;
  readonly alongX: TypedArray;
  readonly alongY: TypedArray;

  constructor(data: TypedArray, [depth, height, width]: readonly number[], [slicePitch, rowPitch]: readonly number[]) {
    super();
    this.data = data;
    this.depth = depth ?? 0;
    this.height = height ?? 0;
    this.width = width ?? 0;
    this.rowPitch = rowPitch ?? 0;
    this.slicePitch = slicePitch ?? 0;
    this.alongX = data.subarray(0, this.width);
    this.alongY = data.subarray(0, this.height);
  }

  get length(): number {
    return this.depth;
  }

  override [ELEMENT](z: number): Plane {
    const { data, height, width, rowPitch } = this;
    return new Plane(data.subarray(z * this.slicePitch), height, width, rowPitch);
  }
}

/** Returns the elements of `extent` as its user sees them; `data` covers all of its length. */
export function arrayOver(data: TypedArray, { sizes, pitches }: Extent): TypedArray | Plane | Volume {
  const [outer = 0, middle = 0] = sizes;
  if (sizes.length === 1) return data;
  return sizes.length === 2 ? new Plane(data, outer, middle, pitches[0] ?? 0) : new Volume(data, sizes, pitches);
}

export function isRows(value: unknown): value is Plane | Volume {
  return value instanceof Plane || value instanceof Volume;
}

/** Returns one array for each row. */
export function rowsOf(rows: Plane | Volume): readonly TypedArray[] {
  return rows instanceof Plane ? [...rows] : [...rows].flatMap((plane) => [...plane]);
}
