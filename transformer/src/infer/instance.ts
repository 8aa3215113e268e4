// A function as one kernel calls it: its variables, the terms of its expressions, and what it takes from outside. A helper
// without flavours is a template, so it has one instance for each way it is called.

import type { ScalarType } from "@lanewise/ir";
import type ts from "typescript-6";
import type { CallableNode, FunctionNode } from "../recognise/calls.js";
import type { DeviceFunction } from "../recognise/device-fns.js";
import type { DeviceGlobal } from "../recognise/device-globals.js";
import type { ConstantValue } from "../recognise/evaluate.js";
import type { ArrayMethod } from "./collect-array-methods.js";
import type { Bindings, CalledValue, Caller, FunctionValue, SpanValue, Storage, StructValue, Value } from "./shape.js";
import type { CapturedNumber, Term } from "./term.js";

export interface Variable {
  readonly name: string;
  readonly key: Key;
  readonly shape: Value;
  readonly isParameter: boolean;
  /** A parameter for an object that the call makes: nothing else names it. */
  readonly isOnlyName: boolean;
  /** Of a parameter of a package's function: the variable of the kernel whose object it is. */
  identity?: Variable;
  /** Assigned after its declaration. */
  isAssigned: boolean;
  /** Assigned by a function inside the one that declares it: lives in memory, which that function is passed. */
  isShared: boolean;
  /** Of an object: what it is declared with, or assigned, is made by the expression; is another's. */
  takesFresh: boolean;
  takesOthers: boolean;
  /** One of several, by a condition. */
  takesChoice: boolean;
  /** The variables whose objects it names. */
  readonly named: Set<Variable>;
  /** One in memory that the host sees. */
  takesMemory: boolean;
  /** Expressions in loops that make objects for it. */
  readonly madeInLoops: ts.Node[];
  /** Other variables that name its object. */
  readonly namedBy: Set<Variable>;
}

/** A field of an object of the host, as `config.gain`. */
export interface CapturedPath {
  readonly name: string;
}

/** What an outer value is known by. */
export type Key = ts.Symbol | CapturedPath;

/** A value from outside the kernel, passed at each launch. */
export interface Capture {
  readonly key: Key;
  /** As it is read at the launch. */
  readonly name: string;
  /** Where: the kernel, or functions that its wrapper is passed. */
  readonly origins: Set<FunctionNode>;
  readonly shape:
    | { readonly kind: "weakNumber"; readonly number: CapturedNumber }
    | { readonly kind: "number"; readonly flavour: ScalarType }
    | { readonly kind: "boolean" }
    | { readonly kind: "text" }
    | SpanValue;
  /** The kernel's programs are compiled for its value. */
  isSpecialized?: true;
}

/** What an instance takes from outside, as an extra parameter: a capture, or a variable of an enclosing function. */
export type Outer =
  | { readonly kind: "capture"; readonly capture: Capture }
  | { readonly kind: "variable"; readonly variable: Variable };

/** What an identifier in an expression stands for. */
export type Meaning =
  | { readonly kind: "variable"; readonly variable: Variable }
  | { readonly kind: "outer"; readonly outer: Outer }
  | { readonly kind: "constant"; readonly value: number | bigint | boolean }
  | { readonly kind: "text"; readonly text: string }
  /** A table in constant memory. */
  | { readonly kind: "table"; readonly table: ConstantTable }
  | { readonly kind: "global"; readonly global: DeviceGlobal }
  /** `radius.value` or `radius.get()` of a specialization constant. */
  | { readonly kind: "specialization"; readonly constant: DeviceGlobal }
  /** `made`: the expression of the host that gives it, which runs where it is used. */
  | { readonly kind: "function"; readonly fn: CalledValue; readonly made?: ts.Expression }
  | { readonly kind: "undefined" };

/** A readonly array whose elements are known when the kernel is compiled. */
export interface ConstantTable {
  readonly name: string;
  readonly node: ts.Node;
  readonly storage: Storage & { readonly kind: "array" };
  readonly value: ConstantValue;
}

