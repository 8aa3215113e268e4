// Mutants that no test can notice, and why: they change how long something takes, or nothing at all. A row holds while its line of the
// source says what it says here.

import type { Mutant } from "./mutations.js";

interface Equivalent extends Pick<Mutant, "file" | "before" | "text"> {
  readonly reason: string;
}

const equivalent: readonly Equivalent[] = [
  {
    file: "codegen/src/analysis/aligned.ts",
    before: 'value.kind === "op" && value.op === "rem" && isFound(value, loops)',
    text: '(value.kind === "op" && value.op === "rem") || (isFound(value, loops))',
    reason:
      "a remainder that is not found varies, and what is computed of it does; a quotient that is found is uniform",
  },
  {
    file: "codegen/src/analysis/index-form.ts",
    before: 'if (typeof type === "string" || type.kind !== "ref" || typeof type.to !== "string") return undefined;',
    text: ";",
    reason: "an index is computed from scalars, so what is loaded for it is one: the line tells the types",
  },
];

export const reasonOf = ({ file, before, text }: Mutant): string | undefined =>
  equivalent.find((one) => one.file === file && one.before === before && one.text === text)?.reason;
