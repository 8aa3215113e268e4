// Device globals wherever they can stand: namespaces, classes, other modules by every kind of import and export, modules that import
// each other, launches before the declaration has run. Each has a value of its own.
import { deviceGlobal, type FixedArray, type i32, Queue } from "lanewise";
import Default, { Default as ByName } from "./globals/classes.js";
import * as everything from "./globals/barrel.js";
import { chosen, nested, renamed as mine, Shared, within } from "./globals/barrel.js";
import { add, first } from "./globals/circular-first.js";
import { second } from "./globals/circular-second.js";
import { program } from "./harness.js";

const early = new Queue();
const launched = [
  early.singleTask(() => { late.value += 1; Late.total.value += 2; LateSpace.total.value += 3; }),
];
const late = deviceGlobal<i32>(10);
const readBefore = early.read(late); // the class and the namespace below are not there yet
class Late {
  static readonly total = deviceGlobal<i32>(20);
}
namespace LateSpace {
  launched.push(early.singleTask(() => { total.value += 4; hidden.value += 5; }));
  export const total = deviceGlobal<i32>(30);
  const hidden = deviceGlobal<i32>(40);
  export const readHidden = (q: Queue) => q.read(hidden);
}

export const launchedBefore = program(async () => {
  await Promise.all(launched);
  return [
    await early.read(late),
    await early.read(Late.total),
    await early.read(LateSpace.total),
    await LateSpace.readHidden(early),
    await readBefore,
  ];
}, [11, 22, 37, 45, 11]);

const total = deviceGlobal<i32>(1);
namespace Same {
  export const total = deviceGlobal<i32>(2);
  export namespace Same {
    export const total = deviceGlobal<i32>(3);
  }
  namespace Hidden {
    export const total = deviceGlobal<i32>(4);
    export const add = (q: Queue) => q.singleTask(() => { total.value += 10; });
    export const read = (q: Queue) => q.read(total);
  }
  export const addHidden = Hidden.add;
  export const readHidden = Hidden.read;
}
namespace Same {
  const total = deviceGlobal<i32>(5);
  export const add = (q: Queue) => q.singleTask(() => { total.value += 10; });
  export const read = (q: Queue) => q.read(total);
}
namespace Same {
  const total = deviceGlobal<i32>(6);
  export const addAgain = (q: Queue) => q.singleTask(() => { total.value += 10; });
  export const readAgain = (q: Queue) => q.read(total);
  namespace Hidden {
    export const total = deviceGlobal<i32>(7);
  }
  export const addDeep = (q: Queue) => q.singleTask(() => { Hidden.total.value += 10; });
  export const readDeep = (q: Queue) => q.read(Hidden.total);
}

export const namesakes = program(async (q: Queue) => {
  q.singleTask(() => { total.value += 10; Same.total.value += 10; Same.Same.total.value += 10; });
  Same.add(q);
  Same.addAgain(q);
  Same.addHidden(q);
  Same.addDeep(q);
  return [
    await q.read(total), await q.read(Same.total), await q.read(Same.Same.total), await Same.readHidden(q), await Same.read(q),
    await Same.readAgain(q), await Same.readDeep(q),
  ];
}, [11, 12, 13, 14, 15, 16, 17]);

class Totals {
  static readonly total = deviceGlobal<i32>(1);
  public static readonly table = deviceGlobal<FixedArray<i32, 4>>([1, 2]);
  static launch(q: Queue) {
    return q.parallelFor(4, (i) => { Totals.table[i]! += 10; });
  }
  launch(q: Queue) {
    return q.singleTask(() => { Totals.total.value += 10; });
  }
}
namespace Totals {
  export const ofNamespace = deviceGlobal<i32>(2);
  export class Inner {
    static readonly total = deviceGlobal<i32>(3);
  }
  export namespace Space {
    export const total = deviceGlobal<i32>(7);
  }
  class Hidden {
    static readonly total = deviceGlobal<i32>(4);
  }
  export const addHidden = (q: Queue) => q.singleTask(() => { Hidden.total.value += 10; });
  export const readHidden = (q: Queue) => q.read(Hidden.total);
}
class Derived extends Totals {
  static readonly own = deviceGlobal<i32>(5);
}
abstract class Generic<T> {
  static readonly total = deviceGlobal<i32>(6);
  abstract value: T;
}

