// The entry of a WGSL program: who the work-item is, and which variant of the kernel it runs.

import { type Fn, RANGE_OFFSET } from "@lanewise/ir";
import { FATES } from "./failure-record.js";
import { itemsOf } from "./in-group.js";
import { beginCopies, declareCopies, mergeCopies } from "./own-copies.js";
import { argumentWord, captureText, wordsOf } from "./parameters.js";
import { type Program, spacesOf } from "./scope.js";
import { STATE, VOTE } from "./states.js";

type Dimensions = Fn["dimensions"];

/** The kernel is the function `run`. */
export function writeMain(program: Program, dimensions: Dimensions): void {
  const { writer } = program;
  writer.line(`fn is_skipped() -> bool {
  for (var k = 0u; k < launch.afters; k++) {
    let number = launch.after[k >> 2u][k & 3u];
    if (atomicLoad(&records[number % ${FATES.count}u]) != number) { continue; }
    atomicStore(&records[launch.number % ${FATES.count}u], launch.number);
    return true;
  }
  return false;
}`);
  writer.line("var<private> zero: u32;");
  writer.line("var<private> item: u32;");
  for (const dimension of [0, 1, 2]) {
    writer.line(`var<private> index${dimension}: i32;`);
    writer.line(`var<private> size${dimension}: i32;`);
  }
  declareCopies(program);
  if (program.options.group) writeVotes(program);
  const builtins =
    "@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(num_workgroups) workgroups: vec3<u32>, @builtin(local_invocation_index) own: u32";
  writer.line(`@compute @workgroup_size(${program.workgroupSize})`);
  writer.braces(`fn main(${builtins})`, () => {
    // Nobody else knows that it is 0.
    writer.line("zero = launch.record >> 31u;");
    writer.line("let unit = workgroup.y * workgroups.x + workgroup.x;");
    for (const dimension of [0, 1, 2])
      writer.line(`size${dimension} = bitcast<i32>(${argumentWord(program, RANGE_OFFSET / 4 + dimension)});`);
    if (program.options.group) writeGroups(program);
    else writeItem(program, dimensions);
  });
}

/** The work-item's indices from its linear id. */
const indexLines = {
  0: [],
  1: ["index0 = i32(item);"],
  2: ["let width = u32(size1);", "index0 = i32(item / width);", "index1 = i32(item % width);"],
  3: [
    "let depth = u32(size2);",
    "let height = u32(size1);",
    "let row = item / depth;",
    "index2 = i32(item % depth);",
    "index1 = i32(row % height);",
    "index0 = i32(row / height);",
  ],
} as const satisfies Record<Dimensions, readonly string[]>;

/**
 * A thread runs some items, so that neighbours' are neighbours: far from each other, or, where workgroups have copies of arrays and so many
 * items, all of a workgroup next to each other, which caches like better.
 */
function writeItem(program: Program, dimensions: Dimensions): void {
  const { writer, workgroupSize } = program;
  const hasCopies = program.copies.length > 0;
  if (hasCopies) writeSkip(program);
  else writer.line("if (is_skipped()) { return; }");
  const names = writeCaptures(program);
  if (hasCopies) beginCopies(program);
  writer.line(`let stride = ${hasCopies ? "" : "workgroups.x * workgroups.y * "}${workgroupSize}u;`);
  writer.line(`item = launch.begin + unit * ${hasCopies ? "launch.step * " : ""}${workgroupSize}u + own;`);
  writer.braces("for (var k = 0u; k < launch.step && item < launch.end; k++)", () => {
    for (const line of indexLines[dimensions]) writer.line(line);
    writer.line(`run(${names.join(", ")});`);
    // What is beyond the end may be beyond 32 bits.
    writer.line("if (launch.end - item <= stride) { break; }");
    writer.line("item += stride;");
  });
  if (hasCopies) mergeCopies(program);
}

