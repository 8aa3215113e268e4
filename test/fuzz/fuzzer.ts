// What a fuzzer is, and how one is run: case after case, for a time or for so many, each from a seed of its own.

export interface Fuzzer {
  /** What `npm run fuzz -- --only` calls it. */
  readonly name: string;
  /** What it makes at random, and what must hold. */
  readonly about: string;
  /** Tries the case of a seed: what is wrong, made small where that can be, and where it belongs; undefined if nothing is. */
  readonly run: (seed: number) => Promise<string | undefined>;
  /** Those of some cases at which `run` must look: where many at once are tried much faster. Default: all. */
  readonly screen?: (seeds: readonly number[]) => Promise<readonly number[]>;
  /** Ends what it has started, and gives back what it took. */
  readonly end?: () => Promise<void>;
}

export interface FuzzLimits {
  readonly seed: number;
  readonly seconds: number;
  /** Cases. At least one batch is tried, however little time there is. */
  readonly most: number;
}

export interface FuzzResult {
  readonly cases: number;
  readonly findings: readonly string[];
}

const BATCH = 10;
const MOST_FINDINGS = 10;

/** Hands each finding to `tell` as soon as it is made, with the command that repeats it. */
export async function runFuzzer(
  fuzzer: Fuzzer,
  { seed: first, seconds, most }: FuzzLimits,
  tell: (finding: string) => void,
): Promise<FuzzResult> {
  const end = performance.now() + seconds * 1000;
  const findings: string[] = [];
  let seed = first;
  do {
    const seeds = Array.from(
      { length: fuzzer.screen ? Math.min(BATCH, first + most - seed) : 1 },
      (_, at) => seed + at,
    );
    for (const suspect of (await fuzzer.screen?.(seeds)) ?? seeds) {
      const found = await fuzzer.run(suspect);
      if (found === undefined) continue;
      const finding = `${fuzzer.name}, seed ${suspect}\n${found}\nAgain: npm run fuzz -- --only ${fuzzer.name} --seed ${suspect} --cases 1`;
      findings.push(finding);
      tell(finding);
    }
    seed += seeds.length;
  } while (seed < first + most && performance.now() < end && findings.length < MOST_FINDINGS);
  return { cases: seed - first, findings };
}
