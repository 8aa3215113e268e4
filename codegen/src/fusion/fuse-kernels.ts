// Fuses several kernels over one range: each work-item runs them one after the other. IR in, IR out, before any other pass sees the kernel. The
// caller has checked that there is no obstacle (obstacle.ts).

import {
  build,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  invariant,
  type Local,
  linkModules,
  type Module,
  type Part,
  typeName,
  verify,
} from "@lanewise/ir";
import { coalesce } from "../simplify/coalesce.js";
import { forwardLocals } from "../simplify/forward-locals.js";
import { simplifyBeforeIndices } from "../simplify/simplify-any.js";
import { tidy } from "../simplify/tidy.js";
import type { KnownParameter, Sizes } from "./affine-index.js";
import { keepInRegisters } from "./keep-in-registers.js";
import { type KernelUses, usesOf } from "./kernel-uses.js";

export interface FusedKernel {
  /** The kernel is its only function. */
  readonly module: Module;
  /** For each of the kernel's parameters, the member's parameter that it comes from. */
  readonly parameters: readonly { readonly member: number; readonly parameter: number }[];
  /** The origin of each of the module's globals: `module` is the member. */
  readonly globals: readonly Part[];
  /** The members that may fail at this site. */
  readonly membersAt: (site: number) => readonly number[];
  /** Internal arrays that stay in registers. */
  readonly unwritten: ReadonlySet<number>;
}

/**
 * `internal` are arrays that only these kernels use, and whose contents are not needed afterwards.
 *
 * @example
 * // tmp[i] = x[i] * 2  and  out[i] = tmp[i] + 1  become, with tmp internal, out[i] = x[i] * 2 + 1
 */
export function fuseKernels(members: readonly KernelUses[], sizes: Sizes, internal: ReadonlySet<number>): FusedKernel {
  const { module, globals } = linkMembers(members);
  const { parameters, numberOf } = unite(members);
  const locals = parameters.map(({ member, parameter }): Local => localOf(module.functions[member], parameter));
  const [first] = module.functions;
  invariant(first, "something is fused");
  const body = members.map(({ fn }, member) => ({
    kind: "call" as const,
    result: undefined,
    function: member,
    args: Array.from({ length: fn.parameters }, (_, parameter) => {
      const number = numberOf(member, parameter);
      return build.local(number, locals[number]?.type ?? "i32");
    }),
    at: module.functions[member]?.at ?? first.at,
  }));
  const name = members.map(({ member }) => member.name).join(" + ");
  const symbol = `${first.symbol} fused`;
  const { dimensions } = members[0]?.fn ?? first;
  const shell: Fn = { ...first, symbol, name, linkage: "kernel", dimensions, parameters: locals.length, locals, body };
  const whole = simplifyBeforeIndices(module, shell);
  const known = parameters.map(({ member, parameter }) => knownOf(members[member], parameter));
  const { arrays, unknown } = usesOf({ module, kernel: 0, name, parameters: known, placeOf: Number }, whole, sizes);
  const { fn, unwritten } = keepInRegisters(whole, known, sizes, unknown === undefined ? arrays : [], internal);
  const fused = { ...module, functions: [tidy(coalesce(forwardLocals(fn)))] };
  const [violation] = verify(fused);
  invariant(!violation, () => `a fused kernel is valid: ${violation?.where} ${violation?.message}`);
  const sites = module.functions.map(sitesOf);
  const membersAt = (site: number) => sites.flatMap((own, member) => (own.has(site) ? [member] : []));
  return { module: fused, parameters, globals, membersAt, unwritten };
}

/** Links all members into one module with a function for each, even if several are the same kernel. */
function linkMembers(members: readonly KernelUses[]): { readonly module: Module; readonly globals: readonly Part[] } {
  const modules = members.map(({ member, fn }, index): Module => {
    const kernel: Fn = { ...fn, symbol: `${fn.symbol} ${index}` };
    return { ...member.module, functions: [kernel] };
  });
  const entries = members.map((_, module) => ({ module, index: 0 }));
  const { module, globals } = linkModules({ name: modules[0]?.name ?? "", modules, entries });
  const functions = module.functions.map(
    (fn): Fn => ({ ...fn, linkage: "internal", dimensions: 0, specialized: undefined }),
  );
  return { module: { ...module, functions }, globals };
}

/** The parameters of all members; each array is one parameter. */
function unite(members: readonly KernelUses[]) {
  const parameters: { readonly member: number; readonly parameter: number }[] = [];
  const numbers = new Map<string, number>();
  const keyOf = (member: number, parameter: number): string => {
    const known = knownOf(members[member], parameter);
    const type = members[member]?.fn.locals[parameter]?.type ?? "i32";
    return known.kind === "array" ? `array ${known.array} ${typeName(type)}` : `${member} ${parameter}`;
  };
  for (const [member, { fn }] of members.entries()) {
    for (let parameter = 0; parameter < fn.parameters; parameter++) {
      const key = keyOf(member, parameter);
      if (!numbers.has(key)) numbers.set(key, parameters.push({ member, parameter }) - 1);
    }
  }
  return { parameters, numberOf: (member: number, parameter: number) => numbers.get(keyOf(member, parameter)) ?? 0 };
}

function knownOf(uses: KernelUses | undefined, parameter: number): KnownParameter {
  return uses?.member.parameters[parameter] ?? { kind: "other" };
}

function localOf(fn: Fn | undefined, parameter: number): Local {
  const local = fn?.locals[parameter];
  invariant(local, `parameter ${parameter} is the function's`);
  return local;
}

function sitesOf({ body }: Fn): ReadonlySet<number> {
  const sites = new Set<number>();
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "fail" || stmt.kind === "subGroup") sites.add(stmt.site);
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "element" || one.kind === "dereference") sites.add(one.site);
      });
    }
  });
  return sites;
}
