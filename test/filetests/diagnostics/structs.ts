// What has no place in memory: the field is named, and shown where it is declared.
import { type FixedArray, type f32, type i32, Queue, structOf } from "lanewise";

interface Named { x: f32; name: string } // note: name is declared here // note: inner.list.name is declared here
structOf<Named>(); // error LW1602: The field `name` has the type string
interface Outer { inner: { list: FixedArray<Named, 3> } }
structOf<Outer>(); // error LW1602: The field `inner.list.name` has the type string
interface Called { x: f32; next: () => void } // note: next is declared here
structOf<Called>(); // error LW1602: The field `next` has the type () => void
interface Unknown { x: unknown } // note: x is declared here
structOf<Unknown>(); // error LW1602: The field `x` has the type unknown
interface Dated { at: Date; x: Math } // note: at is declared here
structOf<Dated>(); // error LW1602: The field `at` has the type Date
interface Keyed { x: Record<string, f32> } // note: x is declared here
structOf<Keyed>(); // error LW1602: The field `x` has the type Record<string, f32>
interface Nullable { x: f32 | null } // note: x is declared here
structOf<Nullable>(); // error LW1602: The field `x` has the type f32 | null
interface Choice { x: f32 | boolean } // note: x is declared here
structOf<Choice>(); // error LW1602: The field `x` has the type
interface Flavours { x: f32 | i32 } // note: x is declared here
structOf<Flavours>(); // error LW1602: The field `x` has the type f32 | i32
interface Large { x: FixedArray<f32, 600000000> } // note: x is declared here
structOf<Large>(); // error LW1602: The field `x` has the type FixedArray<f32, 600000000>

class Vec3<T> { constructor(public x: T, public y: T) {} } // note: x is declared here // note: x is declared here
structOf(Vec3); // error LW1602: The field `x` has the type any
structOf<Vec3<f32>>(Vec3);

interface Optional { x?: f32 } // note: x is declared here
structOf<Optional>(); // error LW1603: The field `x` is optional
interface Inner { inner: Optional } // note: inner is declared here
structOf<Partial<Inner>>(); // error LW1603: The field `inner` is optional
structOf<Pick<Named, "x">>();
structOf<Omit<Named, "name">>();
interface Tree { x: f32; left: Tree } // note: left is declared here
structOf<Tree>(); // error LW1606: The field `left` would hold a Tree inside a Tree, endlessly
class Hidden { #x = 0; y = 0; get x() { return this.#x; } } // note: #x is declared here
structOf(Hidden); // error LW1607: The name of the field `#x` makes it private
interface Open { list: f32[] } // note: list is declared here
structOf<Open>(); // error LW1608: The field `list` has the type f32[]
interface Rest { list: [f32, ...f32[]] } // note: list is declared here
structOf<Rest>(); // error LW1608: The field `list` has the type [f32, ...f32[]]
interface Typed { list: Float32Array } // note: list is declared here
structOf<Typed>(); // error LW1602: The field `list` has the type Float32Array
interface Mixed { pair: [f32, i32] } // note: pair is declared here
structOf<Mixed>(); // error LW1609: The field `pair` is a tuple of different types, [f32, i32]

structOf<f32>(); // error LW1601: `f32` is not a struct
structOf<FixedArray<f32, 3>>(); // error LW1601: `FixedArray<f32, 3>` is not a struct
structOf<{}>(); // error LW1601: `{}` is not a struct
structOf<{ run(): void }>(); // error LW1601: `{ run(): void
structOf<() => void>(); // error LW1601: `() => void` is not a struct
structOf(); // error LW1604: structOf must be told which struct
structOf<object>(); // error LW1604: structOf must be told which struct
export function make<T extends { x: f32 }>(values: T[]) {
  return new Queue().mallocShared(structOf<T>(), values.length); // error LW1605: The layout of `T` is unknown
}
export function nested<T extends number>() {
  return structOf<Vec3<T>>(Vec3); // error LW1605: The layout of `x` is unknown
}
structOf<Missing>(); // error TS2304
structOf<{ x: Missing }>(); // error TS2304
