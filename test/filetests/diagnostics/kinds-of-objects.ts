// Objects of several types, and classes with typed arrays; and what their messages say to write.
import { Queue } from "lanewise";

const q = new Queue();
const out = new Float64Array(8);
const a = new Float64Array(8);

type Shape = { kind: "disk"; r: number } | { kind: "box"; w: number; h: number };
const area = (s: Shape): number => (s.kind === "disk" ? s.r : s.w * s.h);
q.parallelFor(8, (i) => {
  const s: Shape = i > 2 ? { kind: "disk", r: i } : { kind: "box", w: i, h: 2 }; // error LW1248: `Shape`
  out[i] = area(s);
});
enum Kind { Disk, Box }
interface OneShape { kind: Kind; r: number; w: number; h: number }
const areaOfOne = (s: OneShape): number => (s.kind === Kind.Disk ? s.r : s.w * s.h);
q.parallelFor(8, (i) => {
  const s: OneShape = i > 2 ? { kind: Kind.Disk, r: i, w: 0, h: 0 } : { kind: Kind.Box, r: 0, w: i, h: 2 };
  out[i] = areaOfOne(s);
});

class View {
  constructor(
    readonly data: Float64Array,
    readonly begin: number,
  ) {}
  at(k: number): number {
    return this.data[this.begin + k]!;
  }
}
q.parallelFor(4, (i) => {
  const view = new View(a, 4); // error LW1112: `View (its field data)`
  out[i] = view.at(i);
});
const view = new View(a, 4);
q.parallelFor(4, (i) => { out[i] = view.at(i); });
