// What is wrong with a program of group-program.ts: it runs by the runtime on the cpu device with one, two and four threads and on the host
// device, and leaves in arrays and device globals what plain JavaScript does. Programs are compiled together.

import { isDeepStrictEqual } from "node:util";
import type { BuildOptions } from "@lanewise/transformer";
import type { Context, DeviceGlobal, Queue } from "lanewise";
import { type LoadedProgram, loadProgram } from "../support/load-program.js";
import { AHEAD, BORDER, MOST_ITEMS, RECORDED } from "./group-program.js";
import type { Verdict } from "./judge.js";
import { type AnyArray, createArray } from "./launch.js";
import { runPlainly } from "./plain-groups.js";
import { arrays } from "./program.js";

export const isOfGroups = (text: string): boolean => text.includes(BORDER);

const gain = -2.5;
const globals = ["counted", "most", "rate", "start"] as const;
/** A launch with a timeout runs on workers, however short it is. */
const devices = {
  "one thread": { device: "cpu", threads: 1 },
  "two threads": { device: "cpu", threads: 2, timeout: 120_000 },
  "four threads": { device: "cpu", threads: 4, timeout: 120_000 },
  host: { device: "host" },
} as const;

type Name = keyof typeof devices;
let contexts: Context[] = [];
let queues: (readonly [Name, Queue])[] = [];
let programs = 0;

/** Of each device one, in a context of its own: device globals are its own. */
function queuesOn(lanewise: LoadedProgram["lanewise"]): typeof queues {
  if (queues.length > 0) return queues;
  const before = process.env.LANEWISE_THREADS;
  process.env.LANEWISE_THREADS = "4";
  queues = Object.entries(devices).map(([name, options]) => {
    const context = new lanewise.Context();
    contexts.push(context);
    return [name as Name, new lanewise.Queue({ ...options, context })]; // a key of the table
  });
  if (before === undefined) delete process.env.LANEWISE_THREADS;
  else process.env.LANEWISE_THREADS = before;
  return queues;
}

export function endGroups(): void {
  for (const context of contexts) context[Symbol.dispose]();
  contexts = [];
  queues = [];
}

export async function judgeGroups(texts: readonly string[]): Promise<readonly Verdict[]> {
  const found = new Map<string, Verdict>();
  for (const isAhead of [false, true]) {
    const some = texts.filter((text) => text.includes(AHEAD) === isAhead);
    const verdicts = some.length === 0 ? [] : await judgeBuilt(some, isAhead ? { targets: ["ir", "wasm"] } : {});
    for (const [at, text] of some.entries()) found.set(text, verdicts[at] ?? none);
  }
  return texts.map((text) => found.get(text) ?? none);
}
const none: Verdict = { kind: "invalid", text: "no program" };

/** Each alone where not all of them compile. */
async function judgeBuilt(texts: readonly string[], asked: BuildOptions): Promise<readonly Verdict[]> {
  const folders = texts.map(() => `p${programs++}/`);
  const files = texts.flatMap((text, at) => {
    const [lib = "", main = ""] = text.split(BORDER);
    return [
      [`${folders[at]}lib.ts`, lib],
      [`${folders[at]}main.ts`, main],
    ];
  });
  let program: LoadedProgram;
  try {
    program = await loadProgram(Object.fromEntries(files), { asked });
  } catch (error) {
    if (texts.length > 1) return (await Promise.all(texts.map((text) => judgeBuilt([text], asked)))).flat();
    const told = error instanceof Error && /^the program does not compile:\n(.*)$/s.exec(error.message)?.[1];
    // Without the place, so that what is left of the program is wrong in the same way.
    if (told) return [{ kind: "invalid", text: told.replace(/^\S+:(\d+): (.*)/, "$2 in line $1") }];
    return [{ kind: "crash", text: String(error instanceof Error ? error.stack : error) }];
  }
  try {
    const verdicts: Verdict[] = [];
    for (const [at, text] of texts.entries()) verdicts.push(await compare(text, program, folders[at] ?? ""));
    return verdicts;
  } finally {
    program.dispose();
  }
}

type Left = Readonly<Record<string, unknown>>;

async function compare(text: string, program: LoadedProgram, folder: string): Promise<Verdict> {
  let expected: Left;
  try {
    const orders = [
      { isBackwards: false, poison: 0 },
      { isBackwards: true, poison: 77 },
    ];
    const left = orders.map((order) => {
      const own = arrays.map((array) => createArray(array, array.name, MOST_ITEMS));
      const values = runPlainly(text, [...own, gain], order);
      return shown({ ...Object.fromEntries(arrays.map(({ name }, at) => [name, own[at]])), ...values });
    });
    const [first = {}, second = {}] = left;
    const open = difference(first, second);
    if (open !== undefined) return { kind: "invalid", text: `what it leaves is open: ${open}` };
    expected = first;
  } catch (error) {
    return { kind: "invalid", text: `plain JavaScript: ${error}` };
  }
  // What its text exports.
  const main = (await program.load(`${folder}main.ts`)) as unknown as {
    readonly make: (...args: readonly unknown[]) => void;
  };
  const lib = await program.load(`${folder}lib.ts`);
  const found: string[] = [];
  for (const [name, q] of queuesOn(program.lanewise)) {
    const wrong = difference(
      expected,
      await leftOn(q, main.make, lib, text.includes(RECORDED) && !("timeout" in devices[name])),
    );
    if (wrong !== undefined) found.push(`${name}: ${wrong}`);
  }
  return found.length === 0 ? { kind: "fine", text: "" } : { kind: "difference", text: found.join("\n") };
}

async function leftOn(
  q: Queue,
  make: (...args: readonly unknown[]) => void,
  lib: Left,
  isRecorded: boolean,
): Promise<Left> {
  const own = arrays.map((array) => inMemory(q, createArray(array, array.name, MOST_ITEMS)));
  try {
    if (isRecorded) {
      using graph = q.record(() => make(q, ...own, gain), { fuse: true });
      await graph.run();
    } else make(q, ...own, gain);
    await q.wait();
    const values = await Promise.all(
      globals
        .filter((name) => lib[name] !== undefined)
        .map(async (name) => [name, await q.read(lib[name] as DeviceGlobal<unknown>)]),
    );
    return shown({
      ...Object.fromEntries(arrays.map(({ name }, at) => [name, own[at]])),
      ...Object.fromEntries(values),
    });
  } catch (error) {
    return { error: String(error) };
  } finally {
    await q.wait().catch(() => undefined); // said above
    for (const array of own) q.free(array as Parameters<Queue["free"]>[0]);
  }
}

function inMemory(q: Queue, array: AnyArray): AnyArray {
  const create = q.mallocShared.bind(q) as (of: unknown, contents: AnyArray) => AnyArray; // of the same kind
  return create(array.constructor, array);
}

/** As plain arrays and numbers. */
function shown(left: Left): Left {
  const plain = Object.entries(left)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, ArrayBuffer.isView(value) ? [...(value as AnyArray)] : value]);
  return Object.fromEntries(plain);
}

/** The first one, in words. */
function difference(expected: Left, found: Left): string | undefined {
  if ("error" in found) return `expected contents, found ${found.error}`;
  for (const [name, value] of Object.entries(expected)) {
    const other = found[name];
    if (isDeepStrictEqual(value, other)) continue;
    if (!Array.isArray(value) || !Array.isArray(other)) return `${name}: expected ${value}, found ${other}`;
    const at = value.findIndex((one: unknown, index) => !Object.is(one, other[index]));
    return `${name}[${at}]: expected ${value[at]}, found ${other[at]}`;
  }
  return undefined;
}
