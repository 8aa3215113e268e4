// What the analyses find, as text: each file under plans/ has small kernels, and beside it stands the plan of each (`.plan`), in gangs of eight.
// `npx vitest run test/filetests -u` writes them anew: read the difference before you commit it. A plan that has less is slower, one that has more
// may be wrong. Kernels of lanes.lwir have the lanes of gangs of sixteen in the plan's stead. Kernels of two dimensions have a plan for flat gangs, too.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Expr, type Fn, forEachStmt, type Module, parseModule, type Stmt, verify } from "@lanewise/ir";
import { expect, test } from "vitest";
import { analyse } from "../../codegen/dist/analysis/analyse.js";
import type { Condition } from "../../codegen/dist/analysis/assumptions.js";
import type { Counter, Loop } from "../../codegen/dist/analysis/facts.js";
import type { Form, IndexAtom, Range } from "../../codegen/dist/analysis/index-form.js";
import { chooseLanes } from "../../codegen/dist/analysis/lanes/choose-lanes.js";
import type { Way } from "../../codegen/dist/analysis/lanes/lane-bits.js";
import { type GangPlan, planGangs } from "../../codegen/dist/analysis/plan.js";
import type { Shape } from "../../codegen/dist/analysis/shapes.js";

const folder = fileURLToPath(new URL("plans/", import.meta.url));

const signs: Readonly<Record<string, string>> = { add: "+", sub: "-", mul: "*", lt: "<", le: "<=", gt: ">", ge: ">=" };

function textOf(expr: Expr): string {
  switch (expr.kind) {
    case "const":
      return `${expr.value}`;
    case "local":
      return `%${expr.local}`;
    case "query":
      return `${expr.query}(${expr.dimension})`;
    case "op": {
      const [a = "", b = "", ...others] = expr.args.map(textOf);
      const sign = signs[expr.op];
      return sign && b !== "" ? `(${a} ${sign} ${b})` : `${expr.op}(${[a, b, ...others].filter(Boolean).join(", ")})`;
    }
    case "element":
      return `${textOf(expr.base)}[${textOf(expr.index)}]`;
    case "load":
      return textOf(expr.place);
    case "length":
      return `length(${textOf(expr.span)})`;
    case "global":
      return `$${expr.global}`;
    case "field":
      return `${textOf(expr.base)}.${expr.field}`;
    case "address":
      return `&%${expr.local}`;
    default:
      return expr.kind;
  }
}

function textOfRange(range: Range): string {
  switch (range.kind) {
    case "between":
      return `${range.low} to ${range.high}`;
    case "form":
      return textOfForm(range.form);
    case "shift":
      return `${textOfRange(range.a)} >> ${range.count}`;
    case "quotient":
      return `${textOfRange(range.a)} / ${range.divisor}`;
    default:
      return `${range.kind}(${textOfRange(range.a)}, ${textOfRange(range.b)})`;
  }
}

function textOfAtom(atom: IndexAtom): string {
  switch (atom.kind) {
    case "known":
      return textOf(atom.expr);
    case "index":
      return `id(${atom.dimension})`;
    case "linearId":
      return "id";
    case "counter":
      return `%${atom.counter.local}`;
    case "ranged":
      return `{${textOfRange(atom.range)}}`;
  }
}

function textOfForm({ constant, terms }: Form): string {
  const all = [...terms.values()].map(({ coefficient, atoms }) => {
    const factors = atoms.map(({ value }) => textOfAtom(value));
    return [...(coefficient === 1 && factors.length > 0 ? [] : [coefficient]), ...factors].join(" * ");
  });
  return [...all, ...(constant !== 0 || all.length === 0 ? [`${constant}`] : [])].join(" + ");
}

const relations = { notNegative: ">= 0", notZero: "!= 0", zero: "== 0" };
const textOfCondition = ({ kind, form }: Condition): string => `${textOfForm(form)} ${relations[kind]}`;

function textOfShape(shape: Shape): string {
  if (shape.kind !== "linear") return shape.kind;
  return `linear ${typeof shape.stride === "number" ? shape.stride : textOf(shape.stride)}`;
}

function textOfStmt(stmt: Stmt): string {
  if (stmt.kind === "set") return `%${stmt.local} = ${textOf(stmt.value)}`;
  return stmt.kind === "store" ? `${textOf(stmt.place)} = ${textOf(stmt.value)}` : stmt.kind;
}

const textOfCounter = ({ local, first, compare, bound, step }: Counter): string => {
  const by = typeof step === "number" ? `${step}` : textOf(step);
  return `%${local} from ${first.value ? textOf(first.value) : "a captured number"} ${signs[compare]} ${textOf(bound)} by ${by}`;
};

