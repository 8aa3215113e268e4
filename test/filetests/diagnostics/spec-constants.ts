// Specialization constants where they cannot be, or of types that they cannot have.
import { type i32, Queue, type SpecConstant, specConstant } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Int32Array, 4);
const right = specConstant<i32>(1);
const plain = specConstant<number>(1); // error LW1441: a flavour, or boolean
const untyped = specConstant(5); // error LW1441
const late = specConstant<i32>(Date.now()); // error LW1403: constant of the type i32
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
});
void [plain, untyped, late, loose, Part];
loose = right;
