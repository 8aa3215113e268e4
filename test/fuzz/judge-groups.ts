// What is wrong with a program of group-program.ts: it runs by the runtime on the cpu device with one, two and four threads and on the host
// device, and leaves in arrays and device globals what plain JavaScript does. Programs are compiled together.

import { isDeepStrictEqual } from "node:util";
import type { Context, DeviceGlobal, Queue } from "lanewise";
import { type LoadedProgram, loadProgram } from "../support/load-program.js";
import { BORDER, MOST_ITEMS } from "./group-program.js";
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

interface Running {
  readonly context: Context;
  readonly queues: Readonly<Record<string, Queue>>;
}
let running: Running[] = [];
let programs = 0;

/** Of a device its queue, in a context of its own: device globals are its own. */
function queueOn(lanewise: LoadedProgram["lanewise"]): Readonly<Record<string, Queue>> {
  if (running.length === 0) {
    const before = process.env.LANEWISE_THREADS;
    process.env.LANEWISE_THREADS = "4";
    running = Object.entries(devices).map(([name, options]) => {
      const context = new lanewise.Context();
      return { context, queues: { [name]: new lanewise.Queue({ ...options, context }) } };
    });
    if (before === undefined) delete process.env.LANEWISE_THREADS;
    else process.env.LANEWISE_THREADS = before;
  }
  return Object.assign({}, ...running.map(({ queues }) => queues));
}

export function endGroups(): void {
  for (const { context } of running) context[Symbol.dispose]();
  running = [];
}

/** Each alone where not all of them compile. */
export async function judgeGroups(texts: readonly string[]): Promise<readonly Verdict[]> {
  if (texts.length === 0) return [];
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
    program = await loadProgram(Object.fromEntries(files));
  } catch (error) {
    if (texts.length > 1) return (await Promise.all(texts.map((text) => judgeGroups([text])))).flat();
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
  for (const [name, q] of Object.entries(queueOn(program.lanewise))) {
    const wrong = difference(expected, await leftOn(q, main.make, lib));
    if (wrong !== undefined) found.push(`${name}: ${wrong}`);
  }
  return found.length === 0 ? { kind: "fine", text: "" } : { kind: "difference", text: found.join("\n") };
}

async function leftOn(q: Queue, make: (...args: readonly unknown[]) => void, lib: Left): Promise<Left> {
  const own = arrays.map((array) => inMemory(q, createArray(array, array.name, MOST_ITEMS)));
  try {
    make(q, ...own, gain);
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