/** The whole workgroup ends, or none of it. */
function writeSkip({ writer }: Program): void {
  writer.braces("if (launch.afters > 0u)", () => {
    writer.line("if (own == 0u) { skipped = u32(is_skipped()); }");
    writer.line("if (workgroupUniformLoad(&skipped) != 0u) { return; }");
  });
}

/** Read once, whatever the kernel writes. */
function writeCaptures(program: Program): string[] {
  const { module, options, writer } = program;
  const kernel = module.functions[options.kernel];
  if (!kernel) return [];
  const spaces = spacesOf(program, kernel);
  return wordsOf(kernel).map(({ local, type, word }) => {
    writer.line(`let captured${local} = ${captureText(program, spaces[local], type, word)};`);
    return `captured${local}`;
  });
}

/** All work-items of a group run each line: conditions have to be the same for them in the eyes of WGSL, too. */
function writeGroups(program: Program): void {
  const {
    writer,
    options: { group },
  } = program;
  const [, middle, inner] = group?.local ?? [1, 1, 1];
  writer.line("lane = own;");
  writer.line(`own0 = i32(own / ${middle * inner}u);`);
  writer.line(`own1 = i32(own / ${inner}u % ${middle}u);`);
  writer.line(`own2 = i32(own % ${inner}u);`);
  for (const [dimension, size] of (group?.local ?? []).entries())
    writer.line(`groups${dimension} = size${dimension} / ${size};`);
  writeSkip(program);
  writer.line("let first = launch.begin + unit * launch.step;");
  writer.braces("for (var at = first; at < min(first + launch.step, launch.end); at++)", () => {
    writer.line("group2 = i32(at % u32(groups2));");
    writer.line("group1 = i32(at / u32(groups2) % u32(groups1));");
    writer.line("group0 = i32(at / u32(groups2) / u32(groups1));");
    for (const [dimension, size] of (group?.local ?? []).entries())
      writer.line(`index${dimension} = group${dimension} * ${size} + own${dimension};`);
    writer.line("item = u32((index0 * size1 + index1) * size2 + index2);");
    writer.line("run();");
    // The next group has the same memory.
    writer.line("if (launch.step > 1u) { workgroupBarrier(); }");
  });
}

function writeVotes({ writer, hasVotes, hasStates, options: { group }, workgroupSize }: Program): void {
  writer.line("var<private> lane: u32;");
  writer.line("var<private> state: i32;");
  writer.line("var<workgroup> skipped: u32;");
  for (const dimension of [0, 1, 2]) {
    for (const name of ["own", "group", "groups"]) writer.line(`var<private> ${name}${dimension}: i32;`);
  }
  if (hasVotes) {
    // Only work-items that are elsewhere write, because writes to one word take turns.
    writer.line("var<workgroup> votes: array<atomic<u32>, 2>;");
    writer.line(`fn vote(turn: u32) -> u32 {
  if (state != ${STATE.active}) {
    var own = ${VOTE.parted};
    own = select(own, ${VOTE.returned}, state == ${STATE.returned});
    own = select(own, ${VOTE.failed}, state == ${STATE.failed});
    atomicOr(&votes[turn], own);
    atomicAdd(&votes[turn], ${VOTE.count});
  }
  let all = workgroupUniformLoad(&votes[turn]);
  if (lane == 0u) { atomicStore(&votes[turn], 0u); }
  return (all % ${VOTE.count}) | select(0u, ${VOTE.active}, all / ${VOTE.count} < ${workgroupSize}u);
}`);
  }
  if (!hasStates || !group) return;
  const items = itemsOf(group);
  writer.line(`var<workgroup> states: array<i32, ${workgroupSize}>;`);
  writer.line(`fn members_here() -> bool {
  let first = lane - lane % ${group.subGroupSize}u;
  for (var member = first; member < min(first + ${group.subGroupSize}u, ${items}u); member++) {
    if (states[member] == ${STATE.active}) { return true; }
  }
  return false;
}`);
}
