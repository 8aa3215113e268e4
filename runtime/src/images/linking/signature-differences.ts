// Functions that another package declares otherwise than they are: what was built apart is compared where it is linked.

import { type Fn, forEachStmt, isScalar, type Module, type Type, typeName } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import type { LoadedImage } from "../index.js";

/** `modules` are those of the images. Throws `link_program_error` for a function that a module imports as another one than it is. */
export function assertSignatures(images: readonly LoadedImage[], modules: readonly Module[], kernel: string): void {
  for (const [index, module] of modules.entries()) {
    for (const [number, fn] of module.functions.entries()) {
      if (fn.linkage !== "imported") continue;
      const at = modules.findIndex((one) => definedIn(one, fn.symbol) !== undefined);
      const defined = modules[at] && definedIn(modules[at], fn.symbol);
      const [asked, found] = [signatureOf(fn), defined && signatureOf(defined)];
      if (found === undefined || asked === found) continue;
      const [caller, owner] = [images[index]?.owner ?? "", images[at]?.owner ?? ""];
      throw new LanewiseError(
        "link_program_error",
        `Kernel ${kernel} cannot be linked: ${callIn(module, number)} of ${caller} calls ${defined?.name} of ${owner} as ${asked}, and it is ${found}.`,
        {
          help: "Build the modules again with one version of the package, or declare the function as the package does.",
        },
      );
    }
  }
}

function definedIn({ functions }: Module, symbol: string): Fn | undefined {
  return functions.find((fn) => fn.linkage === "exported" && fn.symbol === symbol);
}

/** As TypeScript writes it: (f32, f64[]) => f32. Names of parameters make no difference, so it has none. */
function signatureOf({ locals, parameters, result }: Fn): string {
  const types = locals.slice(0, parameters).map(({ type }) => nameOf(type));
  return `(${types.join(", ")}) => ${result === "void" ? result : nameOf(result)}`;
}

function nameOf(type: Type): string {
  if (isScalar(type)) return type;
  if (type.kind === "span") return `${nameOf(type.element)}[]`;
  if (type.kind === "ref") return nameOf(type.to);
  return type.kind === "struct" ? type.name : typeName(type);
}

/** Where the module calls its function of that number first, else the module. */
function callIn({ functions, files, name }: Module, called: number): string {
  for (const { body } of functions) {
    let found: string | undefined;
    forEachStmt(body, (stmt) => {
      if (stmt.kind !== "call" || stmt.function !== called) return;
      const { file, line, column } = stmt.at;
      found ??= `${files[file]}:${line}:${column}`;
    });
    if (found !== undefined) return found;
  }
  return name;
}
