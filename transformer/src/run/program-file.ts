// A compiled program as a file: a digest, a JSON header, the modules' texts. Anything incomplete or in another form is ignored.

import { createHash } from "node:crypto";
import type { RunnableProgram } from "./compile-program.js";
import type { ModuleTable } from "./module-table.js";

/** Changes with the header's form. */
const FORM = "lanewise program 2";
const NEWLINE = 10;

interface Header extends Omit<RunnableProgram, "table"> {
  readonly form: string;
  readonly modules: readonly (readonly [url: string, place: ReturnType<ModuleTable["modules"]["get"]> & object])[];
  readonly library: ModuleTable["library"];
  readonly imports: readonly (readonly [url: string, targets: Readonly<Record<string, string>>])[];
}

export function encodeProgram({ table, ...rest }: RunnableProgram): Uint8Array {
  const { modules, imports, library, texts } = table;
  const header: Header = { form: FORM, ...rest, modules: [...modules], imports: [...imports], library };
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), texts]);
  return Buffer.concat([Buffer.from(`${digestOf(content)}\n`), content]);
}

/** Undefined for anything not written by `encodeProgram`. */
export function decodeProgram(bytes: Buffer): RunnableProgram | undefined {
  const begin = bytes.indexOf(NEWLINE) + 1;
  const content = bytes.subarray(begin);
  const end = content.indexOf(NEWLINE);
  if (begin === 0 || end < 0 || bytes.toString("latin1", 0, begin - 1) !== digestOf(content)) return undefined;
  // The digest proves that encodeProgram wrote it, perhaps another version's.
  const { form, modules, imports, library, ...rest } = JSON.parse(content.toString("utf8", 0, end)) as Header;
  if (form !== FORM) return undefined;
  return {
    ...rest,
    table: { modules: new Map(modules), imports: new Map(imports), library, texts: content.subarray(end + 1) },
  };
}

function digestOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
