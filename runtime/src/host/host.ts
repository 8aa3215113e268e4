// The runtime's interface to its platform, chosen once by the features that the platform offers: Node (node.ts) or a browser (browser.ts). Nothing
// else in the runtime asks where it runs.

import type { KernelPlace } from "../errors/index.js";
import { createBrowserHost } from "./browser.js";
import { createNodeHost } from "./node.js";

/** A started thread. */
export interface WorkerHandle {
  post(message: unknown): void;
  /** Resolves when it no longer runs. */
  terminate(): Promise<unknown>;
  /** Whether it certainly no longer runs, also while the event loop is blocked. */
  hasEnded(): boolean;
}

/** The source of a thread: a URL, this package's file, or the text included in the program. */
export type WorkerSource = { readonly url: string } | "file" | "text";

/** Any function. */
export type CallerOf = (...args: never[]) => unknown;

export interface CallerPlace {
  readonly file: string;
  /** `line:column`, as the engine counts them. */
  readonly position: string;
}

/** The origin of a module. */
export interface SourceOrigin {
  /** `<package>@<version>/<path from the package's root>`. */
  readonly module: string;
  /** The path or URL of the file that has its code. */
  readonly loadedFrom: string;
  /** When that file was loaded, in ms. Sources edited since then do not match it. */
  readonly loadedAt: number;
}

export interface ShownSource {
  /** The absolute path, if the file is there. */
  readonly path: string | undefined;
  /** The line with marks below, in the text as compiled, as far as can be known. */
  readonly excerpt: string | undefined;
}

export interface Host {
  /** The value of an environment variable; undefined if it is not set. */
  variable(name: string): string | undefined;
  /** Calls `task` soon, after other tasks of the event loop; keeps the process alive until then. */
  defer(task: () => void): void;
  /** Whether code may be made from text (`new Function`); false in browsers, whose pages often forbid it, and if Node forbids it. */
  readonly canGenerateCode: boolean;
  /** How many threads can run at the same time. */
  cores(): number;
  /** Whether this thread may block; the main threads of pages may not. */
  readonly canBlock: boolean;
  /** Why no worker can be started; undefined if no reason is known. */
  workerProblem(url: string | undefined): string | undefined;
  /** The sources of workers if no URL is given, each tried if the one before does not start. */
  readonly workerSources: readonly WorkerSource[];
  /** Starts a worker, which does not keep the process alive. `onEnd` is called when it could not start, or ended. */
  startWorker(source: WorkerSource, onEnd: (reason: string) => void): WorkerHandle;
  /** Whether to keep the process alive even if the event loop knows of no outstanding work. */
  keepAlive(isWanted: boolean): void;
  /** Reads a URL, or a path on platforms with files. */
  readBytes(address: string): Promise<Uint8Array>;
  /** The code that calls `callee`, the function that calls this; undefined where programs are not files. */
  callerPlace(callee: CallerOf): CallerPlace | undefined;
  /**
   * The user's source at a position in the images of one of these modules, whose paths may be the same, as far as available. `name` is the text at
   * that position. Never throws.
   */
  showSource(origins: readonly SourceOrigin[], place: KernelPlace, name: string): ShownSource | undefined;
  /** Where generated code is cached, if it is (host-store.ts). */
  readonly keepsCodeIn: "files" | "database";
}

export const host: Host = createNodeHost() ?? createBrowserHost();
