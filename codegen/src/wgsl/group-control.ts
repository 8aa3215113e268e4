// Kernels of work-groups as WGSL, in which all work-items of a workgroup have to get to each barrier, whatever they do in between. So the code
// between barriers is functions, and around them control flow is the same for the whole group: a work-item that has left a block, returned or
// failed has a state that says so, and takes no part in what follows. The group goes on where any work-item does.

import { type Block, expressionsOf, type Fn, forEachExpr, forEachStmt, invariant, isAggregate } from "@lanewise/ir";
import { barrierSite } from "../groups/barrier-sites.js";
import { type GroupTree, groupTree } from "../groups/group-tree.js";
import { newLabels } from "../simplify/labels.js";
import { captureText, wordsOf } from "./parameters.js";
import { createScope, type Program, type Scope, type Space, spaceOf } from "./scope.js";
import { flagsOf, writeBlock } from "./statements.js";
import { STATE, stateOf, VOTE } from "./states.js";
import { wgslType } from "./types.js";

interface Control {
  readonly program: Program;
  readonly scope: Scope;
  readonly name: string;
  /** By code. */
  readonly runs: ReadonlyMap<GroupTree, string>;
  /** Whether work-items may part, so that states differ. */
  readonly isParting: boolean;
  /** Whether barriers are those of the device's memory, too. */
  readonly hasHeapWrites: boolean;
}

/** `fn NAME()`, which a workgroup calls together. */
export function writeGroupKernel(program: Program, name: string, fn: Fn): void {
  const tree = groupTree(fn.body, newLabels(fn.body));
  const scope = createScope(program, fn, { suffix: name });
  writeLocals(program, scope);
  const runs = new Map<GroupTree, string>();
  let isParting = false;
  let hasHeapWrites = false;
  forEachCode(tree, (code) => {
    const run = `${name}_${runs.size}`;
    runs.set(code, run);
    isParting ||= hasExits(code.body);
    hasHeapWrites ||= writesTo(["heap", "atomics"], scope, code.body);
    writeRun(program, scope, run, code.body);
  });
  const control: Control = { program, scope, name, runs, isParting, hasHeapWrites };
  program.writer.braces(`fn ${name}()`, () => {
    if (isParting || program.canFail) program.writer.line("var turn = 0u;");
    program.writer.line(`state = ${STATE.active};`);
    writeParameters(program, scope);
    writeNodes(control, tree);
  });
}

/** What all code of the kernel shares: WGSL has no functions in functions. */
function writeLocals({ writer }: Program, { fn, names, spaces }: Scope): void {
  for (const [local, { type }] of fn.locals.entries()) {
    if (isAggregate(type)) continue;
    writer.line(`var<private> ${names[local]}: ${wgslType(type)};`);
    const isSpan = local < fn.parameters && typeof type !== "string";
    if (isSpan && spaces[local]) writer.line(`var<private> ${names[local]}_words: u32;`);
  }
}

function writeParameters(program: Program, scope: Scope): void {
  const { writer, localBytes } = program;
  for (const { local, type, word } of wordsOf(scope.fn)) {
    const name = scope.names[local];
    const isLocal = scope.fn.locals[local]?.isLocal === true;
    writer.line(`${name} = ${captureText(program, scope.spaces[local], type, word)};`);
    if (typeof type === "string") continue;
    // Behind what the group has besides.
    if (isLocal) writer.line(`${name}.x += ${localBytes.fixed}u;`);
    writer.line(`${name}_words = ${name}.x >> 2u;`);
  }
}

function writeRun(program: Program, shared: Scope, run: string, body: Block): void {
  const flags = flagsOf(body);
  const scope: Scope = { ...shared, flags, constructs: [], isPart: true };
  program.writer.braces(`fn ${run}()`, () => {
    for (const flag of flags) program.writer.line(`var ${flag} = false;`);
    writeBlock(scope, body);
  });
}

function writeNodes(control: Control, nodes: readonly GroupTree[]): void {
  for (const node of nodes) writeNode(control, node);
}

function writeNode(control: Control, node: GroupTree): void {
  const { program, runs } = control;
  const { writer } = program;
  switch (node.kind) {
    case "code": {
      const run = `${runs.get(node)}();`;
      writer.line(hasVotes(control) ? `if (state == ${STATE.active}) { ${run} }` : run);
      break;
    }
    case "barrier":
      if (node.scope === "subGroup") writeSubGroupBarrier(control, node);
      else writeBarrier(control, node);
      break;
    case "block":
      writeNodes(control, node.body);
      if (control.isParting) writer.line(`if (state == ${stateOf(node.label)}) { state = ${STATE.active}; }`);
      break;
    case "repeat":
      writer.braces("loop", () => {
        const all = writeVote(control);
        writer.line(`if ((${all} & ${VOTE.active}) == 0u) { break; }`);
        writeNodes(control, node.body);
      });
      break;
  }
}

