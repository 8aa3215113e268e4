// The calls that are made at random, one row each: when one can be made, what it does, and how the model changes.

import { change, type Operation, operations } from "./api-program.js";
import { at, CANCELLED, type Cell, endOf, type Part, same, type World } from "./api-world.js";

/** Numbers that choose: whatever they are, a step has a meaning. */
export interface Pick {
  readonly queue: number;
  readonly operation: number;
  readonly x: number;
  readonly y: number;
  readonly start: number;
  readonly length: number;
  readonly n: number;
}

export interface Step {
  readonly can?: (world: World) => boolean;
  readonly run: (world: World, pick: Pick) => void | Promise<void>;
  /** How often, beside the others. Default: 1. */
  readonly weight?: number;
}

const SIZE = 24;
const MOST_CELLS = 10;
const hasCells = (world: World) => world.live.length > 0;
const deviceCells = ({ live }: World) => live.filter(({ space }) => space !== undefined);
const freedCells = ({ cells }: World) => cells.filter(({ isFreed }) => isFreed);
function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

function partOf(cell: Cell, start: number, length: number, atLeast = 1): Part {
  const from = start % (SIZE - atLeast + 1);
  const to = Math.min(SIZE, from + Math.max(atLeast, length));
  return { cell, array: cell.array.subarray(from, to), expected: cell.expected.subarray(from, to) };
}

interface Chosen {
  readonly operation: Operation;
  readonly x: Part;
  readonly y: Part;
  readonly n: number;
}

/** An operation that the queue can do, on live arrays. */
function choose(world: World, pick: Pick, canRecord = false): Chosen {
  const { space } = world.queue(pick.queue);
  const own = world.live.filter((cell) => cell.space === space);
  const possible = operations.filter(
    ({ wantsOwn, isUnrecorded }) => (own.length > 0 || !wantsOwn) && !(canRecord && isUnrecorded),
  );
  const operation = at(possible, pick.operation);
  const y = at(operation.wantsOwn ? own : world.live, pick.y);
  return {
    operation,
    x: partOf(at(world.live, pick.x), pick.start, pick.length, operation.length),
    y: partOf(y, pick.start + pick.n, pick.length),
    n: pick.n,
  };
}

/** Arrays of the host are in order by themselves. */
function memoriesOf(world: World, number: number, { operation, x, y }: Chosen): string[] {
  return [
    ...(operation.usesY ? [x, y] : [x])
      .filter(({ cell }) => cell.space !== undefined)
      .map(({ cell }) => `array ${cell.id}`),
    ...(operation.usesTotal ? [`total ${world.queue(number).space}`] : []),
  ];
}

function modelled(world: World, number: number, { operation, x, y, n }: Chosen): void {
  operation.model(world.space(number), x.expected, y.expected, n);
}

function operate(world: World, pick: Pick): void {
  const chosen = choose(world, pick);
  const { operation, x, y, n } = chosen;
  world.submit(pick.queue, memoriesOf(world, pick.queue, chosen), (q, options) =>
    operation.submit(world.setting.main, q, options, x.array, y.array, n),
  );
  modelled(world, pick.queue, chosen);
}

/** The same, which must end otherwise and change nothing. */
function operateInVain(world: World, pick: Pick, ending: string, more: object): void {
  const chosen = choose(world, pick);
  const { operation, x, y, n } = chosen;
  world.submit(
    pick.queue,
    memoriesOf(world, pick.queue, chosen),
    (q, options) => operation.submit(world.setting.main, q, options, x.array, y.array, n),
    ending,
    more,
  );
}

function expectThrown(what: string, code: string, call: () => unknown): void {
  let found = "nothing";
  try {
    call();
  } catch (error) {
    found = endOf(error);
  }
  if (found !== code) throw new Error(`${what}: expected ${code}, thrown was ${found}`);
}

