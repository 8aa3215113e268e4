// The work-items of a launch in the order in which they run here: group by group, each to its end or to where it waits. Their numbers count
// in that order, so that a group's are neighbours. Knows what is ordered by barriers: within a group everything before one of its barriers,
// within a sub-group what comes before one of its own.

export type Triple = readonly [number, number, number];

/** `size` is the whole range, `local` a group's: 1 by 1 by 1 where there are none. */
export interface ItemRange {
  readonly size: Triple;
  readonly local: Triple;
  readonly subGroupSize: number;
}

/** How the work-item that runs stands to others, which have numbers in the order in which they begin. */
export interface Order {
  /** Of the work-item that runs. */
  readonly worker: () => number;
  /** Counts up wherever something is ordered. */
  readonly time: () => number;
  /** Whether what that work-item did at that time comes before what the running one does now. */
  readonly comesBefore: (worker: number, time: number) => boolean;
  /** 0: the same; 1: of one sub-group; 2: of one group; 3: of different groups. */
  readonly distance: (a: number, b: number) => number;
}

export class WorkItems implements Order {
  readonly range: ItemRange;
  readonly counts: Triple;
  readonly perGroup: number;
  readonly groups: number;
  #worker = 0;
  #time = 1;
  /** Of the group that runs: its first number, and when its last barrier was. */
  #first = 0;
  #lastBarrier = 0;
  /** Of its sub-groups. */
  readonly #lastOfSubGroup: number[];
  /** The indices of the one that runs. */
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
    if (place < 0 || place >= this.perGroup) return false;
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

  /** Of the work-item at that place in its group. */
  subGroupOf(place: number): number {
    return Math.floor(place / this.range.subGroupSize);
  }

  /** Of the one that runs, in its group. */
  get place(): number {
    return this.#worker - this.#first;
  }

  /** The number of the work-item at that place in the group that runs. */
  numberOf(place: number): number {
    return this.#first + place;
  }

  beginGroup(group: number): void {
    this.#first = group * this.perGroup;
    this.group = unfold(group, this.counts);
    this.#time++;
  }

  /** Lets the work-item at that place of the group be the one that runs. */
  become(place: number): void {
    const { local } = this.range;
    this.#worker = this.#first + place;
    this.local = unfold(place, local);
    const at = (dimension: 0 | 1 | 2) => this.group[dimension] * local[dimension] + this.local[dimension];
    this.id = [at(0), at(1), at(2)];
  }

  /** All of the group have waited for each other. */
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
