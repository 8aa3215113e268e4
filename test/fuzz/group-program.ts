// A random program of kernels of work-groups, the same for one seed, in two modules: device globals, specialization constants and functions
// in one, in the other `make`, which launches. Between barriers a work-item stores to its own elements alone, or all change some by atomic
// operations that nobody reads meanwhile, so that there is one right result.

import { operationsOf } from "../support/group-values.js";
import { createRandom } from "../support/random.js";
import { declarations } from "./declarations.js";
import { expression, index } from "./expressions.js";
import { arrays, arrayVariables, emptyScope, results } from "./program.js";
import { type ArrayType, type Numeric, numbers, type Scope, type Shared, type Variable } from "./scope.js";
import { sharedArrays, statements } from "./statements.js";

/** The most work-items of a launch. */
export const MOST_ITEMS = 32;
/** What stands between the two modules, of these names. */
export const BORDER = "\n// main.ts, behind lib.ts\n";

/** Says of a program that it is generated ahead of time, and that its launches are a graph, whose kernels become one where they can. */
export const AHEAD = "export const isAhead = true;";
export const RECORDED = "export const isRecorded = true;";

const ranges: readonly (readonly [global: readonly number[], local: readonly number[]])[] = [
  [[8], [4]],
  [[16], [16]],
  [[24], [8]],
  [[30], [5]],
  [[32], [32]],
  [[7], [1]],
  [
    [4, 8],
    [2, 4],
  ],
  [
    [6, 5],
    [3, 5],
  ],
  [
    [2, 4, 4],
    [1, 2, 4],
  ],
];

const globals: readonly Shared[] = [
  { name: "counted", of: "u32", method: "fetchAdd", length: 8 },
  { name: "most", of: "i32", method: "fetchMax", length: undefined },
];
/** What the kernels read, and the host changes. */
const constants: Scope["constants"] = [
  { text: "rate.value", type: "f64" },
  { text: "start.value", type: "i32" },
  { text: "chosen.value", type: "i32" },
  { text: "scale.value", type: "f32" },
  { text: "isOn.value", type: "boolean" },
];
const imported = "atomicRef, deviceGlobal, f32, f64, fixedArray, i32, i64, specConstant, u32, u64";

export function groupSource(seed: number, size: number): string {
  const random = createRandom(seed);
  const empty: Scope = { ...emptyScope(random), constants, shared: globals };
  const { scope, text } = declarations(empty, 2 + random.below(size));
  const names = [...text.matchAll(/^(?:class|function|const|enum) (\w+)/gm)].map(([, name]) => name);
  const types = [...text.matchAll(/^interface (\w+)/gm)].map(([, name]) => `type ${name}`);
  const isRecorded = random.oneIn(3);
  const ways = isRecorded ? [launch, plain, plain, plain] : [launch, launch, plain];
  const launches = Array.from({ length: 1 + random.below(isRecorded ? 4 : 2) }, () => random.pick(ways)(scope, size));
  const said = [isRecorded ? RECORDED : "", !isRecorded && random.oneIn(3) ? AHEAD : ""].filter((one) => one !== "");
  return `import { ${imported}, type FixedArray } from "lanewise";
export const counted = deviceGlobal<FixedArray<u32, 8>>([1, 2, 3, 4, 5, 6, 7, 8]);
export const most = deviceGlobal<i32>(${random.below(1000) - 500});
export const rate = deviceGlobal<f64>(${random.pick(["0.5", "-3", "1e10"])});
export const start = deviceGlobal<i32>(${random.below(9)});
export const chosen = specConstant<i32>(${random.below(5)});
export const scale = specConstant<f32>(0.25);
export const isOn = specConstant<boolean>(${random.oneIn(2)});
${said.join("\n")}
${text.replace(/^(?=(?:interface|class|function|const|enum) )/gm, "export ")}
${BORDER}import { ${imported}, type FixedArray, type Handler, localMemory, type NdItem, ndRange, type Queue } from "lanewise";
import { ${["counted", "most", "rate", "start", "chosen", "scale", "isOn", ...names, ...types].join(", ")} } from "./lib.js";
export function make(
  q: Queue,
  ${arrays.map(({ name, type }) => `${name}: ${type}`).join(",\n  ")},
  gain: f64,
): void {
${launches.join("\n")}
}
`;
}