function addCell(world: World, pick: Pick, kind: Cell["kind"]): void {
  const { queue, space } = world.queue(pick.queue);
  const values = Int32Array.from({ length: SIZE }, (_, i) => i * 100 + pick.n);
  const array =
    kind === "ordinary"
      ? values.slice()
      : kind === "shared"
        ? queue.mallocShared(Int32Array, values)
        : kind === "device"
          ? queue.mallocDevice(Int32Array, values)
          : queue.mallocHost(Int32Array, values);
  const own = kind === "ordinary" ? undefined : space;
  world.cells.push({ id: world.id(), space: own, kind, array, expected: values, isFreed: false });
}

const kinds = ["shared", "shared", "device", "host", "ordinary"] as const;

export const steps: Readonly<Record<string, Step>> = {
  array: {
    weight: 3,
    can: (world) => world.live.length < MOST_CELLS,
    run: (world, pick) => addCell(world, pick, at(kinds, pick.operation)),
  },
  operate: { weight: 14, can: hasCells, run: operate },
  free: {
    can: (world) => deviceCells(world).length > 2,
    run: (world, pick) => {
      const cell = at(deviceCells(world), pick.x);
      at(world.setting.spaces, cell.space ?? 0).queue.free(cell.array);
      cell.isFreed = true;
    },
  },
  freeTwice: {
    can: (world) => freedCells(world).length > 0,
    run: (world, pick) => {
      const { array, space = 0 } = at(freedCells(world), pick.x);
      const { queue } = at(world.setting.spaces, space);
      expectThrown("q.free of a freed array", "freed", () => queue.free(array));
      expectThrown("a launch with a freed array", "freed", () => world.setting.main.set(queue, {}, array, 1));
    },
  },
  misuse: {
    can: hasCells,
    run: (world, pick) => {
      const { queue, space } = world.queue(pick.queue);
      const { array, space: home } = at(world.live, pick.x);
      const { main } = world.setting;
      expectThrown("q.copy of too much", "invalid", () => queue.copy(array, array.subarray(0, 2), { count: SIZE + 1 }));
      expectThrown("a negative range", "invalid", () => main.atomics(queue, {}, array, -1000));
      expectThrown("q.free of a view", home === space ? "invalid" : "not_usm", () => queue.free(array.subarray(1)));
    },
  },
  fail: {
    can: hasCells,
    run: (world, pick) => {
      const { x } = choose(world, pick);
      const memories = x.cell.space === undefined ? [] : [`array ${x.cell.id}`];
      const { main } = world.setting;
      const failed = world.submit(pick.queue, memories, (q, o) => main.overrun(q, o, x.array), "out_of_bounds");
      if (pick.n % 2 === 0)
        operateInVain(world, { ...pick, queue: pick.queue + 1 }, "dependency_failed", { after: failed });
    },
  },
  cancelled: {
    can: hasCells,
    run: (world, pick) => operateInVain(world, pick, "cancelled", { signal: AbortSignal.abort(CANCELLED) }),
  },
  /** Behind a host task that is under way. */
  cancelledInTime: {
    can: hasCells,
    run: async (world, pick) => {
      const controller = new AbortController();
      const gate = createGate();
      const task = world.submit(pick.queue, [], (q, o) => q.submit((h) => h.hostTask(() => gate.opened), o));
      operateInVain(world, pick, "cancelled", { signal: controller.signal, after: task });
      if (pick.n % 2 === 0) await turn();
      controller.abort(CANCELLED);
      gate.open();
    },
  },
  /** At any time: it is either done, or has done nothing. */
  abortedAnywhen: {
    can: hasCells,
    run: async (world, pick) => {
      await world.settle();
      const controller = new AbortController();
      const chosen = choose(world, pick);
      const { operation, x, y, n } = chosen;
      const { queue } = world.queue(pick.queue);
      const event = operation.submit(world.setting.main, queue, { signal: controller.signal }, x.array, y.array, n);
      const ending = event.then(() => "complete", endOf);
      for (let left = pick.n % 4; left > 0; left--) await turn();
      controller.abort(CANCELLED);
      const found = await ending;
      if (found === "complete") modelled(world, pick.queue, chosen);
      else if (found !== "cancelled") throw new Error(`an aborted command ended as ${found}`);
      await world.settle();
    },
  },
  task: {
    weight: 2,
    can: (world) => deviceCells(world).length > 0,
    run: (world, pick) => {
      const { cell, array, expected } = partOf(at(deviceCells(world), pick.x), pick.start, pick.length);
      const body = async () => {
        if (pick.n % 3 > 0) await turn();
        change(array, (value) => value ^ pick.n);
      };
      const declared = pick.n % 2 === 0 ? { writes: [array] } : {};
      world.submit(pick.queue, [`array ${cell.id}`], (q, o) => q.submit((h) => h.hostTask(body, declared), o));
      change(expected, (value) => value ^ pick.n);
    },
  },
  failingTask: {
    run: (world, { queue }) => {
      const error = Object.assign(new Error("as it should"), { code: "as it should" });
      const fail = () => Promise.reject(error);
      world.submit(queue, [], (q, o) => q.submit((h) => h.hostTask(fail), o), "as it should");
    },
  },
  timeout: {
    weight: 0.2,
    can: (world) => world.live.some(({ space }) => space === 0),
    run: (world, pick) => {
      const own = world.live.filter(({ space }) => space === 0);
      const { array, id } = at(own, pick.x);
      world.submit(0, [`array ${id}`], (q) => world.setting.main.slow(q, array), "timeout");
    },
  },
  record: {
    can: (world) => world.live.length > 1,
    run: (world, pick) => {
      const { queue } = world.queue(pick.queue);
      const chosen = Array.from({ length: 1 + (pick.n % 4) }, (_, number) =>
        choose(
          world,
          { ...pick, operation: pick.operation + number * 7, x: pick.x + number, y: pick.y + 2 * number },
          true,
        ),
      );
      const submit = () => {
        for (const { operation, x, y, n } of chosen)
          operation.submit(world.setting.main, queue, {}, x.array, y.array, n);
      };
      const graph = queue.record(submit, { fuse: pick.start % 2 === 0 });
      world.graphs.push({ graph, queue: pick.queue, steps: chosen, isDisposed: false });
    },
  },
  runGraph: {
    weight: 3,
    can: ({ graphs }) => graphs.length > 0,
    run: (world, pick) => {
      const { graph, queue, steps: recorded, isDisposed } = at(world.graphs, pick.x);
      const isFreed = recorded.some(({ operation, x, y }) => x.cell.isFreed || (operation.usesY && y.cell.isFreed));
      if (isDisposed) return expectThrown("a disposed graph", "invalid", () => graph.run());
      if (isFreed) return expectThrown("a graph with a freed array", "freed", () => graph.run());
      world.submit(
        queue,
        recorded.flatMap((chosen) => memoriesOf(world, queue, chosen)),
        (_, options) => graph.run(options),
      );
      for (const chosen of recorded) modelled(world, queue, chosen);
    },
  },
  disposeGraph: {
    can: ({ graphs }) => graphs.length > 0,
    run: ({ graphs }, pick) => {
      const recorded = at(graphs, pick.x);
      recorded.graph[Symbol.dispose]();
      recorded.isDisposed = true;
    },
  },
  buffer: {
    can: ({ buffers }) => buffers.length < 3,
    run: (world, pick) => {
      const array = Int32Array.from({ length: SIZE }, (_, i) => i + pick.n);
      const buffer = new world.setting.lanewise.DeviceBuffer(array);
      world.buffers.push({ id: world.id(), buffer, array, expected: array.slice(), isDisposed: false });
    },
  },
  useBuffer: {
    weight: 3,
    can: ({ buffers }) => buffers.length > 0,
    run: (world, pick) => {
      const { buffer, expected, isDisposed } = at(world.buffers, pick.x);
      const { main } = world.setting;
      const offset = pick.start % SIZE;
      const range = Math.min(SIZE - offset, 1 + pick.length);
      const submit = (q: ReturnType<World["queue"]>["queue"], options: object) =>
        q.submit((h) => main.inBuffer(h, h.accessor(buffer, "read_write", { offset, range }), pick.n), options);
      if (isDisposed)
        return expectThrown("a disposed buffer", "freed", () => submit(world.queue(pick.queue).queue, {}));
      world.submit(pick.queue, [], submit);
      change(expected.subarray(offset, offset + range), (value) => value * 3 + pick.n);
    },
  },
  lookAtBuffer: {
    can: ({ buffers }) => buffers.some(({ isDisposed }) => !isDisposed),
    run: async ({ buffers }, pick) => {
      const live = buffers.filter(({ isDisposed }) => !isDisposed);
      const { buffer, expected, id } = at(live, pick.x);
      const elements = await buffer.hostAccessor("read_write");
      same(`buffer ${id}`, elements, expected);
      change(elements, (value) => value + 1);
      change(expected, (value) => value + 1);
      if (pick.n % 2 === 0) await turn();
      elements.dispose();
    },
  },
  disposeBuffer: {
    can: ({ buffers }) => buffers.some(({ isDisposed }) => !isDisposed),
    run: async ({ buffers }, pick) => {
      const own = at(
        buffers.filter(({ isDisposed }) => !isDisposed),
        pick.x,
      );
      await own.buffer.disposeAsync();
      own.isDisposed = true;
      same(`array of buffer ${own.id}`, own.array, own.expected);
    },
  },
  settle: { weight: 2, run: (world) => world.settle() },
  turn: { run: () => turn().then(() => undefined) },
  /** Nothing is left for other threads and turns. */
  atOnce: {
    can: hasCells,
    run: async (world, pick) => {
      await world.settle();
      for (const number of [0, 1, 2])
        operate(world, { ...pick, operation: pick.operation + number * 5, x: pick.x + number });
      world.queue(pick.queue).queue.waitSync();
      for (const { array, expected, id } of world.live) same(`array ${id}, at once`, array, expected);
    },
  },
  queueOfItsOwn: {
    can: hasCells,
    run: async (world, pick) => {
      await world.settle();
      const { space } = world.queue(pick.queue);
      const context = at(world.setting.contexts, space >> 1);
      const { Queue } = world.setting.lanewise;
      const q = new Queue({ context, device: space % 2 === 0 ? "cpu" : "host", threads: 1 + (pick.n % 3) });
      const chosen = choose(world, pick);
      const { operation, x, y, n } = chosen;
      const ending = operation.submit(world.setting.main, q, {}, x.array, y.array, n).then(() => "complete", endOf);
      modelled(world, pick.queue, chosen);
      if (pick.n % 2 === 0) q[Symbol.dispose]();
      else await q[Symbol.asyncDispose]();
      if ((await ending) !== "complete")
        throw new Error(`a command of a queue that is disposed of ended as ${await ending}`);
      expectThrown("a disposed queue", "invalid", () => q.fill(x.array, 0));
      await world.settle();
    },
  },
  contextOfItsOwn: {
    weight: 0.3,
    run: async ({ setting }, pick) => {
      const { Context, Queue } = setting.lanewise;
      const context = new Context();
      const q = new Queue({ context, threads: 2, device: pick.n % 3 === 0 ? "host" : "cpu" });
      const x = q.mallocShared(Int32Array, SIZE);
      const copy = new Int32Array(SIZE);
      const expected = Int32Array.from({ length: SIZE }, (_, i) => pick.n + i);
      setting.main.set(q, {}, x, pick.n);
      const event = q.copy(x, copy);
      const ending = event.then(() => "complete", endOf);
      if (pick.n % 2 === 0) context[Symbol.dispose]();
      else await context[Symbol.asyncDispose]();
      if ((await ending) !== "complete")
        throw new Error(`a command of a context that is disposed of ended as ${await ending}`);
      same("what a disposed context left", copy, expected);
      expectThrown("a queue of a disposed context", "invalid", () => q.mallocShared(Int32Array, 1));
    },
  },
};
