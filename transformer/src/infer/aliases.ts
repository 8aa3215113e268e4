// Decides whether two variables of a function may refer to the same object, by their initialisers and assignments, and by the calls of the function.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "../recognise/calls.js";
import type { Instance, Variable } from "./instance.js";
import type { Root } from "./roots.js";
import { isObject } from "./shape.js";

interface Call {
  readonly caller: Instance;
  readonly node: ts.Node;
}

export class Aliases {
  readonly #context: PassContext;
  readonly #calls = new Map<Instance, Call[]>();
  readonly #deviceFn: Instance | undefined;

  /** `deviceFn`: nothing is known of the objects passed to it. */
  constructor(context: PassContext, instances: Iterable<Instance>, deviceFn: Instance | undefined) {
    this.#context = context;
    this.#deviceFn = deviceFn;
    for (const caller of instances) {
      for (const [node, callee] of caller.calls) {
        const calls = this.#calls.get(callee) ?? [];
        calls.push({ caller, node });
        this.#calls.set(callee, calls);
      }
    }
  }

  mayMeet(instance: Instance, one: Root, other: Root): boolean {
    const [first, second] = [origins(one), origins(other)];
    if (first.has(undefined) || second.has(undefined)) return true;
    if ([...first].some((root) => second.has(root))) return true;
    const [mine, others] = [first, second].map((roots) => [...roots].filter((root) => !isMadeIn(instance, root)));
    if (!mine || !others || mine.length === 0 || others.length === 0) return false;
    if (instance === this.#deviceFn) return true;
    return (this.#calls.get(instance) ?? []).some(({ caller, node }) => {
      const [theirs, rest] = [mine, others].map((roots) =>
        roots.flatMap((root) => this.atCall(caller, node, instance, root)),
      );
      return theirs?.some((root) => rest?.some((against) => this.mayMeet(caller, root, against)));
    });
  }

  /** Whether a variable's object may be one that a device function was passed, which may be in memory that others see. */
  mayBeGiven(instance: Instance, variable: Root): boolean {
    const found = origins(variable);
    if (found.has(undefined)) return true;
    if (instance === this.#deviceFn) return [...found].some((root) => !isMadeIn(instance, root));
    return (this.#calls.get(instance) ?? []).some(({ caller, node }) =>
      this.atCall(caller, node, instance, variable).some((root) => this.mayBeGiven(caller, root)),
    );
  }

  /** Returns the caller's roots for a callee's variable at a call; none for the callee's own objects, or fresh ones. */
  atCall(caller: Instance, node: ts.Node, callee: Instance, variable: Root): readonly Root[] {
    return [...origins(variable)].flatMap((root) => {
      if (root === undefined) return [undefined];
      if (isMadeIn(callee, root)) return [];
      const argument = argumentOf(this.#context, node, callee, root);
      if (argument === "none") return [];
      if (argument === "outer") return [root];
      const value = caller.values.get(argument);
      return value && isObject(value) && value.where !== "fresh" ? [value.root] : [];
    });
  }
}

/** Returns the kernel and all its callees, each once. */
export function instancesOf(kernel: Instance): ReadonlySet<Instance> {
  const found = new Set([kernel]);
  for (const instance of found) for (const callee of instance.calls.values()) found.add(callee);
  return found;
}

/** Returns a variable and all variables whose objects it names. */
export function origins(variable: Root): ReadonlySet<Root> {
  const found = new Set<Root>([variable]);
  for (const one of found) {
    if (!one) continue;
    for (const named of one.named) found.add(named);
    const { shape } = one;
    if (isObject(shape) && shape.root) found.add(shape.root);
    // The result of a function that returns an existing object.
    if (one.takesOthers && one.named.size === 0) found.add(undefined);
    if (one.chosen.length > 0) found.delete(one);
  }
  return found;
}

/** Whether nothing outside the function refers to it. */
function isMadeIn(instance: Instance, variable: Root): boolean {
  if (!variable || variable.isParameter) return false;
  return [...instance.variables.values()].includes(variable);
}

function argumentOf(
  context: PassContext,
  node: ts.Node,
  callee: Instance,
  variable: Variable,
): ts.Node | "none" | "outer" {
  if (variable === callee.self) return receiverOf(context, node) ?? "none";
  const index = callee.parameters.findIndex((parameter) => parameter.variable === variable);
  if (index < 0) return "outer";
  return argumentsOf(context, node)[index] ?? "none";
}

export function argumentsOf({ ts }: PassContext, call: ts.Node): readonly ts.Expression[] {
  // a setter's value
  if (ts.isBinaryExpression(call)) return [call.right];
  return ((ts.isCallExpression(call) || ts.isNewExpression(call)) && call.arguments) || [];
}

/** Returns the object on which a method, a getter or a setter is called. */
export function receiverOf(context: PassContext, call: ts.Node): ts.Node | undefined {
  const { ts } = context;
  const callee = ts.isCallExpression(call) ? call.expression : (assignedPlace(context, call) ?? call);
  const member = ts.isExpression(callee) ? skipWrappers(context, callee) : callee;
  return ts.isPropertyAccessExpression(member) ? member.expression : undefined;
}

/** Returns the target of an assignment. */
export function assignedPlace({ ts }: PassContext, node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node)) return node.left;
  return ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node) ? node.operand : undefined;
}
