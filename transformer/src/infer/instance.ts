// A function as one kernel calls it: its variables, the terms of its expressions, and its captures. A helper without flavours is a template, so it
// has one instance for each way it is called.

import type { ScalarType } from "@lanewise/ir";
import type ts from "typescript-6";
import type { CallableNode, FunctionNode } from "../recognise/calls.js";
import type { DeviceFunction } from "../recognise/device-fns.js";
import type { DeviceGlobal } from "../recognise/device-globals.js";
import type { ConstantValue } from "../recognise/evaluate.js";
import type { ArrayMethod } from "./collect-array-methods.js";
import type {
  Bindings,
  CalledValue,
  Caller,
  FunctionValue,
  Held,
  SpanValue,
  Storage,
  StructValue,
  SubarrayValue,
  Value,
} from "./shape.js";
import type { CapturedNumber, Term } from "./term.js";

export interface Variable {
  readonly name: string;
  readonly key: Key;
  readonly shape: Value;
  readonly isParameter: boolean;
  /** A parameter for an object that the call creates, which has no other name. */
  readonly isOnlyName: boolean;
  /** For a parameter of a package's function: the kernel's variable that owns its object. */
  identity?: Variable;
  /** For a parameter of a package's function that holds a string: that which the call passes, if it is known. */
  text?: string;
  /** Assigned after its declaration. */
  isAssigned: boolean;
  /** Assigned by a function inside the one that declares it: it is in memory, and that function is passed a reference. */
  isShared: boolean;
  /** What stands for an array or an object of a package's module during this call (infer/module-objects.ts). */
  isScratch: boolean;
  /** What it begins as, where functions only read it; else none of it is written. */
  begins?: ts.NewExpression | ts.CallExpression;
  /** For an object: whether some initial or assigned expression creates it; whether one is another variable's object. */
  takesFresh: boolean;
  takesOthers: boolean;
  /** Some assigned expression is a choice by a condition. */
  takesChoice: boolean;
  /** Some assigned object is inside another. */
  takesMember: boolean;
  /** The variables whose objects it names. */
  readonly named: Set<Variable>;
  /** If it is no variable but stands for several, as the root of an object that a condition chooses: those. */
  readonly chosen: readonly Variable[];
  /** Some assigned object is in memory that the host sees. */
  takesMemory: boolean;
  /** Expressions in loops that create objects for it. */
  readonly madeInLoops: ts.Node[];
  /** Other variables that name its object. */
  readonly namedBy: Set<Variable>;
}

/** A field of a host object, as `config.gain`. */
export interface CapturedPath {
  readonly name: string;
}

/** Identifies an outer value. */
export type Key = ts.Symbol | CapturedPath;

/** A value from outside the kernel, passed at each launch. */
export interface Capture {
  readonly key: Key;
  /** The expression that the launch reads. */
  readonly name: string;
  /** Where it is read: at the kernel, or at functions passed to its wrapper. */
  readonly origins: Set<FunctionNode>;
  /** The variable with the function that reads it, where others hold functions of the same text. */
  readonly holder: ts.Symbol | undefined;
  readonly shape:
    | { readonly kind: "weakNumber"; readonly number: CapturedNumber }
    | { readonly kind: "number"; readonly flavour: ScalarType }
    | { readonly kind: "boolean" }
    | { readonly kind: "text" }
    | SpanValue;
  /** The kernel's programs are specialized for its value. */
  isSpecialized?: true;
}

/** An extra parameter of an instance: a capture, or a variable of an enclosing function. */
export type Outer =
  | { readonly kind: "capture"; readonly capture: Capture }
  | { readonly kind: "variable"; readonly variable: Variable };

/** The meaning of an identifier in an expression. */
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
  /** `made`: the host expression that returns it, which runs where it is used. */
  | { readonly kind: "function"; readonly fn: CalledValue; readonly made?: ts.Expression }
  | { readonly kind: "undefined" };

/** A readonly array whose elements are known at compile time. */
export interface ConstantTable {
  readonly name: string;
  readonly node: ts.Node;
  readonly storage: Storage & { readonly kind: "array" };
  readonly value: ConstantValue;
}

