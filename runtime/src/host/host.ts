// What the runtime needs from the place it runs in, chosen once by what that place offers: Node (node.ts) or a browser
// (browser.ts). Nothing else in the runtime asks where it runs.

import type { KernelPlace } from "../errors/index.js";
import { createBrowserHost } from "./browser.js";
import { createNodeHost } from "./node.js";

/** A thread that was started. */
export interface WorkerHandle {
  post(message: unknown): void;
  /** Resolves when it runs no more. */
  terminate(): Promise<unknown>;
  /** Whether it is certain that it runs no more, also while the event loop stands still. */
  hasEnded(): boolean;
}

/** What a thread is started from: a URL, the file of this package, or the text that is part of the program. */
export type WorkerSource = { readonly url: string } | "file" | "text";

/** Any function. */
export type CallerOf = (...args: never[]) => unknown;

export interface CallerPlace {
  readonly file: string;
  /** `line:column`, as the engine counts them. */
  readonly position: string;
}

/** Where a module is from. */
export interface SourceOrigin {
  /** `<package>@<version>/<path from the package's root>`. */
  readonly module: string;
  /** The file that has its code: its path or URL. */
  readonly loadedFrom: string;
  /** When that was loaded, in ms. Sources that were edited since say nothing of it. */
  readonly loadedAt: number;
}

export interface ShownSource {
  /** The absolute path, if the file is there. */
  readonly path: string | undefined;
  /** The line and marks below, as the text was when it was compiled, as far as can be known. */
  readonly excerpt: string | undefined;
}

export interface Host {
  /** The value of an environment variable; undefined where there is none. */
  variable(name: string): string | undefined;
  /** Calls `task` soon, after other tasks of the event loop had their turn; keeps the process alive until then. */
  defer(task: () => void): void;
  /** Whether code may be made from text (`new Function`); false in browsers, whose pages often forbid it, and where Node does. */
  readonly canGenerateCode: boolean;
  /** How many threads can run at the same time. */
  cores(): number;
  /** Whether this thread may wait for others; the main threads of pages may not. */
  readonly canBlock: boolean;
  /** Why no worker can be started; undefined if nothing is known to be in the way. */
  workerProblem(url: string | undefined): string | undefined;
  /** What workers are started from where no URL is given; the next where one does not start. */
  readonly workerSources: readonly WorkerSource[];
  /** Starts a worker, which does not keep the process alive. `onEnd` is told when it could not start, or ended. */
  startWorker(source: WorkerSource, onEnd: (reason: string) => void): WorkerHandle;
  /** Whether the process is to stay alive though nothing that the event loop knows of is outstanding. */
  keepAlive(isWanted: boolean): void;
  /** What is at a URL, or at a path where there are files. */
  readBytes(address: string): Promise<Uint8Array>;
  /** Where the code is that calls `callee`, which the caller of this is; undefined where programs are no files. */
  callerPlace(callee: CallerOf): CallerPlace | undefined;
  /**
   * What is at hand of the user's source at a place in the images of one of these modules, whose paths may be the same. `name` is what
   * stands there. Never throws.
   */
  showSource(origins: readonly SourceOrigin[], place: KernelPlace, name: string): ShownSource | undefined;
  /** What generated code is kept in, if it is (host-store.ts). */
  readonly keepsCodeIn: "files" | "database";
}

export const host: Host = createNodeHost() ?? createBrowserHost();
