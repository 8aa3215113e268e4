// What a running program tells whoever profiles it (`lanewise run --profile`): a record of each command, when it has ended. Who wants
// them puts a function on `globalThis` under the key before queues get commands; so the runtime has no code for it.

export const PROFILE_KEY: unique symbol = Symbol.for("lanewise.profile");

export interface ProfileRecord {
  /** The queue; each has an object of its own. */
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
  /** Work-items. */
  readonly items: number;
  /** Of all work-items, counted in the code; undefined where that does not tell. */
  readonly estimate: { readonly bytes: number; readonly operations: number } | undefined;
}

/** The making of a kernel's program: from IR, code of the build or the code cache to what the engine runs. */
export interface CompileRecord {
  readonly kernel: string;
  /** As the times of commands. */
  readonly start: number;
  readonly end: number;
}

export interface OnProfile {
  (record: ProfileRecord): void;
  readonly compiled?: (record: CompileRecord) => void;
}
