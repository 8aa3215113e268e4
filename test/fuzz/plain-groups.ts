// A random program of work-groups (group-program.ts) as plain JavaScript: a kernel that waits becomes a generator, and the work-items of a
// group take turns from barrier to barrier. Run in two orders, with other bytes in local memory, so that a program whose result is open is
// found out.

import ts from "typescript-6";
import { combined, neutralOf, type Type } from "../support/group-values.js";
import { BORDER } from "./group-program.js";
import { type AnyArray, library } from "./launch.js";

type Value = number | bigint | boolean;
/** What a work-item waits for: `sub` in its sub-group alone; `type` is that of the values. */
interface Asked {
  readonly name: string;
  readonly isSub: boolean;
  readonly type: string;
  readonly args: readonly unknown[];
}
type WorkItem = Generator<Asked, void, unknown>;

const waiting = /^(barrier|any|all|none|reduce|inclusiveScan|exclusiveScan|broadcast|shuffle(Up|Down|Xor)?)$/;

/** What waits yields; functions in which something does become generators. */
function yielding(context: ts.TransformationContext): ts.Transformer<ts.SourceFile> {
  const { factory } = context;
  let yields = 0;
  const visit = (node: ts.Node): ts.Node => {
    if (ts.isArrowFunction(node)) {
      const before = yields;
      const inner = ts.visitEachChild(node, visit, context);
      const isGenerator = yields > before;
      yields = before;
      if (!isGenerator) return inner;
      const body = ts.isBlock(inner.body)
        ? inner.body
        : factory.createBlock([factory.createReturnStatement(inner.body)]);
      const star = factory.createToken(ts.SyntaxKind.AsteriskToken);
      return factory.createFunctionExpression(undefined, star, undefined, undefined, inner.parameters, undefined, body);
    }
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression))
      return ts.visitEachChild(node, visit, context);
    const { expression: of, name } = node.expression;
    if (!ts.isIdentifier(of) || !/^(item|group|subGroup)$/.test(of.text) || !waiting.test(name.text))
      return ts.visitEachChild(node, visit, context);
    yields++;
    const { parent } = node;
    const type = ts.isVariableDeclaration(parent) && parent.type ? parent.type.getText() : "";
    const asked = factory.createObjectLiteralExpression([
      factory.createPropertyAssignment("name", factory.createStringLiteral(name.text)),
      factory.createPropertyAssignment("isSub", of.text === "subGroup" ? factory.createTrue() : factory.createFalse()),
      factory.createPropertyAssignment("type", factory.createStringLiteral(type)),
      factory.createPropertyAssignment(
        "args",
        factory.createArrayLiteralExpression(
          node.arguments.map((argument) => ts.visitNode(argument, visit, ts.isExpression)),
        ),
      ),
    ]);
    return factory.createParenthesizedExpression(factory.createYieldExpression(undefined, asked));
  };
  return (file) => ts.visitEachChild(file, visit, context);
}

/** How it goes over work-items, and what stands in local memory at first. */
interface Order {
  readonly isBackwards: boolean;
  readonly poison: number;
}

/** Runs `make`; gives the values of device globals. Throws what the program throws. */
export function runPlainly(
  text: string,
  args: readonly (AnyArray | number)[],
  order: Order,
): Readonly<Record<string, unknown>> {
  const body = text
    .replace(/^import.*$/gm, "")
    .replaceAll("export ", "")
    .replace(BORDER, "\n");
  const { outputText } = ts.transpileModule(body, {
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
    transformers: { before: [yielding] },
  });
  const device = { ...library, ...hostSide(order) };
  const names = ["counted", "most", "rate", "start"];
  // The text declares functions and classes of these names.
  const plain = new Function(
    ...Object.keys(device),
    `${outputText}; return { make, ${names.map((name) => `${name}: typeof ${name} === "undefined" ? undefined : ${name}`).join(", ")} };`,
  )(...Object.values(device)) as Readonly<Record<string, { readonly value?: unknown }>> & {
    readonly make: (...args: readonly unknown[]) => void;
  };
  plain.make(queue(order), ...args);
  return Object.fromEntries(names.map((name) => [name, plain[name]?.value ?? plain[name]]));
}

