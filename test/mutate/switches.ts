// Runs before each file of tests in the sandbox: answers the switches of mutants (switched.ts), and notes which of them were asked.

/** What the switches of this process know: files of tests share it. */
export interface Switches {
  /** The mutant that is on. */
  on: number | undefined;
  /** Those that were asked since the set was emptied. */
  readonly asked: Set<number>;
}

const shared = globalThis as { __lanewiseMutant?: (id: number) => boolean; __lanewiseSwitches?: Switches };
const environment = process.env.LANEWISE_MUTANT;

export const switches: Switches = shared.__lanewiseSwitches ?? {
  on: environment === undefined ? undefined : Number(environment),
  asked: new Set(),
};
shared.__lanewiseSwitches = switches;
shared.__lanewiseMutant ??= (id) => {
  switches.asked.add(id);
  return switches.on === id;
};
