// Random pure functions as TypeScript text, the same for one seed, called at once: `((…) => { … })(3, 4)`. Loops are counted,
// so that each ends.

import { createRandom, type Random } from "../support/random.js";

interface Scope {
  readonly random: Random;
  /** Names of numbers that may be assigned. */
  readonly numbers: readonly string[];
  readonly constants: readonly string[];
  readonly loops: number;
  readonly next: () => number;
}

export function randomFunction(seed: number): string {
  const random = createRandom(seed);
  let count = 0;
  const scope: Scope = { random, numbers: ["a", "b"], constants: [], loops: 0, next: () => count++ };
  const body = statements(scope, 3 + random.below(6), "  ");
  const args = `${literal(random)}, ${literal(random)}`;
  return `((a: number, b: number) => {\n  const list: number[] = [];\n  const record = { x: 1, y: 2 };\n${body}
  return { a, b, list, record, text: \`\${a}|\${b}\` };\n})(${args})`;
}

function literal(random: Random): string {
  return random.pick(["0", "1", "2", "3", "-1", "0.5", "1e9", "-7", "255", "0x7fffffff", "NaN"]);
}

function statements(scope: Scope, count: number, indent: string): string {
  let inside = scope;
  const lines: string[] = [];
  for (let left = count; left > 0; left--) {
    if (scope.random.oneIn(4)) {
      const name = `v${scope.next()}`;
      const isConst = scope.random.oneIn(2);
      lines.push(`${indent}${isConst ? "const" : "let"} ${name}: number = ${expression(inside, 3)};`);
      const list = isConst ? "constants" : "numbers";
      inside = { ...inside, [list]: [...inside[list], name] };
    } else lines.push(statement(inside, indent));
  }
  return lines.join("\n");
}

function statement(scope: Scope, indent: string): string {
  const { random } = scope;
  const deeper = `${indent}  `;
  const block = (inner: Scope, extra = "") =>
    `{\n${statements(inner, 1 + random.below(3), deeper)}${extra && `\n${deeper}${extra}`}\n${indent}}`;
  const choice = scope.loops > 1 ? random.below(7) : random.below(12);
  const target = random.pick(scope.numbers);
  if (choice < 2)
    return `${indent}${target} ${random.pick(["=", "+=", "-=", "*=", "^=", "|=", ">>>="])} ${expression(scope, 3)};`;
  if (choice === 2) return `${indent}list.push(${expression(scope, 2)});`;
  if (choice === 3) return `${indent}record.${random.pick(["x", "y"])} = ${expression(scope, 3)};`;
  if (choice === 4) return `${indent}[${target}, record.x] = [record.x, ${expression(scope, 2)}];`;
  if (choice === 5) return `${indent}if (${expression(scope, 2)}) ${block(scope)} else ${block(scope)}`;
  if (choice === 6) {
    const cases = [0, 1, 2].map((n) => `case ${n}: ${target} += ${n + 1};${random.oneIn(2) ? " break;" : ""}`);
    return `${indent}switch ((${expression(scope, 2)}) & 3) { ${cases.join(" ")} default: ${target}--; }`;
  }
  const inner = { ...scope, loops: scope.loops + 1 };
  const name = `i${scope.next()}`;
  const counted = { ...inner, constants: [...scope.constants, name] };
  const leave = random.oneIn(2) ? `if (${expression(counted, 2)} > 3) ${random.pick(["break", "continue"])};` : "";
  if (choice < 9)
    return `${indent}for (let ${name} = 0; ${name} < ${random.below(6)}; ${name}++) ${block(counted, leave)}`;
  if (choice === 9) return `${indent}for (const ${name} of [1, 2.5, ...list.slice(0, 3)]) ${block(counted, leave)}`;
  return `${indent}let ${name} = 0;\n${indent}while (${name}++ < ${random.below(5)}) ${block(counted, leave)}`;
}

const operators = [
  "+",
  "-",
  "*",
  "/",
  "%",
  "**",
  "&",
  "|",
  "^",
  "<<",
  ">>",
  ">>>",
  "<",
  "<=",
  "===",
  "!==",
  "&&",
  "||",
  "??",
];

function expression(scope: Scope, depth: number): string {
  const { random } = scope;
  if (depth === 0 || random.oneIn(4)) {
    const leaf = random.below(5);
    if (leaf < 3) return random.pick([...scope.numbers, ...scope.constants]);
    return leaf === 3 ? literal(random) : random.pick(["record.x", "record.y", "list.length", "(list[0] ?? 4)"]);
  }
  const inner = () => expression(scope, depth - 1);
  const choice = random.below(12);
  if (choice < 5) return binary(random.pick(operators), inner(), inner());
  if (choice === 5) return `(${inner()} ? ${inner()} : ${inner()})`;
  if (choice === 6) return `Math.${random.pick(["floor", "abs", "sqrt", "sin", "sign", "fround"])}(${inner()})`;
  if (choice === 7) return `Math.${random.pick(["min", "max", "imul", "hypot"])}(${inner()}, ${inner()})`;
  if (choice === 8) return `(${random.pick(["-", "~", "+"])}(${inner()}))`;
  if (choice === 9) return `((p: number, q = p) => p - q * ${inner()})(${inner()})`;
  if (choice === 10) return `[${inner()}, ${inner()}].reduce((p, q) => p + q * ${inner()}, 1)`;
  return `(${random.pick(scope.numbers)}${random.pick(["++", "--"])})`;
}

/** Comparisons as numbers; what the grammar does not let stand side by side in parentheses. */
function binary(operator: string, left: string, right: string): string {
  const text = `((${left}) ${operator} (${right}))`;
  return /^(<|<=|===|!==)$/.test(operator) ? `Number(${text})` : text;
}
