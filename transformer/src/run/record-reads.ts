// Records what TypeScript, and the compiler through it, read from the disk during an operation.

import path from "node:path";
import type { TypeScript } from "../compile.js";
import type { Recorder } from "./dependencies.js";

/** TypeScript's hosts read through one object, `sys`, so its methods are replaced while `make` runs. */
export function recordReads<T>({ sys }: TypeScript, recorder: Recorder, make: () => T): T {
  const { readFile, fileExists, directoryExists, getDirectories, readDirectory } = sys;
  const recording: Partial<typeof sys> = {
    readFile(name, encoding) {
      recorder.read(path.resolve(name));
      return readFile.call(sys, name, encoding);
    },
    fileExists(name) {
      const isThere = fileExists.call(sys, name);
      recorder.look(path.resolve(name), isThere);
      return isThere;
    },
    directoryExists(name) {
      const isThere = directoryExists.call(sys, name);
      recorder.look(path.resolve(name), isThere);
      return isThere;
    },
    getDirectories(name) {
      recorder.list(path.resolve(name), "folders", false, []);
      return getDirectories.call(sys, name);
    },
    readDirectory(name, extensions, excluded, included, depth) {
      const folder = path.resolve(name);
      const kind = extensions?.includes(".js") ? "javascript" : "typescript";
      const without = (excluded ?? []).filter((one) => !/[*?]/.test(one)).map((one) => path.resolve(folder, one));
      recorder.list(folder, kind, true, without);
      return readDirectory.call(sys, name, extensions, excluded, included, depth);
    },
  };
  Object.assign(sys, recording);
  try {
    return make();
  } finally {
    Object.assign(sys, { readFile, fileExists, directoryExists, getDirectories, readDirectory });
  }
}