export interface Instance {
  readonly name: string;
  /** A class stands for its constructor. */
  readonly declaration: CallableNode;
  readonly parameters: Parameter[];
  /** Of a closure: the function, or the call of one, that made it. Else it sees the variables of those that call it. */
  readonly scope: Instance | undefined;
  /** Of the call of a function that gives a function: the function that runs it, in which its variables live. */
  readonly host: Instance | undefined;
  /** Calls of functions that give functions. */
  readonly frames: Map<ts.Node, Instance>;
  /** By call: what is called, of several. */
  readonly choices: Map<ts.Node, Map<FunctionValue, Instance>>;
  /** What the elements of a spread argument are. */
  readonly spreads: Map<ts.Node, readonly Value[]>;
  /** Calls of methods of arrays, and what they give the functions that they call. */
  readonly arrayMethods: Map<ts.Node, ArrayMethod>;
  readonly given: Map<ts.Node, readonly Value[]>;
  /** By `c ? f : g`: what c was. */
  readonly selectors: Map<ts.Node, Variable>;
  /** The object that `this` is. */
  readonly self: Variable | undefined;
  readonly variables: Map<Key, Variable>;
  /** In the order of the extra parameters. */
  readonly outers: Map<Key, Outer>;
  readonly terms: Map<ts.Node, Term>;
  /** What every expression is; numbers have their terms besides. */
  readonly values: Map<ts.Node, Value>;
  /** By a pointer that is followed: what it leads to. */
  readonly pointees: Map<ts.Node, Value>;
  /** What gives a value where one that may be null is wanted: the latter. */
  readonly wraps: Map<ts.Node, StructValue>;
  /** What may be null, and is known to be there, or said to be: the whole. */
  readonly unwraps: Map<ts.Node, StructValue>;
  /** For comparisons of numbers: the type that both sides meet in. */
  readonly meetings: Map<ts.Node, Term>;
  readonly meanings: Map<ts.Node, Meaning>;
  /** Tests of which the call says whether they are true (infer/decided.ts). */
  readonly decided: Map<ts.Node, boolean>;
  readonly calls: Map<ts.Node, Instance>;
  /** Calls of device functions, which are linked by symbol. */
  readonly externalCalls: Map<ts.Node, ExternalCall>;
  /** Of which device function each `functionRef(…)` gives a reference. */
  readonly functionRefs: Map<ts.Node, DeviceFunction>;
  readonly callsByReference: Map<ts.Node, CallByReference>;
  /** Objects of the host that are used as a whole: the keys of their fields, by the path from the object. */
  readonly copies: Map<ts.Node, ReadonlyMap<string, Key>>;
  readonly bindings: Bindings;
  result: Result | undefined;
  /** The call that made this instance, and where it stands; undefined for the kernel itself. */
  readonly caller: Caller | undefined;
  /** A number of its own, where it or what it calls has local memory: each call has memory of its own. */
  localMemory: number | undefined;
}

/** A call of a function of which the types are known, and no more. */
export interface ExternalCall {
  readonly fn: DeviceFunction;
  readonly parameters: readonly Value[];
  /** By parameter: what a pointer leads to, which an external function is given the address of. */
  readonly pointees: readonly (Value | undefined)[];
  readonly result: Value | undefined;
}

/** A call of what a reference leads to. */
export interface CallByReference {
  readonly parameters: readonly { readonly name: string; readonly value: Value }[];
  readonly result: Value | undefined;
}

export interface Parameter {
  readonly variable: Variable;
  readonly node: ts.ParameterDeclaration;
  /** Whether the call has an argument for it. */
  readonly isPassed: boolean;
}

/** What a function gives: a value, and of an object whether some `return` makes it. */
export interface Result {
  /** Undefined until the first `return`, where the type does not say it: of array literals the length. */
  shape: Value | undefined;
  givesFresh: boolean;
  /** Whether some `return` gives an object that was there before. */
  givesOthers: boolean;
}