export const classes = program(async (q: Queue) => {
  Totals.launch(q);
  new Totals().launch(q);
  Totals.addHidden(q);
  q.singleTask(() => {
    Derived.total.value += 100;
    Totals.ofNamespace.value += 10;
    Totals.Inner.total.value += 10;
    Totals.Space.total.value += 10;
    Derived.own.value += 10;
    Generic.total.value += 10;
    Default.total.value += 10;
    ByName.total.value += 100;
  });
  const table = new Int32Array(4);
  await q.copy(Derived.table, table);
  return [
    [...table], await q.read(Totals.total), await q.read(Totals.ofNamespace), await q.read(Totals.Inner.total),
    await Totals.readHidden(q), await q.read(Derived.own), await q.read(Generic.total), await q.read(Default.total),
    await q.read(Totals.Space.total),
  ];
}, [[11, 12, 10, 10], 111, 12, 13, 14, 15, 16, 110, 17]);

function callable(): number {
  return callable.calls;
}
namespace callable {
  export const calls = 1;
  export const total = deviceGlobal<i32>(1);
}
enum Kind { One = 1, Two }
namespace Kind {
  export const total = deviceGlobal<i32>(2);
}
namespace A.B.C {
  export const total = deviceGlobal<i32>(3);
}
namespace A.B.C {
  export const more = deviceGlobal<i32>(4);
}
import Short = A.B.C;
namespace Users {
  export import more = A.B.C.more;
}

export const merged = program(async (q: Queue) => {
  q.singleTask(() => {
    callable.total.value += 10;
    Kind.total.value += 10 * Kind.One;
    A.B.C.total.value += 10;
    Short.total.value += 100;
    Users.more.value += 10;
  });
  return [
    callable(), await q.read(callable.total), await q.read(Kind.total), await q.read(A.B.C.total), await q.read(A.B.C.more),
  ];
}, [1, 11, 12, 113, 14]);

const alias = everything.chosen;
const aliasOfStatic = Default.total2;

export const imports = program(async (q: Queue) => {
  q.singleTask(() => {
    everything.chosen.value += 1;
    chosen.value += 10;
    alias.value += 100;
    nested.chosen.value += 1000;
    mine.value += 1;
    everything.renamed.value += 10;
    Shared.total.value += 1;
    within.total.value += 1;
    everything.nested.Shared.total.value += 10;
    aliasOfStatic.value += 1;
  });
  return [
    await q.read(chosen), await q.read(everything.renamed), await q.read(Shared.total), await q.read(within.total),
    await q.read(aliasOfStatic),
  ];
}, [1112, 13, 14, 5, 6]);

export const circular = program(async (q: Queue) => {
  await add(q);
  return [await q.read(first), await q.read(second)];
}, [111, 122]);

export const shadows = program(async (q: Queue) => {
  const before = (total: number) => total + 1; // a parameter of that name is legal
  const out = q.mallocShared(Int32Array, 2);
  await q.singleTask(() => {
    const total = before(1);
    out[0] = total;
    out[1] = Same.total.value > 0 ? 1 : 0;
  });
  return [...out];
}, [2, 1]);

namespace Written {
  export const level = deviceGlobal<i32>(1);
  export class Camera {
    static readonly exposure = deviceGlobal<i32>(2);
  }
}
export const wholeValues = program(async (q: Queue) => {
  await q.singleTask(() => {
    Written.level.set(Written.level.get() + 5);
    Written.Camera.exposure.set(Written.level.value * 10);
    Written.Camera.exposure.value++;
  });
  return [await q.read(Written.level), await q.read(Written.Camera.exposure)];
}, [6, 61]);
