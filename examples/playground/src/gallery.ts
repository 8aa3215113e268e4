// The examples, by the names of their folders, in that order. What the page shows of one is loaded when it is opened.

import type { About } from "./example.js";

export interface Entry {
  readonly name: string;
  readonly about: About;
  /** Where kernels.ts is, from the root of the repository: what one gives to `lanewise inspect`. */
  readonly file: string;
  source(): Promise<string>;
}

const abouts = import.meta.glob<About>("./examples/*/about.ts", { eager: true });
const sources = import.meta.glob<string>("./examples/*/kernels.ts", { query: "?raw", import: "default" });

const missing = async (): Promise<string> => {
  throw new Error("The folder has no kernels.ts.");
};

export const gallery: readonly Entry[] = Object.entries(abouts).map(([path, about]) => {
  const kernels = path.replace(/about\.ts$/, "kernels.ts");
  return {
    name: path.split("/").at(-2) ?? path,
    about,
    file: kernels.replace(/^\./, "examples/playground/src"),
    source: sources[kernels] ?? missing,
  };
});
