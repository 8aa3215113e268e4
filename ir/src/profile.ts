// The records a running program gives to a profiler (`lanewise run --profile`): one for each command when it ends. A profiler puts a function on
// `globalThis` under the key before the first command is submitted, so the runtime needs no code for it.

export const PROFILE_KEY: unique symbol = Symbol.for("lanewise.profile");

export interface ProfileRecord {
  /** The queue; each has its own object. */
  readonly queue: { readonly name: string };
  /** "launch", "q.copy", "A host task". */
  readonly method: string;
  readonly launch: LaunchProfile | undefined;
  /** In ns since `performance.timeOrigin`. */
  readonly submit: number;
  readonly start: number;
  readonly end: number;
}

export interface LaunchProfile {
  readonly kernel: string;
  /** Number of work-items. */
  readonly items: number;
  /** Totals over all work-items, counted in the code; undefined if the code does not tell. */
  readonly estimate: { readonly bytes: number; readonly operations: number } | undefined;
}

/** Making a kernel's program: from IR, built code or the code cache to what the engine runs. */
export interface CompileRecord {
  readonly kernel: string;
  /** In ns, like commands. */
  readonly start: number;
  readonly end: number;
}

export interface OnProfile {
  (record: ProfileRecord): void;
  readonly compiled?: (record: CompileRecord) => void;
}
