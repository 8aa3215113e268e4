// Groups neighbouring recorded launches that are fused (codegen/src/fusion), and finds why others are not. The bytes that they use decide: two
// arrays are the same if they have the same address, length and type.

import {
  type FusedKernel,
  fuseKernels,
  fusionObstacle,
  type KernelUses,
  type KnownParameter,
  usesOfKernel,
} from "@lanewise/codegen";
import { layoutOf, typeName } from "@lanewise/ir";
import { type Argument, type CheckedLaunch, isWriting } from "../../launch/index.js";
import type { LaunchRange } from "../../values/index.js";
import { type RecordedCommand, reasonAlone } from "../index.js";

/** Consecutive launches that are fused, or may be. */
export interface LaunchGroup {
  /** Index of the first command. */
  readonly first: number;
  readonly members: readonly Candidate[];
}

/** A launch that may be fused with others. */
export interface Candidate {
  readonly command: RecordedCommand;
  readonly checked: CheckedLaunch;
  readonly uses: KernelUses;
  /** The kernel's arrays. */
  readonly spans: readonly Span[];
}

export interface Span {
  readonly array: number;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly isWritten: boolean;
}

/** Two consecutive commands that are not fused. */
export interface Refusal {
  /** Index of the second command. */
  readonly at: number;
  readonly reason: string;
}

export interface Grouping {
  readonly groups: readonly LaunchGroup[];
  readonly refusals: readonly Refusal[];
  /** All launches that may be fused with others. */
  readonly candidates: readonly Candidate[];
}

/** Puts as many neighbours as possible into each group, from the first command on. */
export function groupLaunches(commands: readonly RecordedCommand[]): Grouping {
  const arrays = new Map<string, number>();
  const groups: { first: number; members: Candidate[] }[] = [];
  const refusals: Refusal[] = [];
  const candidates: Candidate[] = [];
  let open: { first: number; members: Candidate[] } | undefined;
  for (const [index, command] of commands.entries()) {
    const candidate = candidateOf(command, arrays);
    const reason = typeof candidate === "string" ? candidate : open && obstacle(open.members, candidate);
    if (index > 0 && (reason !== undefined || !open)) {
      const before = commands[index - 1];
      refusals.push({ at: index, reason: reason ?? (before && reasonAlone(before)) ?? "" });
    }
    if (typeof candidate !== "string") candidates.push(candidate);
    if (typeof candidate === "string") open = undefined;
    else if (open && reason === undefined) open.members.push(candidate);
    else {
      open = { first: index, members: [candidate] };
      groups.push(open);
    }
  }
  return { groups: groups.filter(({ members }) => members.length > 1), refusals, candidates };
}

/** Returns the kernel's arguments, followed by the range's offset. */
export function argumentsOf({ identity, values }: CheckedLaunch): readonly Argument[] {
  const offsets = identity.range.offset ?? [];
  return [...values, ...offsets.map((value): Argument => ({ kind: "scalar", type: "i32", value }))];
}

function candidateOf(command: RecordedCommand, arrays: Map<string, number>): Candidate | string {
  const reason = reasonAlone(command);
  // The command runs the program that was generated ahead of time, if there is one; fusion uses its IR.
  const { identity, values } = command.checked ?? {};
  const program = identity?.program.fromIr();
  const ir = program?.ir;
  if (reason !== undefined || !identity || !program || !ir) return reason ?? `${command.name} is not a compiled kernel`;
  const checked: CheckedLaunch = { identity: { ...identity, program }, values: values ?? [] };
  const { kernel, range } = identity;
  const spans = spansOf(checked, arrays);
  const parameters = argumentsOf(checked).map((value, index) => knownOf(value, spans.get(index)));
  const placeOf = (global: number) => program.globalPlace(global).address;
  const member = { module: ir.module, kernel: ir.kernel, name: kernel, parameters, placeOf };
  const uses = usesOfKernel(member, range.sizes);
  if (!uses) return `${kernel} is not in its module`;
  return { command, checked, uses, spans: [...spans.values()] };
}

function knownOf(value: Argument, span: Span | undefined): KnownParameter {
  if (value.kind === "span" && span) return { kind: "array", array: span.array, length: value.length };
  const isNumber = value.kind === "scalar" && typeof value.value === "number" && Number.isInteger(value.value);
  return isNumber ? { kind: "number", value: Number(value.value) } : { kind: "other" };
}

/** Returns the arrays of a launch by parameter. */
function spansOf({ identity, values }: CheckedLaunch, arrays: Map<string, number>): ReadonlyMap<number, Span> {
  const { parameters, access, module } = identity.program;
  const spans = new Map<number, Span>();
  for (const [index, value] of values.entries()) {
    const { name, type } = parameters[index] ?? { name: "", type: "i32" };
    if (value.kind !== "span" || typeof type !== "object" || type.kind !== "span") continue;
    const size = layoutOf(type.element, module.structs).size;
    const key = `${value.address} ${value.length} ${typeName(type)}`;
    const array = arrays.get(key) ?? arrays.size;
    arrays.set(key, array);
    const end = value.address + size * value.length;
    spans.set(index, {
      array,
      name,
      start: value.address,
      end,
      isWritten: isWriting[access.parameters[index] ?? "readWrite"],
    });
  }
  return spans;
}

function obstacle(members: readonly Candidate[], next: Candidate): string | undefined {
  const [first] = members;
  const last = members.at(-1);
  if (!first || !last) return undefined;
  const [a, b] = [first.checked.identity, next.checked.identity];
  if (!isSameRange(a.range, b.range)) {
    return `${last.checked.identity.kernel} and ${b.kernel} have different ranges: ${described(a.range)} and ${described(b.range)}`;
  }
  const [one, other] = [a.program.variant, b.program.variant];
  if (one.bounds !== other.bounds || one.fp !== other.fp || one.precision !== other.precision)
    return `${last.checked.identity.kernel} and ${b.kernel} have different options`;
  return (
    overlap([...members, next]) ??
    fusionObstacle(
      members.map(({ uses }) => uses),
      next.uses,
    )
  );
}

function isSameRange(a: LaunchRange, b: LaunchRange): boolean {
  return a.dimensions === b.dimensions && described(a) === described(b);
}

function described({ dimensions, sizes, offset }: LaunchRange): string {
  const from = offset ? ` from [${offset.join(", ")}]` : "";
  return `[${sizes.slice(0, dimensions).join(", ")}]${from}`;
}

/** Returns the obstacle if two different arrays share bytes that a kernel writes. */
function overlap(members: readonly Candidate[]): string | undefined {
  const spans = members.flatMap((member) => member.spans);
  for (const written of spans) {
    if (!written.isWritten) continue;
    const other = spans.find(
      ({ array, start, end }) => array !== written.array && start < written.end && written.start < end,
    );
    if (other) return `${written.name} and ${other.name} overlap, and are not the same array`;
  }
  return undefined;
}

/** `internal`: the numbers of arrays, as in `Span`. */
export function fuseGroup({ members }: LaunchGroup, internal: ReadonlySet<number>): FusedKernel | undefined {
  const [first] = members;
  return (
    first &&
    fuseKernels(
      members.map(({ uses }) => uses),
      first.checked.identity.range.sizes,
      internal,
    )
  );
}
