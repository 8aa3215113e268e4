// Random kernels as IR: what the interpreter leaves, all executors leave, failures included, and so does what passes make of the kernel. Each
// seed is tried in one way. Kernels are those of test/support; the tests of test/codegen look at the first few hundred.

import { isDeepStrictEqual } from "node:util";
import { simplifyKernel, UndividedKernel } from "@lanewise/codegen";
import {
  decodeModule,
  encodeModule,
  type Module,
  parseModule,
  printModule,
  THREAD_STACK_OFFSET,
  verify,
} from "@lanewise/ir";
import { firstGangOf } from "../support/gang-failures.js";
import { groupExecutor, type Sizes } from "../support/group-executors.js";
import { groupProgram } from "../support/group-programs.js";
import { independentProgram } from "../support/independent-arbitrary.js";
import { type RandomProgram, randomProgram } from "../support/ir-arbitrary.js";
import { type Outcome, runAll } from "../support/ir-launch.js";
import { launchOf, outcomeOf } from "../support/random-launch.js";
import { executors, type GangExecutor, gangExecutors } from "../support/run-kernel.js";
import {
  outcomesInGangs,
  outcomesInRegions,
  type SubGroupProgram,
  subGroupProgram,
} from "../support/sub-group-programs.js";
import { pointedOutcomeOf, throughPointers } from "../support/through-pointers.js";
import type { Fuzzer } from "./fuzzer.js";
import { reduceModule } from "./reduce-ir.js";

/** A kernel, and its groups if it has some. */
interface Subject {
  readonly program: RandomProgram;
  readonly local?: Sizes;
  readonly groups?: number;
  /** Of its sub-groups. */
  readonly size?: SubGroupProgram["size"];
}

interface Way {
  readonly make: (seed: number) => Subject;
  /** What is wrong: who differs, and how. */
  readonly judge: (subject: Subject) => string | undefined;
}

const { interpreter: reference } = executors;
const sequential = Object.entries(executors).filter(([, { gang }]) => gang === 1);
const sizeOf = (seed: number): number => 1 + (Math.abs(seed) % 24);
const canFail = (seed: number): boolean => Math.floor(seed / 16) % 2 === 1;

const judgeGangs: Way["judge"] = ({ program }) => {
  const failures = failuresOf(program);
  if (failures.length > 0) return failingGangs(program, failures);
  const expected = outcomeOf(program, reference);
  const gangs = gangsFor(program);
  return firstOf(...gangs.map((gang) => () => differing(gang.name, outcomeOf(program, gang), expected)), () =>
    differing("simplified", outcomeOf(simplified(program), reference), expected),
  );
};

const judgeGroups: Way["judge"] = ({ program, local = [1, 1, 1], groups = 1 }) => {
  const outcomes = Object.entries(executors).flatMap(([name, executor]) => {
    const inGroups = groupExecutor(executor, local);
    try {
      return [{ name, outcome: outcomeOf(program, inGroups, groups) }];
    } catch (error) {
      if (error instanceof UndividedKernel) return [];
      throw error;
    }
  });
  const [first, ...others] = outcomes;
  return (
    first &&
    firstOf(
      ...others.map(
        ({ name, outcome }) =>
          () =>
            differing(name, outcome, first.outcome),
      ),
    )
  );
};

/** Where work-items part, a kernel may fail; then it fails everywhere. */
const judgeSubGroups: Way["judge"] = ({ program, local = [1, 1, 1], groups = 1, size = 4 }) => {
  const subject = { program, local, groups, size };
  try {
    const [expected, ...others] = outcomesInRegions(subject);
    if (!expected) throw new Error("there are executors");
    const [isFailing, inGangs] = [expected.failure.site > 0, outcomesInGangs(subject)];
    return firstOf(
      ...others.map((found, index) => () => differing(`divided ${index}`, found, expected)),
      ...inGangs.map((found, index) => () => {
        if (isFailing && found.failure.site > 0) return undefined;
        return differing(`in gangs ${index}`, found, expected);
      }),
    );
  } catch (error) {
    if (error instanceof UndividedKernel) return undefined;
    throw error;
  }
};

