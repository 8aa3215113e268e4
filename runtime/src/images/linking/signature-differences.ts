// Compares the signatures of functions with their declarations in other packages, because they were built separately.

import { type Fn, forEachStmt, isScalar, type Module, type Type } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import type { LoadedImage } from "../index.js";

/** `modules` are those of the images. Throws `link_program_error` if a module imports a function with another signature than it has. */
export function assertSignatures(images: readonly LoadedImage[], modules: readonly Module[], kernel: string): void {
  for (const [index, module] of modules.entries()) {
    for (const [number, fn] of module.functions.entries()) {
      if (fn.linkage !== "imported") continue;
      const at = modules.findIndex((one) => definedIn(one, fn.symbol) !== undefined);
      const owner = modules[at];
      const defined = owner && definedIn(owner, fn.symbol);
      if (!defined || isCalledAs(fn, module, defined, owner)) continue;
      const names = [images[index]?.owner ?? "", images[at]?.owner ?? ""];
      throw new LanewiseError(
        "link_program_error",
        `Kernel ${kernel} cannot be linked: ${callIn(module, number)} of ${names[0]} calls ${defined.name} of ${names[1]} as ${signatureOf(fn, module, false)}, but its signature is ${signatureOf(defined, owner, false)}.`,
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

/** Whether both have the same types, structs by their fields, and the function does not write what its caller takes to be readonly. */
function isCalledAs(fn: Fn, module: Module, defined: Fn, owner: Module): boolean {
  const keeps = fn.locals.every(({ isReadonly }, index) => !isReadonly || defined.locals[index]?.isReadonly === true);
  return keeps && signatureOf(fn, module, true) === signatureOf(defined, owner, true);
}

/**
 * The signature in TypeScript: (f32, f64[]) => f32. It omits parameter names, because they make no difference; likewise the names of structs when
 * signatures are compared.
 */
function signatureOf({ locals, parameters, result }: Fn, { structs }: Module, isCompared: boolean): string {
  const nameOf = (type: Type): string => {
    if (isScalar(type)) return type;
    if (type.kind === "span") return `${nameOf(type.element)}[]`;
    if (type.kind === "ref") return nameOf(type.to);
    if (type.kind === "array") return `FixedArray<${nameOf(type.element)}, ${type.length}>`;
    const fields = structs.find(({ name }) => name === type.name)?.fields ?? [];
    const text = fields.map(({ name, type: held }) => `${name}: ${nameOf(held)}`).join("; ");
    // The type of items has one field, which has the type's name.
    const isMark = fields.length === 1 && fields[0]?.name === type.name;
    return isMark ? type.name : `${isCompared ? "" : `${type.name} `}{ ${text} }`;
  };
  const types = locals.slice(0, parameters).map(({ type, isReadonly }) => {
    return `${isReadonly && !isCompared ? "readonly " : ""}${nameOf(type)}`;
  });
  const given = result === "void" ? result : nameOf(result);
  // A function that returns an object writes it to the storage passed as its first parameter.
  const isMade = !isCompared && parameters > 0 && locals[0]?.name === "result";
  return isMade ? `(${types.slice(1).join(", ")}) => ${types[0]}` : `(${types.join(", ")}) => ${given}`;
}

/** The source position of the module's first call of the function with that index, or else the module's name. */
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