/** A command group: constants that are set, and its kernel. */
function launch(declared: Scope, size: number): string {
  const { random } = declared;
  const [global, local] = random.pick(ranges);
  const group = local.reduce((product, length) => product * length, 1);
  const subGroupSize = random.pick([4, 8, 16]);
  const set = [
    `h.setSpecializationConstant(chosen, ${random.below(7)});`,
    `h.setSpecializationConstant(scale, 1.5);`,
    `h.setSpecializationConstant(isOn, ${random.oneIn(2)});`,
  ].filter(() => random.oneIn(2));
  const memories = locals(declared, group);
  const known: readonly Variable[] = [
    ...["i", "l", "place", "lane"].map((name): Variable => ({ name, type: "i32", writable: "no" })),
    ...arrayVariables,
  ];
  const scope: Scope = {
    ...declared,
    constants: [...declared.constants, { text: "gain", type: "f64" }],
    variables: known,
  };
  const begun = memories.all.map(({ name, of, length }) =>
    length === group
      ? `    ${name}[l] = ${expression(scope, of, 1)};`
      : `    for (let k: i32 = l; k < ${length}; k += ${group}) ${name}[k] = ${of}(${of.endsWith("64") && of !== "f64" ? "2n" : 2});`,
  );
  const body = regions(scope, memories, 2 + random.below(size), "    ", 2);
  // Behind the last barrier a work-item may return.
  const end = statements({ ...body.scope, canReturn: true, shared: [...globals, ...sharedArrays] }, 1 + size, "    ");
  const list = (lengths: readonly number[]): string =>
    lengths.length === 1 ? `${lengths[0]}` : `[${lengths.join(", ")}]`;
  return `  q.submit((h: Handler) => {
${set.map((line) => `    ${line}`).join("\n")}
    h.parallelFor(ndRange(${list(global)}, ${list(local)}), (item: NdItem<${global.length}>) => {
    const { group, subGroup } = item;
    const i: i32 = item.globalLinearId;
    const l: i32 = item.localLinearId;
    const place: i32 = ${random.pick(["group.linearId", "item.localId(0)", "group.id(0)", "item.globalId(0)", "subGroup.linearId"])};
    const lane: i32 = subGroup.localId();
${memories.all.map(({ name, of, length }) => `    const ${name} = localMemory(${typedArrays[of]}, ${length});`).join("\n")}
${begun.join("\n")}
    item.barrier();
${[body.text, end.text, ...results(end.scope)].join("\n")}
    }, { subGroupSize: ${subGroupSize} });
  });`;
}

/** Known to be the work-item's own. */
const ownOnly = ({ random }: Scope): string => `i * 4 + ${random.below(4)}`;

/** A launch without groups: several may be fused, where there is nothing that all change. */
function plain(declared: Scope, size: number): string {
  const { random } = declared;
  const isApart = random.below(3) > 0;
  const scope: Scope = {
    ...declared,
    functions: isApart ? [] : declared.functions,
    structs: isApart ? [] : declared.structs,
    shared: isApart ? [] : [...globals, ...sharedArrays],
    constants: [
      ...declared.constants.filter(({ text }) => !isApart || /rate|start/.test(text)),
      { text: "gain", type: "f64" },
    ],
    variables: [
      { name: "i", type: "i32", writable: "no" },
      ...arrayVariables.map((one) => (isApart && one.name.startsWith("out_") ? { ...one, index: ownOnly } : one)),
    ],
  };
  const body = statements(scope, 1 + size, "    ");
  const [first = ""] = results(body.scope);
  return `  q.parallelFor(${MOST_ITEMS}, (i) => {\n${body.text}\n${first}\n  });`;
}