type Barrier = Extract<GroupTree, { kind: "barrier" }>;

const hasVotes = ({ isParting, program }: Control): boolean => isParting || program.canFail;

/** What the group's work-items do, as a value that all have. */
function writeVote({ program, scope, hasHeapWrites }: Control): string {
  const name = `all${scope.count++}`;
  program.hasVotes = true;
  if (hasHeapWrites) program.writer.line("storageBarrier();");
  program.writer.line(`let ${name} = vote(turn);`);
  program.writer.line("turn = 1u - turn;");
  return name;
}

function writeBarrier(control: Control, { call, at }: Barrier): void {
  const { program, hasHeapWrites } = control;
  const { writer } = program;
  if (!hasVotes(control)) {
    if (hasHeapWrites) writer.line("storageBarrier();");
    writer.line("workgroupBarrier();", at);
    return;
  }
  const all = writeVote(control);
  writer.line(`if ((${all} & ${VOTE.failed}) != 0u) { return; }`);
  if (!control.isParting) return;
  const isElsewhere = call === "" ? VOTE.parted : `(${VOTE.parted} | ${VOTE.returned})`;
  writer.braces(`if ((${all} & ${VOTE.active}) != 0u && (${all} & ${isElsewhere}) != 0u)`, () => {
    const isMissing = call === "" ? "state > 0" : `state != ${STATE.active}`;
    writer.line(`if (${isMissing}) { ${missingText(control, { call, at })} }`);
    writer.line("return;");
  });
}

/** Of each sub-group all members are here, or none is. */
function writeSubGroupBarrier(control: Control, { call, at }: Barrier): void {
  const { program, scope } = control;
  const { writer } = program;
  if (!control.isParting) {
    writeBarrier(control, { kind: "barrier", scope: "subGroup", call, at });
    return;
  }
  program.hasStates = true;
  const here = `here${scope.count++}`;
  writer.line("states[lane] = state;");
  writer.line("workgroupBarrier();");
  writer.line(`let ${here} = members_here();`);
  // A failed member is none that is elsewhere.
  const isMissing = `state != ${STATE.active} && state != ${STATE.failed}`;
  writer.line(`if (${here} && ${isMissing}) { ${missingText(control, { call, at })} state = ${STATE.failed}; }`);
  writer.line(`if ((${writeVote(control)} & ${VOTE.failed}) != 0u) { return; }`);
}

function missingText({ program }: Control, barrier: Pick<Barrier, "call" | "at">): string {
  const site = barrierSite(program.module.sites, barrier);
  invariant(site >= 0, "a barrier has a site");
  program.canFail = true;
  return `${program.use("fail")}(${site}u, vec2<u32>(0u, 0u), 0u);`;
}

function forEachCode(nodes: readonly GroupTree[], visit: (code: Extract<GroupTree, { kind: "code" }>) => void): void {
  for (const node of nodes) {
    if (node.kind === "code") visit(node);
    else if (node.kind !== "barrier") forEachCode(node.body, visit);
  }
}

/** Whether code leads elsewhere than behind it. */
function hasExits(body: Block): boolean {
  const inside = new Set<number>();
  let isFound = false;
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "loop" || stmt.kind === "block") inside.add(stmt.label);
  });
  forEachStmt(body, (stmt) => {
    isFound ||=
      stmt.kind === "return" || ((stmt.kind === "break" || stmt.kind === "continue") && !inside.has(stmt.label));
  });
  return isFound;
}

function writesTo(
  some: readonly Space[],
  { spaces, program }: Pick<Scope, "spaces" | "program">,
  body: Block,
): boolean {
  let isFound = false;
  forEachStmt(body, (stmt) => {
    if (stmt.kind !== "store" && stmt.kind !== "atomic") return;
    const space = spaceOf(program, spaces, stmt.place);
    isFound ||= space !== undefined && some.includes(space);
  });
  return isFound;
}

/** The local memory that a kernel uses: indices of globals. */
export function localGlobals({ module }: Pick<Program, "module">, body: Block): ReadonlySet<number> {
  const found = new Set<number>();
  forEachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "global" && module.globals[one.global]?.storage === "local") found.add(one.global);
      });
    }
  });
  return found;
}
