// Lists differences that the check of numbers cannot see, because the interpreter computes as JavaScript does: their positions, their bounds, and how
// to get JavaScript's number.

import { builtinOfSymbol, type UnseenKind, type UnseenNumber, unseenNumbers } from "@lanewise/ir";
import type { KernelPlace } from "../../errors/index.js";
import type { Program } from "../../images/programs/index.js";
import { lineOf, placeOf } from "../checks/index.js";
import type { LaunchIdentity } from "../index.js";

/** A position in a launched kernel, or in one of its callees, whose numbers may differ from JavaScript's although the check finds none. */
export interface UnseenDifference extends KernelPlace {
  readonly kernel: string;
  readonly kind: UnseenKind;
  /** Roughly the source text: "Math.sin(x)". */
  readonly text: string;
  /** The largest difference: "2 units in the last place". */
  readonly bound: string;
  /** How to get JavaScript's number. */
  readonly help: string;
  /** The whole report, with the source line if it is available. */
  readonly message: string;
}

type Described = Pick<UnseenNumber, "text" | "type" | "ulp">;

interface KindRow {
  readonly sentence: (unseen: Described) => string;
  readonly bound: (unseen: Described) => string;
  readonly help: (unseen: Described) => string;
}

const units = (count: number): string => `${count} ${count === 1 ? "unit" : "units"} in the last place`;

const kinds = {
  math: {
    sentence: ({ text }) =>
      `\`${text}\` of f32 can differ from JavaScript's rounded result where work-items run in gangs`,
    bound: ({ ulp = 0 }) => units(ulp),
    help: () => "Compute it in f64: a function of an f64, as in `Math.sin(f64(x))`, gives the host's bits.",
  },
  fused: {
    sentence: ({ text }) => `\`${text}\` of f32 rounds once instead of twice where the engine has relaxed SIMD`,
    bound: () => "half a unit in the last place of the product, and its effect on the sum",
    help: () => 'Set fp: "strict" for the launch, its queue or the build, so that each operation rounds.',
  },
  power: {
    sentence: ({ text }) => `a power is computed as \`${text}\`, and the engine's \`**\` can round differently`,
    bound: () => "4 units in the last place, 8 next to the largest number",
    help: () => "Write that instead: products, quotients and roots are the same in JavaScript.",
  },
  hypot: {
    sentence: ({ text }) => `\`${text}\` is computed number by number, and the engine can round differently`,
    bound: () => "2 units in the last place for each number",
    help: () => "Write the root itself, such as `Math.sqrt(x * x + y * y + z * z)`, which is the same in JavaScript.",
  },
  aheadOfTime: {
    sentence: ({ text }) =>
      `\`${text}\` of f64 gives the bits of V8 in Node 20 in gangs, because it was made ahead of time; another engine's Math can round differently`,
    bound: () => units(2),
    help: () => 'Build with only the target "ir", so that code is generated for the engine that runs it.',
  },
  order: {
    sentence: ({ text, type }) => `\`${text}\` of ${type} does not combine the work-items' values one after the other`,
    bound: ({ type }) =>
      type === "f32" || type === "f64"
        ? `${type === "f32" ? "2^-24" : "2^-53"} of the sum of all magnitudes, for each number that is added`
        : "as much as another order changes the function's result",
    help: ({ type }) =>
      type === "f32" || type === "f64"
        ? "Combine integers, where the order makes no difference, or add up in a loop of one work-item, which keeps the order."
        : "Combine with a function that is associative and commutative.",
  },
} as const satisfies Record<UnseenKind, KindRow>;

/** The differences in a launch's program, in the source's terms. */
export function unseenIn(identity: LaunchIdentity): readonly UnseenDifference[] {
  const { kernel, program } = identity;
  const isAheadOfTime = program.ir === undefined;
  const walked = program.fromIr();
  if (!walked?.ir) return unseenWithoutIr(identity);
  // The linked kernel: before functions are inlined, their positions are better.
  const { module, kernel: index } = walked.ir.linked;
  const end = module.functions[index]?.parameters ?? 0;
  const reducers = new Set(walked.reductions.map((_, at) => end - 1 - at));
  const isContracting = program.variant.fp !== "strict";
  const found = unseenNumbers(module, index, { isContracting, isAheadOfTime, reducers });
  return found.map((unseen) => {
    const place = placeOf(unseen.at, module.files);
    return describe(kernel, unseen.kind, place, unseen, program, unseen.isNear);
  });
}

/** Without IR, only a kernel's functions of Math are known. */
function unseenWithoutIr({ kernel, program }: LaunchIdentity): readonly UnseenDifference[] {
  const { symbol, at } = program.symbol;
  const [own] = program.images;
  const place = placeOf(at, own?.image.files ?? []);
  const builtins = own?.prebuilt.flatMap(({ header }) =>
    header.kernels.flatMap((one) => (one.symbol === symbol ? one.builtins : [])),
  );
  return [...new Set(builtins)].flatMap((builtin) => {
    const [text, type] = builtinOfSymbol(builtin)?.split(" of ") ?? [];
    return text === undefined || type !== "f64"
      ? []
      : describe(kernel, "aheadOfTime", place, { text, type, ulp: undefined }, program, false);
  });
}

function describe(
  kernel: string,
  kind: UnseenKind,
  place: KernelPlace,
  unseen: Described,
  program: Program,
  isNear: boolean,
): UnseenDifference {
  const { sentence, bound, help } = kinds[kind];
  const own = { bound: bound(unseen), help: help(unseen) };
  const near = isNear ? ", shortly before this" : "";
  const lines = [
    `Kernel ${kernel}: ${sentence(unseen)}.`,
    lineOf(place, `by up to ${own.bound}${near}`, program),
    `  help: ${own.help}`,
  ];
  return { ...place, ...own, kernel, kind, text: unseen.text, message: lines.join("\n") };
}
