// Splits a group kernel into kernels over the local range, one for each stretch between barriers, and makes the plan that runs them. IR in, IR out,
// before any target compiles. Design: docs/decisions/0009-groups.md.

import {
  type Block,
  build,
  defaultSubGroupSize,
  type Fn,
  forEachStmt,
  invariant,
  type Label,
  type Module,
  type Site,
  type Stmt,
  type SubGroupSize,
} from "@lanewise/ir";
import { type Analysed, analyse } from "../analysis/analyse.js";
import { withBlocks } from "../analysis/replace.js";
import { newLabels } from "../simplify/labels.js";
import { Locals } from "../simplify/locals.js";
import { withParameters } from "../simplify/parameters.js";
import { simplifyBeforeIndices } from "../simplify/simplify-any.js";
import { tidy } from "../simplify/tidy.js";
import type { LocalSizes } from "./bind-local-size.js";
import { divideSubGroups } from "./divide-sub-groups.js";
import { withEqualRounds } from "./equal-rounds.js";
import { GroupArguments } from "./group-arguments.js";
import type { GroupNode, GroupPlan } from "./group-plan.js";
import { type GroupTree, groupTree } from "./group-tree.js";
import { indexInGroup, inGroup } from "./in-group.js";
import { keptValues } from "./kept-values.js";
import { carriedIndex, type Region, regionOf, stateOf } from "./regions.js";
import { laneOf, membersOf, type SubGroups } from "./sub-groups.js";

export interface GroupKernel {
  /** Its kernels are the regions, which share their parameters and precede the foreign functions. The original sites come first. */
  readonly module: Module;
  readonly plan: GroupPlan;
}

export interface SubGroupOptions {
  readonly subGroupSize?: SubGroupSize;
  /** Whether the regions' gangs are sub-groups, so that `subGroup` statements stay. */
  readonly areGangs?: boolean;
}

/**
 * Splits the kernel for groups of `sizes` work-items.
 *
 * @throws UndividedKernel if a reference or a choice of arrays is live across a barrier.
 */
export function splitGroups(
  module: Module,
  kernel: number,
  sizes: LocalSizes,
  { subGroupSize = defaultSubGroupSize, areGangs = false }: SubGroupOptions = {},
): GroupKernel {
  const original = module.functions[kernel];
  invariant(original?.linkage === "kernel", `function ${kernel} is a kernel`);
  const fn = simplifyBeforeIndices(module, original);
  const locals = new Locals(fn);
  const sites: Site[] = [...module.sites, { kind: "bounds", name: "", at: fn.at }];
  const group = new GroupArguments(module, fn, locals, sizes, module.sites.length);
  const subGroups: SubGroups = { size: subGroupSize, local: sizes, dimensions: fn.dimensions };
  const whole = inGroup(fn, module, locals, group, subGroups);
  const nextLabel = newLabels(whole);
  const lane = () => laneOf(subGroups, indexInGroup);
  const members = () => membersOf(subGroups, indexInGroup);
  const body = areGangs ? whole : divideSubGroups({ group, locals, sites, nextLabel, lane, members }, whole);
  const tree = groupTree(body, nextLabel);
  const analysed = analyse({ ...fn, locals: locals.all, body: asBlock(tree, nextLabel) }, "flat", { module });
  const kept = keptValues(tree, analysed, new Set(group.parameters));
  const hasStates = areParting(tree, analysed);
  const regions: Pick<Region, "body">[] = [];
  const nodeOf = (node: GroupTree, isLast: boolean): GroupNode => {
    switch (node.kind) {
      case "code": {
        const { hasExits, changed, ...region } = regionOf({ group, kept, hasStates, nextLabel }, node, isLast);
        return { kind: "run", region: regions.push(region) - 1, hasExits, carries: changed };
      }
      case "barrier":
        return {
          kind: "barrier",
          site: sites.push({ kind: "barrier", name: node.call, at: node.at }) - 1,
          isWhole: node.call !== "",
          size: node.scope === "subGroup" ? subGroupSize : undefined,
        };
      case "block":
        return { kind: "block", label: stateOf(node.label), body: node.body.map((inner) => nodeOf(inner, false)) };
      case "repeat":
        return { kind: "repeat", body: node.body.map((inner) => nodeOf(inner, false)) };
    }
  };
  const nodes = tree.map((node, index) => nodeOf(node, index === tree.length - 1));
  const states = group.states(hasStates);
  const order = group.parameters;
  const functions = regions.map((region, index) =>
    withEqualRounds(
      tidy(withParameters({ ...nameOf(fn, index), locals: locals.all, body: region.body }, order)),
      sizes,
    ),
  );
  const plan: GroupPlan = {
    ...group.finish(),
    dimensions: fn.dimensions,
    localSizes: sizes,
    nodes: nodes.map((node) => withCarries(node, (local) => carriedIndex(group, local))),
    states,
    regions: regions.length,
  };
  return { module: { ...module, sites, functions: withForeign(module, functions) }, plan };
}