const typedArrays: Readonly<Record<Numeric, string>> = {
  i32: "Int32Array",
  u32: "Uint32Array",
  f32: "Float32Array",
  f64: "Float64Array",
  i64: "BigInt64Array",
  u64: "BigUint64Array",
};

interface Memory {
  readonly name: string;
  readonly of: Numeric;
  readonly length: number;
}
interface Memories {
  readonly all: readonly Memory[];
  /** With an element for each work-item. */
  readonly own: readonly Memory[];
  readonly shared: readonly Shared[];
}

function locals({ random, fresh }: Scope, group: number): Memories {
  const own = Array.from({ length: 1 + random.below(2) }, () => ({
    name: fresh("local"),
    of: random.pick(numbers),
    length: group,
  }));
  const shared = (
    [
      { of: "i32", method: "fetchAdd", js: "add" },
      { of: "u64", method: "fetchMax" },
      { of: "u32", method: "fetchXor", js: "xor" },
    ] as const
  ).map((way) => ({ ...way, name: fresh("bins"), length: 8 }));
  const some = shared.filter(() => random.oneIn(2));
  return { own, shared: some, all: [...own, ...some] };
}

interface Region {
  readonly scope: Scope;
  readonly text: string;
}
type Phase = (scope: Scope, memories: Memories, indent: string, depth: number) => Region;

/** What all of a group comes by, one after the other. */
function regions(first: Scope, memories: Memories, count: number, indent: string, depth: number): Region {
  let scope = first;
  const texts: string[] = [];
  for (let left = count; left > 0; left--) {
    const written = first.random.pick(phases)(scope, memories, indent, depth);
    texts.push(written.text);
    scope = written.scope;
  }
  return { scope, text: texts.join("\n") };
}

function localArray({ name, of, length }: Memory, at: Variable["index"], isRead: boolean): Variable {
  const type: ArrayType = { kind: "array", element: of, length, text: "", isTyped: true };
  return { name, type, writable: isRead ? "no" : "parts", ...(at && { index: at }) };
}

/** Statements that see more variables, which those behind do not. */
function between(scope: Scope, seen: readonly Variable[], shared: readonly Shared[], indent: string): Region {
  const inside: Scope = {
    ...scope,
    variables: [...scope.variables, ...seen],
    shared: [...globals, ...sharedArrays, ...shared],
  };
  const written = statements(inside, 1 + scope.random.below(3), indent);
  const variables = written.scope.variables.filter((variable) => !seen.includes(variable));
  return { scope: { ...scope, variables }, text: `${written.text}\n${indent}item.barrier();` };
}

const own: Phase = (scope, memories, indent) =>
  between(
    scope,
    memories.own.map((memory) => localArray(memory, () => "l", false)),
    [],
    indent,
  );

const readOthers: Phase = (scope, memories, indent) =>
  between(
    scope,
    memories.all.map((memory) => localArray(memory, (inside) => index(inside, memory.length), true)),
    [],
    indent,
  );

const atomics: Phase = (scope, memories, indent) => between(scope, [], memories.shared, indent);

const together: Phase = (scope, _memories, indent) => {
  const { random } = scope;
  const isSub = random.oneIn(2);
  const of = isSub ? "subGroup" : "group";
  const name = scope.fresh("r");
  const told = (type: Variable["type"] & string, call: string): Region => ({
    scope: { ...scope, variables: [...scope.variables, { name, type, writable: "no" }] },
    text: `${indent}const ${name}: ${type} = ${of}.${call};`,
  });
  if (random.oneIn(5))
    return told("boolean", `${random.pick(["any", "all", "none"])}(${expression(scope, "boolean", 2)})`);
  const type = random.pick(numbers);
  const value = expression(scope, type, 2);
  if (isSub && random.oneIn(2)) {
    const method = random.pick(["shuffle", "shuffleUp", "shuffleDown", "shuffleXor"]);
    return told(type, `${method}(${value}, ${random.oneIn(2) ? random.below(5) : index(scope, 8)})`);
  }
  if (random.oneIn(4)) return told(type, `broadcast(${value}${random.oneIn(2) ? ", 0" : ""})`);
  const method = random.pick(["reduce", "inclusiveScan", "exclusiveScan"]);
  return told(type, `${method}(${value}, "${random.pick(operationsOf(type))}")`);
};