type Filled = new (length: number) => { fill(value: number | bigint): unknown };

function hostSide({ poison }: Order) {
  return {
    deviceGlobal: (value: unknown) => (Array.isArray(value) ? Uint32Array.from(value) : { value }),
    specConstant: (value: unknown) => ({ value }),
    ndRange: (global: number | readonly number[], local: number | readonly number[]) => ({
      global: [global].flat(),
      local: [local].flat(),
    }),
    localMemory: (of: Filled, length: number) => localMemories.next(of, length, poison),
  };
}

/** Each work-item of a group asks for the same ones, one after the other. */
const localMemories = {
  made: [] as unknown[],
  asked: 0,
  next(of: Filled, length: number, poison: number): unknown {
    const at = this.asked++;
    this.made[at] ??= new of(length).fill(
      of === (BigInt64Array as unknown) || of === (BigUint64Array as unknown) ? BigInt(poison) : poison,
    );
    return this.made[at];
  },
};

interface Range {
  readonly global: readonly number[];
  readonly local: readonly number[];
}

function queue(order: Order) {
  return {
    parallelFor: (length: number, kernel: (i: number) => void) => {
      for (let at = 0; at < length; at++) kernel(order.isBackwards ? length - 1 - at : at);
    },
    submit: (state: (h: unknown) => void) => {
      const before: [{ value: unknown }, unknown][] = [];
      state({
        setSpecializationConstant: (constant: { value: unknown }, value: unknown) => {
          before.push([constant, constant.value]);
          constant.value = value;
        },
        parallelFor: (range: Range, kernel: (item: unknown) => unknown, options?: { readonly subGroupSize?: number }) =>
          run(range, kernel, options?.subGroupSize ?? 8, order),
      });
      for (const [constant, value] of before.reverse()) constant.value = value;
    },
  };
}

const count = (lengths: readonly number[]): number => lengths.reduce((product, length) => product * length, 1);

/** The index of a place, outermost first. */
function indexOf(place: number, lengths: readonly number[]): readonly number[] {
  return lengths.map((length, d) => Math.floor(place / count(lengths.slice(d + 1))) % length);
}
const placeOf = (at: readonly number[], lengths: readonly number[]): number =>
  at.reduce((place, one, d) => place * (lengths[d] ?? 1) + one, 0);

function run({ global, local }: Range, kernel: (item: unknown) => unknown, most: number, order: Order): void {
  const groups = global.map((length, d) => length / (local[d] ?? 1));
  const turn = <T>(all: readonly T[]): readonly T[] => (order.isBackwards ? [...all].reverse() : all);
  for (const group of turn([...Array(count(groups)).keys()])) {
    localMemories.made = [];
    const items = Array.from({ length: count(local) }, (_, place) => {
      const [at, inGroup] = [indexOf(group, groups), indexOf(place, local)];
      const id = inGroup.map((one, d) => (at[d] ?? 0) * (local[d] ?? 1) + one);
      const lane = place % most;
      const first = place - lane;
      return {
        globalLinearId: placeOf(id, global),
        localLinearId: place,
        localId: (d = 0) => inGroup[d],
        globalId: (d = 0) => id[d],
        group: { linearId: group, id: (d = 0) => at[d], isLeader: place === 0 },
        subGroup: {
          linearId: first / most,
          id: () => first / most,
          localId: () => lane,
          isLeader: lane === 0,
        },
      };
    });
    runGroup(turn(items.map((item, place) => ({ place, item }))), kernel, most);
  }
}

