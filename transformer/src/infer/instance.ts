// A function as one kernel calls it: its variables, the terms of its expressions, and what it takes from outside. A helper
// without flavours is a template, so it has one instance for each way it is called.

import type { ScalarType } from "@lanewise/ir";
import type ts from "typescript-6";
import type { FunctionNode } from "../recognise/calls.js";
import type { DeviceGlobal } from "../recognise/device-globals.js";
import type { ScalarConstant as ConstantValue } from "../recognise/evaluate.js";
import type { NameNode } from "../recognise/library.js";
import type { CapturedNumber, Term } from "./term.js";

export type ValueShape =
  /** `narrow`: what an 8- or 16-bit flavour cuts every assigned value to. */
  | { readonly kind: "number"; readonly term: Term; readonly narrow: ScalarType | undefined }
  | { readonly kind: "boolean" }
  | { readonly kind: "span"; readonly element: ScalarType; readonly clamps: boolean };

export interface Variable {
  readonly name: string;
  readonly symbol: ts.Symbol;
  readonly shape: ValueShape;
}

/** A value from outside the kernel, passed at each launch. */
export interface Capture {
  readonly symbol: ts.Symbol;
  readonly name: string;
  readonly node: NameNode;
  readonly shape:
    | { readonly kind: "weakNumber"; readonly number: CapturedNumber }
    | { readonly kind: "number"; readonly flavour: ScalarType }
    | { readonly kind: "boolean" }
    | { readonly kind: "span"; readonly element: ScalarType; readonly clamps: boolean };
}

/** What an instance takes from outside, as an extra parameter: a capture, or a variable of an enclosing function. */
export type Outer =
  | { readonly kind: "capture"; readonly capture: Capture }
  | { readonly kind: "variable"; readonly variable: Variable };

/** What an identifier in an expression stands for. */
export type Meaning =
  | { readonly kind: "variable"; readonly variable: Variable }
  | { readonly kind: "outer"; readonly outer: Outer }
  | { readonly kind: "constant"; readonly value: ConstantValue }
  | { readonly kind: "global"; readonly global: DeviceGlobal };

export interface Instance {
  readonly name: string;
  readonly declaration: FunctionNode;
  readonly parameters: readonly Variable[];
  readonly variables: Map<ts.Symbol, Variable>;
  /** In the order of the extra parameters. */
  readonly outers: Map<ts.Symbol, Outer>;
  readonly terms: Map<ts.Node, Term>;
  /** For comparisons of numbers: the type that both sides meet in. */
  readonly meetings: Map<ts.Node, Term>;
  readonly meanings: Map<ts.Node, Meaning>;
  readonly calls: Map<ts.CallExpression, Instance>;
  readonly result: ValueShape | undefined;
  /** The call that made this instance, and where it stands; undefined for the kernel itself. */
  readonly caller: { readonly instance: Instance; readonly call: ts.CallExpression } | undefined;
}