const ways: Readonly<Record<string, Way>> = {
  sequential: {
    make: (seed) => ({ program: randomProgram(seed, { size: sizeOf(seed), canFail: canFail(seed) }) }),
    judge: ({ program }) => {
      const expected = outcomeOf(program, reference);
      return firstOf(
        ...sequential.map(
          ([name, executor]) =>
            () =>
              differing(name, outcomeOf(program, executor), expected),
        ),
        () => differing("simplified", outcomeOf(simplified(program), reference), expected),
        () =>
          differing(
            "binary form",
            outcomeOf(ofModule(program, decodeModule(encodeModule(program.module))), reference),
            expected,
          ),
        () =>
          differing(
            "text form",
            outcomeOf(ofModule(program, parseModule(printModule(program.module))), reference),
            expected,
          ),
      );
    },
  },
  gangs: {
    make: (seed) => ({ program: independentProgram(seed, { size: 1 + (seed % 12), canFail: canFail(seed) }) }),
    judge: judgeGangs,
  },
  groups: {
    make: (seed) => groupProgram(independentProgram(seed, { size: sizeOf(seed) })),
    judge: judgeGroups,
  },
  pointers: {
    make: (seed) => ({ program: randomProgram(seed, { size: 1 + (seed % 20), canFail: canFail(seed) }) }),
    judge: ({ program }) => {
      const expected = outcomeOf(program, reference);
      const other = throughPointers(program);
      const few = Object.entries(executors).filter(([, { gang }]) => gang < 8);
      return firstOf(
        ...few.map(
          ([name, executor]) =>
            () =>
              differing(name, pointedOutcomeOf(other, executor), expected),
        ),
      );
    },
  },
  rounds: {
    make: (seed) => ({
      program: independentProgram(seed, { size: 1 + (seed % 8), canFail: seed % 5 === 0, isOfRounds: true }),
    }),
    judge: judgeGangs,
  },
  roundsOfGroups: {
    make: (seed) => groupProgram(independentProgram(seed, { size: 1 + (seed % 10), isOfRounds: true })),
    judge: judgeGroups,
  },
  roundsOfSubGroups: {
    make: (seed) => subGroupProgram(independentProgram(seed, { size: 1 + (seed % 10), isOfRounds: true })),
    judge: judgeSubGroups,
  },
};

const ofModule = (program: RandomProgram, module: Module): RandomProgram => ({ ...program, module });

function simplified(program: RandomProgram): RandomProgram {
  const { module, kernel } = program;
  const functions = module.functions.map((fn, index) => (index === kernel ? simplifyKernel(module, fn) : fn));
  const [violation] = verify({ ...module, functions });
  if (violation) throw new Error(`simplified: ${violation.where} ${violation.message}`);
  return ofModule(program, { ...module, functions });
}

/** A third of them. In one dimension both shapes are the same. */
const gangsFor = ({ range, seed }: RandomProgram): readonly GangExecutor[] =>
  gangExecutors.filter(
    ({ shape }, index) => (range.length > 1 || shape === "rows") && (index + Math.abs(seed >> 2)) % 3 === 0,
  );

function failingGangs(program: RandomProgram, failures: readonly Outcome["failure"][]): string | undefined {
  const gangs = gangsFor(program).filter(({ bounds }) => bounds === "checked");
  return firstOf(
    ...gangs.map((gang) => () => {
      const { failure } = outcomeOf(program, gang);
      const possible = firstGangOf(program.range, gang, failures);
      return possible.some((one) => isDeepStrictEqual(one, failure))
        ? undefined
        : `${gang.name}: found ${shown(failure)}\nexpected one of ${shown(possible)}`;
    }),
  );
}

/** How each failing work-item fails, alone. */
function failuresOf(program: RandomProgram): readonly Outcome["failure"][] {
  const { kernel, launch } = launchOf(program, reference);
  return Array.from({ length: launch.items }, (_, item) => {
    new Uint8Array(launch.memory, launch.thread, THREAD_STACK_OFFSET).fill(0);
    return runAll(launch, kernel.run, program.module, [item, item + 1]).failure;
  }).filter(({ site }) => site > 0);
}

function firstOf(...checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const found = check();
    if (found !== undefined) return found;
  }
  return undefined;
}