/** A line for each part that is not empty. */
function textOfPlan(plan: GangPlan): readonly string[] {
  const { facts, fast, safe, hoists, interleaving, ownStores, pointers, transposed } = plan;
  const line = (name: string, all: Iterable<string>): readonly string[] => {
    const list = [...all];
    return list.length === 0 ? [] : [`  ${name}: ${list.join("; ")}`];
  };
  const texts = (all: Iterable<Expr>) => [...all].map(textOf);
  const nameOf = (loop: Loop | undefined) => (loop ? `L${loop.label}` : "kernel");
  const groups = (all: ReadonlyMap<Loop | undefined, readonly (readonly Expr[])[]>) =>
    [...all].flatMap(([loop, some]) => some.map((one) => `${nameOf(loop)} ${textOf(one[0] as Expr)} x ${one.length}`));
  const isSame = JSON.stringify(fast.shapes.locals) === JSON.stringify(safe.shapes.locals);
  const shapes = (clone: GangPlan["fast"]) =>
    clone.shapes.locals.flatMap((shape, local) =>
      local < facts.fn.parameters ? [] : [`%${local} ${shape ? textOfShape(shape) : "nothing"}`],
    );
  return [
    ...line(
      "counters",
      [...facts.loops.values()].flatMap(({ counters }) => counters.map(textOfCounter)),
    ),
    ...line("shapes", shapes(fast)),
    ...(isSame ? [] : line("safe shapes", shapes(safe))),
    ...line(
      "divergent",
      [...fast.shapes.divergent].map((label) => (label === undefined ? "kernel" : `L${label}`)),
    ),
    ...line(
      "divided rounds",
      [...fast.shapes.dividedRounds].map((label) => `L${label}`),
    ),
    ...line(
      "assumed",
      [...fast.choices].map(
        ([expr, choice]) => `${textOf(expr)} is ${typeof choice === "boolean" ? choice : textOf(choice)}`,
      ),
    ),
    ...line("proven", texts(fast.proven)),
    ...line("not for all", texts([...fast.proven].filter((one) => !fast.inside.has(one)))),
    ...line("where", plan.conditions.map(textOfCondition)),
    ...line("near", texts(fast.near)),
    ...line(
      "flat",
      [...fast.flat].map(([one, { stride, rest }]) => `${textOf(one)} by ${stride} from ${textOfForm(rest)}`),
    ),
    ...line("idle", [...fast.idle].map(textOfStmt)),
    ...line(
      "interleaved",
      [...interleaving.groups.values()].map((stores) => stores.map(textOfStmt).join(", ")),
    ),
    ...line("earlier", [...interleaving.earlier].map(textOfStmt)),
    ...line(
      "own stores",
      [...ownStores].map(([one, { conditions, others }]) => {
        const where = conditions.map((some) => some.map(textOfCondition).join(" or ")).join(" and ");
        return [textOf(one), where && `where ${where}`, ...others.map((other) => `apart from %${other}`)]
          .filter(Boolean)
          .join(" ");
      }),
    ),
    ...line(
      "pointers",
      [...pointers].flatMap(([loop, all]) =>
        all.map(({ lead, members, size, step }) => {
          const by = textOfForm({ constant: 0, terms: new Map(step.map((one, at) => [`${at}`, one])) });
          const behind = members.map(({ element, offset }) => `${textOf(element)} + ${offset}`).join(", ");
          return `${nameOf(loop)} ${textOf(lead)} by ${by} of ${size} bytes: ${behind}`;
        }),
      ),
    ),
    ...line(
      "transposed",
      [...transposed].map(([loop, { counter, loads, stores, apart, strides }]) => {
        const rows = [...loads, ...stores].map(
          ([, { element, stride }]) => `${textOf(element)} by ${typeof stride === "number" ? stride : textOf(stride)}`,
        );
        const others = apart.map(([a, b]) => `%${a} apart from %${b}`);
        return [nameOf(loop), `%${counter.local}`, ...rows, ...others, ...strides.map(textOf)].join(", ");
      }),
    ),
    ...line("hoisted", [...hoists.sets].map(textOfStmt)),
    ...line("hoisted scalars", groups(hoists.scalars)),
    ...line("hoisted vectors", groups(hoists.vectors)),
  ];
}

const textOfWay = (way: Way): string => {
  if (way.kind === "form") {
    const { form, isSigned, count, operands } = way.use;
    return [
      form,
      ...operands.map(({ bits }) => bits),
      ...(isSigned ? ["signed"] : []),
      ...(count > 0 ? [`by ${count}`] : []),
    ].join(" ");
  }
  return way.kind === "converted" ? `from ${way.from}${way.sign ? ` ${way.sign}` : ""}` : way.kind;
};

/** In which lanes gangs of sixteen compute what is set and stored, and each of its operands. */
function lanesOf(module: Module, fn: Fn): string {
  const { lanes } = planGangs(module, analyse(fn, "rows", { module }), "checked", 16, () => ({ chooseLanes })).fast;
  const widths = [8, 16, 32] as const;
  const waysOf = (expr: Expr): readonly string[] => {
    const ways = widths.flatMap((bits) => {
      const way = lanes.wayOf(expr, bits);
      return way.kind === "whole" ? [] : [`${bits} ${textOfWay(way)}`];
    });
    const own =
      expr.kind === "local" || expr.kind === "const" ? [] : [`    ${textOf(expr)}: ${ways.join(", ") || "whole"}`];
    return expr.kind === "op" ? [...own, ...expr.args.flatMap(waysOf)] : own;
  };
  const lines: string[] = [];
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind !== "set" && stmt.kind !== "store") return;
    const bits = stmt.kind === "set" ? lanes.ofLocal(stmt.local) : lanes.ofStore(stmt);
    lines.push(`  ${textOfStmt(stmt)} in ${bits} bits`, ...waysOf(stmt.value));
  });
  return [fn.name, ...lines].join("\n");
}

function planOf(module: Module, fn: Fn): string {
  const plan = (shape: "rows" | "flat") =>
    textOfPlan(planGangs(module, analyse(fn, shape, { module }), "checked", 8, undefined));
  const flat = fn.dimensions > 1 ? ["  --- flat", ...plan("flat")] : [];
  return [fn.name, ...plan("rows"), ...flat].join("\n");
}

test.each(readdirSync(folder).filter((name) => name.endsWith(".lwir")))("%s", async (name) => {
  const module = parseModule(readFileSync(join(folder, name), "utf8"));
  expect(verify(module)).toEqual([]);
  const text = module.functions.map((fn) => (name === "lanes.lwir" ? lanesOf : planOf)(module, fn)).join("\n\n");
  await expect(`${text}\n`).toMatchFileSnapshot(join(folder, name.replace(/\.lwir$/, ".plan")));
});
