// Specialization constants where they cannot be, of types that they cannot have, and what kernels cannot do with them.
import { addressOf, type FixedArray, type i32, Queue, type SpecConstant, specConstant, specialized } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Int32Array, 4);
const right = specConstant<i32>(1);
const plain = specConstant<number>(1); // error LW1441: a flavour, boolean, a struct
const untyped = specConstant(5); // error LW1441
const text = specConstant<string>(); // error LW1404: A specialization constant cannot have the type string
const late = specConstant<i32>(Date.now()); // error LW1403: constant of the type i32
const wide = specConstant<FixedArray<i32, 2>>([1, 2, 3]); // error LW1403
const grid = specConstant<FixedArray<i32, 4>>();
let loose = specConstant<i32>(1); // error LW1408
export function inside(): void {
  const local = specConstant<i32>(2); // error LW1407
  void local;
}
class Part {
  readonly own = specConstant<i32>(1); // error LW1409
}
export const chosen: SpecConstant<i32> = Math.random() < 0.5 ? right : right;
q.singleTask(() => {
  out[0] = right.value;
  out[1] = chosen.value; // error LW1442: `chosen` cannot be traced
  out[2] = chosen.get(); // error LW1442
  const { value } = right; // error LW1442: `right`
  out[3] = value + read(right); // error LW1442
});
function read(constant: SpecConstant<i32>): i32 {
  return constant.value;
}

q.singleTask(() => {
  const p = addressOf(grid.value, 1); // error LW1701
  out[0] = p.isNull ? 1 : 2;
});

// `specialized` takes what is captured, as it is.
let radius = 3;
const settings = { taps: 3 };
const twice = (n: number): number => specialized(n) * 2; // error LW1443: `specialized` takes only a captured number, bigint, boolean or reference to a function, and `n` is not one
q.parallelFor(4, (i) => {
  const mine = i;
  out[i] = specialized(radius) + specialized(settings.taps) + specialized(4) + twice(i); // note: called from the kernel
  out[i]! += specialized(radius + 1); // error LW1443
  out[i]! += specialized(mine); // error LW1443
  out[i]! += specialized(out[0]!); // error LW1443
});
radius = 4;
void [plain, untyped, late, loose, Part, text, wide];
loose = right;