/** The same for all of a group. */
const uniform = [
  "chosen.value > 2",
  "isOn.value",
  "in_i32[3]! > 0",
  "gain < 0",
  "group.linearId > 0",
  "rate.value > 0",
];

const choice: Phase = (scope, memories, indent, depth) => {
  if (depth === 0) return own(scope, memories, indent, depth);
  const block = () => `{\n${regions(scope, memories, 1, `${indent}  `, depth - 1).text}\n${indent}}`;
  const otherwise = scope.random.oneIn(2) ? ` else ${block()}` : "";
  return { scope, text: `${indent}if (${scope.random.pick(uniform)}) ${block()}${otherwise}` };
};

const loop: Phase = (scope, memories, indent, depth) => {
  if (depth === 0) return readOthers(scope, memories, indent, depth);
  const name = scope.fresh("turn");
  const inside: Scope = { ...scope, variables: [...scope.variables, { name, type: "i32", writable: "no" }] };
  const body = regions(inside, memories, 1 + scope.random.below(2), `${indent}  `, depth - 1).text;
  const bound = scope.random.pick(["2", "3", "chosen.value"]);
  return { scope, text: `${indent}for (let ${name}: i32 = 0; ${name} < ${bound}; ${name}++) {\n${body}\n${indent}}` };
};

/** A loop with barriers whose counter is a plain number, as each work-item has its own. Its sum of such numbers is combined. */
const plainLoop: Phase = (scope, memories, indent) => {
  const { random } = scope;
  const [counter, sum, all] = [scope.fresh("turn"), scope.fresh("sum"), scope.fresh("r")];
  const [first, last] = random.pick([
    ["0", "3"],
    ["0", "chosen.value"],
    ["l", "l + 12"],
    ["l * 2 + 1", "l * 2 + 8"],
  ]) as readonly [string, string]; // each row has two
  const step = random.pick(["1", "2", "4"]);
  const memory = random.pick(memories.own);
  const isInteger = memory.of === "i32" || memory.of === "u32";
  const term = random.pick([
    `${counter} * 3 - l`,
    `${counter} % 5`,
    `Math.floor(${counter} / 3) + lane`,
    `in_i32[${counter} & 7]! % 1000`,
    ...(isInteger ? [`${memory.name}[(${counter} + l) % ${memory.length}]! % 1000`] : []),
  ]);
  const inside = `${indent}  `;
  const uniformLines = first.startsWith("l")
    ? []
    : [
        `${inside}item.barrier();`,
        ...(isInteger ? [`${inside}${memory.name}[l] = ${counter} + l;`, `${inside}item.barrier();`] : []),
      ];
  const operation = random.pick(["add", "add", "min", "max", "multiply"]);
  const method = random.pick(["reduce", "inclusiveScan", "exclusiveScan"]);
  const call = random.oneIn(3) ? `subGroup.shuffleXor(${sum}, 1)` : `subGroup.${method}(${sum}, "${operation}")`;
  const lines = [
    `${indent}let ${sum} = ${random.pick(["0", "1", "l"])};`,
    `${indent}for (let ${counter} = ${first}; ${counter} < ${last}; ${counter} += ${step}) {`,
    `${inside}${sum} += ${term};`,
    ...uniformLines,
    `${indent}}`,
    `${indent}const ${all}: f64 = ${call};`,
  ];
  const told: Variable = { name: all, type: "f64", writable: "no" };
  return { scope: { ...scope, variables: [...scope.variables, told] }, text: lines.join("\n") };
};

const phases: readonly Phase[] = [
  plainLoop,
  plainLoop,
  own,
  own,
  readOthers,
  readOthers,
  atomics,
  together,
  together,
  together,
  choice,
  loop,
];