export interface Instance {
  readonly name: string;
  /** The function; a class means its constructor. */
  readonly declaration: CallableNode;
  readonly parameters: Parameter[];
  /** For a closure: the function, or the inlined call, that created it. Other functions see the variables of their callers. */
  readonly scope: Instance | undefined;
  /** For an inlined call of a function that returns a function: the function that contains its code and variables. */
  readonly host: Instance | undefined;
  /** Inlined calls of functions that return functions. */
  readonly frames: Map<ts.Node, Instance>;
  /** By call: the callees of a choice. */
  readonly choices: Map<ts.Node, Map<FunctionValue, Instance>>;
  /** The elements of spread arguments. */
  readonly spreads: Map<ts.Node, readonly Value[]>;
  /** Calls of array methods, and the arguments that they pass to their functions. */
  readonly arrayMethods: Map<ts.Node, ArrayMethod>;
  readonly given: Map<ts.Node, readonly Value[]>;
  /** By `c ? f : g`: the variable that stores c. */
  readonly selectors: Map<ts.Node, Variable>;
  /** The object of `this`. */
  readonly self: Variable | undefined;
  readonly variables: Map<Key, Variable>;
  /** In the order of the extra parameters. */
  readonly outers: Map<Key, Outer>;
  readonly terms: Map<ts.Node, Term>;
  /** The values of all expressions; numbers have terms as well. */
  readonly values: Map<ts.Node, Value>;
  /** By pointer that is dereferenced: its target. */
  readonly pointees: Map<ts.Node, Value>;
  /** By expression that is converted to a nullable: the nullable. */
  readonly wraps: Map<ts.Node, StructValue>;
  /** By nullable that is narrowed or asserted to be present: the nullable. */
  readonly unwraps: Map<ts.Node, StructValue>;
  /** By comparison of numbers: the operands' common type. */
  readonly meetings: Map<ts.Node, Term>;
  readonly meanings: Map<ts.Node, Meaning>;
  /** Tests that the call decides (infer/decided.ts). */
  readonly decided: Map<ts.Node, boolean>;
  readonly calls: Map<ts.Node, Instance>;
  /** Of calls that give back objects which this function makes: whether all that they give are such (lent-objects.ts). */
  readonly lent: Map<ts.Node, "all" | "some">;
  /** Calls of device functions, which are linked by symbol. */
  readonly externalCalls: Map<ts.Node, ExternalCall>;
  /** By `functionRef(…)`: its device function. */
  readonly functionRefs: Map<ts.Node, DeviceFunction>;
  readonly callsByReference: Map<ts.Node, CallByReference>;
  /** By typed array that is passed to a constructor which keeps it: the part that all of it is. */
  readonly wholes: Map<ts.Node, SubarrayValue>;
  /** Assignments of arrays to fields that take no memory. */
  readonly kept: Set<ts.Node>;
  /** By host object that is used as a whole: the keys of its fields, by the path from the object. */
  readonly copies: Map<ts.Node, ReadonlyMap<string, Key>>;
  readonly bindings: Bindings;
  result: Result | undefined;
  /** The call that created this instance, and its caller; undefined for the kernel itself. */
  readonly caller: Caller | undefined;
  /** A unique number, if it or a callee has local memory: each call has separate memory. */
  localMemory: number | undefined;
}

/** A call of a function of which only the types are known. */
export interface ExternalCall {
  readonly fn: DeviceFunction;
  readonly parameters: readonly Value[];
  /** By parameter: the target of a pointer, whose address is passed to an external function. */
  readonly pointees: readonly (Value | undefined)[];
  readonly result: Value | undefined;
}

/** A call through a reference. */
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

/** A function's result: its value, and whether some `return` creates the object. */
export interface Result {
  /** Undefined until the first `return`, where the type does not determine it: for array literals, the length. */
  shape: Value | undefined;
  givesFresh: boolean;
  /** Whether some `return` returns an existing object. */
  givesOthers: boolean;
  /** What leads to these objects. */
  readonly roots: Set<Variable | undefined>;
  /** What may be a copy in the function's own memory. */
  readonly held: Held;
  /** Whether it is a boolean for the caller, which only asks whether an object was returned, or null. */
  readonly isPresence?: true;
}