function differing(name: string, found: Outcome, expected: Outcome): string | undefined {
  if (isDeepStrictEqual(found, expected)) return undefined;
  return `${name}: found ${shown(found)}\nexpected ${shown(expected)}`;
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}n` : one)).slice(0, 2000);

/** As `judge`, and what throws is wrong, too. */
function wrongIn(way: Way, subject: Subject): string | undefined {
  try {
    return way.judge(subject);
  } catch (error) {
    return `thrown: ${error instanceof Error ? error.stack : error}`;
  }
}

/** Reduced kernels must not become such whose work-items meet: these leave the same in any order. */
function hasOrder({ program }: Subject): boolean {
  const left = [false, true].map((isBackwards) => {
    const { kernel, launch } = launchOf(program, reference);
    const items = Array.from({ length: launch.items }, (_, item) => (isBackwards ? launch.items - 1 - item : item));
    return items.map((item) => runAll(launch, kernel.run, program.module, [item, item + 1])).at(-1);
  });
  return !isDeepStrictEqual(left[0], left[1]);
}

const REDUCING = 60_000;

function report(way: Way, name: string, subject: Subject, whole: string): string {
  const aboutOf = (text: string | undefined): string | undefined => text?.match(/^(thrown: .*|[^:]*)/)?.[0];
  const inModule = (module: Module): Subject => ({ ...subject, program: ofModule(subject.program, module) });
  const isWrong = (module: Module): boolean => {
    const smaller = inModule(module);
    if (aboutOf(wrongIn(way, smaller)) !== aboutOf(whole)) return false;
    return way.judge !== judgeGangs || whole.startsWith("thrown") || !hasOrder(smaller);
  };
  const module = reduceModule(subject.program.module, isWrong, performance.now() + REDUCING);
  const place = "Belongs into test/fuzz/ir-corpus/NAME.ir.";
  return `${wrongIn(way, inModule(module))}\n\n${write(name, inModule(module))}\n${place}`;
}

/** What the text form of a module does not say. */
interface Written extends Omit<Subject, "program"> {
  readonly way: string;
  readonly program: Omit<RandomProgram, "module" | "lengths" | "scalars"> & {
    readonly lengths: readonly (number | null)[];
    readonly scalars: readonly (number | null)[] | undefined;
  };
}

function write(way: string, { program: { module, ...rest }, ...groups }: Subject): string {
  return `// ${JSON.stringify({ way, program: rest, ...groups })}\n${printModule(module)}`;
}

/** What is wrong with a kernel of test/fuzz/ir-corpus. */
export function judgeWritten(text: string): string | undefined {
  const [head = "", ...lines] = text.split("\n");
  const { way, program, ...groups }: Written = JSON.parse(head.slice(3));
  const present = (numbers: readonly (number | null)[]) => numbers.map((number) => number ?? undefined);
  const { lengths, scalars, ...rest } = program;
  const read: RandomProgram = {
    ...rest,
    module: parseModule(lines.join("\n")),
    lengths: present(lengths),
    ...(scalars && { scalars: present(scalars) }),
  };
  const judged = ways[way];
  return judged ? wrongIn(judged, { ...groups, program: read }) : `there is no way ${way}`;
}

/** The seed chooses one of the ways. */
function fuzzerOf(name: string, about: string, names: readonly string[]): Fuzzer {
  return {
    name,
    about,
    run: async (seed) => {
      const chosen = names[Math.abs(seed) % names.length] ?? "";
      const way = ways[chosen];
      if (!way) throw new Error("there are ways");
      const subject = way.make(seed);
      const whole = wrongIn(way, subject);
      return whole === undefined ? undefined : `${chosen}: ${report(way, chosen, subject, whole)}`;
    },
  };
}

const ofRounds = ["rounds", "rounds", "roundsOfGroups", "roundsOfSubGroups"];

export const ir = fuzzerOf(
  "ir",
  "kernels leave on every executor what the interpreter leaves, failures included",
  Object.keys(ways).filter((name) => !ofRounds.includes(name)),
);

export const rounds = fuzzerOf(
  "rounds",
  "so do kernels with loops that neighbouring work-items leave one by one",
  ofRounds,
);