function runGroup(
  items: readonly { readonly place: number; readonly item: unknown }[],
  kernel: (item: unknown) => unknown,
  most: number,
): void {
  let open = items.map(({ place, item }) => {
    localMemories.asked = 0;
    return { place, made: kernel(item) as WorkItem | undefined, asked: 0 };
  });
  let answers: readonly unknown[] = [];
  for (;;) {
    const told: { readonly place: number; readonly asked: Asked }[] = [];
    open = open.filter((one) => {
      localMemories.asked = one.asked;
      const step = one.made?.next?.(answers[one.place]);
      one.asked = localMemories.asked;
      if (!step || step.done) return false;
      told.push({ place: one.place, asked: step.value });
      return true;
    });
    const [first] = told;
    if (!first) return;
    if (told.length !== items.length || told.some(({ asked }) => key(asked) !== key(first.asked)))
      throw new Error(`not all work-items reached ${first.asked.name}`);
    const all = [...told].sort((a, b) => a.place - b.place).map(({ asked }) => asked);
    answers = first.asked.isSub ? inParts(all, most).flatMap(answer) : answer(all);
  }
}

const key = ({ name, isSub, type, args: [, ...rest] }: Asked): string =>
  [name, isSub, type, typeof rest[0] === "string" ? rest[0] : ""].join();
const inParts = (all: readonly Asked[], most: number): readonly (readonly Asked[])[] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, part) => all.slice(part * most, (part + 1) * most));

/** What each of a group or sub-group gets (WG10, WG13, WG14). */
function answer(all: readonly Asked[]): readonly unknown[] {
  const [first] = all;
  if (!first || first.name === "barrier") return all.map(() => undefined);
  const values = all.map(({ args: [value] }) => value as Value);
  const from = (lane: (own: number, by: number) => number) =>
    all.map(({ args }, own) => values[lane(own, Number(args[1] ?? 0))] ?? values[own]);
  const same = (value: unknown) => all.map(() => value);
  switch (first.name) {
    case "any":
      return same(values.includes(true));
    case "all":
      return same(!values.includes(false));
    case "none":
      return same(!values.includes(true));
    case "broadcast":
      return first.isSub ? from((_, lane) => lane) : same(values[Number(first.args[1] ?? 0)]);
    case "shuffle":
      return from((_, lane) => lane);
    case "shuffleUp":
      return from((own, by) => own - by);
    case "shuffleDown":
      return from((own, by) => own + by);
    case "shuffleXor":
      return from((own, by) => own ^ by);
    default:
      return combining(first, values as (number | bigint)[]);
  }
}

function combining(
  { name, isSub, type: declared, args }: Asked,
  values: readonly (number | bigint)[],
): readonly unknown[] {
  const operation = args[1] as Parameters<typeof combined>[1];
  const type = declared as Type;
  if (!/^[iuf](32|64)$/.test(type)) throw new Error(`of ${name} the type is not told`);
  const both = (a: number | bigint, b: number | bigint) => combined(type, operation, a, b);
  if (name === "reduce") return values.map(() => (isSub ? tree([...values], both) : values.reduce(both)));
  const sums = isSub ? doubling(values, both) : values.map((_, at) => values.slice(0, at + 1).reduce(both));
  return name === "inclusiveScan" ? sums : [neutralOf(type, operation), ...sums.slice(0, -1)];
}

type Both = (a: number | bigint, b: number | bigint) => number | bigint;

function tree(values: readonly (number | bigint)[], both: Both): number | bigint | undefined {
  if (values.length <= 1) return values[0];
  const next = Array.from({ length: Math.ceil(values.length / 2) }, (_, at) => {
    const [a, b] = [values[at * 2] ?? 0, values[at * 2 + 1]];
    return b === undefined ? a : both(a, b);
  });
  return tree(next, both);
}

function doubling(values: readonly (number | bigint)[], both: Both): readonly (number | bigint)[] {
  let sums = values;
  for (let below = 1; below < values.length; below *= 2) {
    const before = sums;
    sums = before.map((own, lane) => (lane < below ? own : both(before[lane - below] ?? 0, own)));
  }
  return sums;
}