/** The regions, then the foreign functions they call. */
function withForeign({ functions }: Module, regions: readonly Fn[]): readonly Fn[] {
  const indices = new Map<number, number>();
  const renumber = (stmt: Stmt): Stmt => {
    if (stmt.kind !== "call") return withBlocks(stmt, (block) => block.map(renumber));
    const index = indices.get(stmt.function) ?? regions.length + indices.size;
    indices.set(stmt.function, index);
    return { ...stmt, function: index };
  };
  const renumbered = regions.map((fn) => ({ ...fn, body: fn.body.map(renumber) }));
  return [...renumbered, ...[...indices.keys()].flatMap((index) => functions[index] ?? [])];
}

function nameOf(fn: Fn, region: number): Fn {
  return { ...fn, symbol: `${fn.symbol}.${region}`, name: `${fn.name} [${region}]` };
}

/** The tree as statements, for analyses. */
function asBlock(tree: readonly GroupTree[], nextLabel: () => Label): Block {
  return tree.flatMap((node) => statementsOf(node, nextLabel));
}

function statementsOf(node: GroupTree, nextLabel: () => Label): Block {
  switch (node.kind) {
    case "code":
      return node.body;
    case "barrier":
      return [node];
    case "block":
      return [build.block(node.label, asBlock(node.body, nextLabel))];
    case "repeat": {
      const body = asBlock(node.body, nextLabel);
      const at = { file: 0, line: 1, column: 1 };
      return [build.loop(nextLabel(), { condition: build.constant("bool", true), body }, at)];
    }
  }
}

/** Whether only some of a group's work-items may leave a block, or the kernel. */
function areParting(tree: readonly GroupTree[], { shapes: { divergent } }: Analysed): boolean {
  const isLeft = (nodes: readonly GroupTree[]): boolean =>
    nodes.some((node) => {
      if (node.kind === "block") return divergent.has(node.label) || isLeft(node.body);
      return node.kind === "repeat" && isLeft(node.body);
    });
  return isLeft(tree) || (divergent.has(undefined) && returnsEarly(tree, true));
}

/** Whether code follows a return. */
function returnsEarly(tree: readonly GroupTree[], isOuter: boolean): boolean {
  return tree.some((node, index) => {
    if (node.kind === "barrier") return false;
    if (node.kind !== "code") return returnsEarly(node.body, false);
    let returns = false;
    forEachStmt(node.body, (stmt) => {
      returns ||= stmt.kind === "return";
    });
    return returns && !(isOuter && index === tree.length - 1);
  });
}

/** Replaces carried locals by their indices. */
function withCarries(node: GroupNode, index: (local: number) => number): GroupNode {
  switch (node.kind) {
    case "run":
      return { ...node, carries: node.carries.map(index).filter((carried) => carried >= 0) };
    case "barrier":
      return node;
    case "block":
    case "repeat":
      return { ...node, body: node.body.map((inner) => withCarries(inner, index)) };
  }
}
