// The work-items of a launch in the order they run here: group by group, each until it ends or waits. They are numbered in that order, so a group's
// numbers are consecutive. Also knows what barriers order: within a group everything before its last barrier, within a sub-group everything before
// the sub-group's last one.

export type Triple = readonly [number, number, number];

/** `size` is the whole range, `local` a group's size: 1 by 1 by 1 without groups. */
export interface ItemRange {
  readonly size: Triple;
  readonly local: Triple;
  readonly subGroupSize: number;
}

/** How the running work-item is ordered against others, which are numbered in the order they begin. */
export interface Order {
  /** The running work-item's number. */
  readonly worker: () => number;
  /** Counts up at every barrier and every new group. */
  readonly time: () => number;
  /** Whether an action of that work-item at that time happens before the running one's actions now. */
  readonly comesBefore: (worker: number, time: number) => boolean;
  /** 0: the same work-item; 1: same sub-group; 2: same group; 3: different groups. */
  readonly distance: (a: number, b: number) => number;
}

export class WorkItems implements Order {
  readonly range: ItemRange;
  readonly counts: Triple;
  readonly perGroup: number;
  readonly groups: number;
  #worker = 0;
  #time = 1;
  /** The running group's first number, and the time of its last barrier. */
  #first = 0;
  #lastBarrier = 0;
  /** The time of each sub-group's last barrier. */
  readonly #lastOfSubGroup: number[];
  /** The indices of the running work-item. */
  group: Triple = [0, 0, 0];
  local: Triple = [0, 0, 0];
  id: Triple = [0, 0, 0];

  constructor(range: ItemRange) {
    const { size, local } = range;
    this.range = range;
    this.counts = [size[0] / local[0], size[1] / local[1], size[2] / local[2]];
    this.perGroup = local[0] * local[1] * local[2];
    this.groups = this.counts[0] * this.counts[1] * this.counts[2];
    this.#lastOfSubGroup = new Array<number>(Math.ceil(this.perGroup / range.subGroupSize)).fill(0);
  }

  readonly worker = (): number => this.#worker;
  readonly time = (): number => this.#time;

  readonly comesBefore = (worker: number, time: number): boolean => {
    const place = worker - this.#first;
    if (place < 0) return false; // of an earlier group; those of later ones have done nothing yet
    if (time < this.#lastBarrier) return true;
    const subGroup = this.subGroupOf(place);
    return subGroup === this.subGroupOf(this.#worker - this.#first) && time < (this.#lastOfSubGroup[subGroup] ?? 0);
  };

  readonly distance = (a: number, b: number): number => {
    if (a === b) return 0;
    const [first, second] = [Math.floor(a / this.perGroup), Math.floor(b / this.perGroup)];
    if (first !== second) return 3;
    return this.subGroupOf(a % this.perGroup) === this.subGroupOf(b % this.perGroup) ? 1 : 2;
  };

  /** The sub-group of the work-item at that position in its group. */
  subGroupOf(place: number): number {
    return Math.floor(place / this.range.subGroupSize);
  }

  /** The running work-item's position in its group. */
  get place(): number {
    return this.#worker - this.#first;
  }

  /** The number of the work-item at that position in the running group. */
  numberOf(place: number): number {
    return this.#first + place;
  }

  beginGroup(group: number): void {
    this.#first = group * this.perGroup;
    this.group = unfold(group, this.counts);
    this.#time++;
  }

  /** Makes the work-item at that position in the group the running one. */
  become(place: number): void {
    const { local } = this.range;
    this.#worker = this.#first + place;
    this.local = unfold(place, local);
    const at = (dimension: 0 | 1 | 2) => this.group[dimension] * local[dimension] + this.local[dimension];
    this.id = [at(0), at(1), at(2)];
  }

  /** Records that the whole group has passed a barrier. */
  passBarrier(): void {
    this.#time++;
    this.#lastBarrier = this.#time;
  }

  passSubGroupBarrier(subGroup: number): void {
    this.#time++;
    this.#lastOfSubGroup[subGroup] = this.#time;
  }

  /** The linear id in the range of the work-item with that number. */
  linearId(worker: number): number {
    const { local, size } = this.range;
    const group = unfold(Math.floor(worker / this.perGroup), this.counts);
    const place = unfold(worker % this.perGroup, local);
    const at = (dimension: 0 | 1 | 2) => group[dimension] * local[dimension] + place[dimension];
    return (at(0) * size[1] + at(1)) * size[2] + at(2);
  }
}

function unfold(linear: number, [, middle, inner]: Triple): Triple {
  const row = Math.floor(linear / inner);
  return [Math.floor(row / middle), row % middle, linear % inner];
}
