// Lowers methods of arrays as loops over their elements.

import { build, type Expr, invariant, type ValueScalar } from "@lanewise/ir";
import type ts from "typescript-6";
import { type ArrayMethod, type Search, sliceOf } from "../infer/collect-array-methods.js";
import type { Instance } from "../infer/instance.js";
import type { ArrayValue, SpanValue, SubarrayValue, Value } from "../infer/shape.js";
import { skipWrappers, statedLength } from "../recognise/calls.js";
import { loweredForStore } from "./assignments.js";
import { runsForFunction } from "./closures.js";
import { coerce, isFloat, narrowed, toMemory } from "./coerce.js";
import { lowerEffect } from "./effects.js";
import { lowerBoolean, lowerNumber, lowerNumberAs, lowerNumberInto } from "./expressions.js";
import { addLocal, emit, type FunctionEmitter, inBlock, readLocal, spill, termOf } from "./function-emitter.js";
import { lowerInstance } from "./functions.js";
import { lowerInto, lowerObject, spillPlace } from "./objects.js";
import { checkSigns } from "./operators.js";
import { lowerIndex } from "./places.js";
import { lowerBase } from "./pointers.js";
import { indexInBase, lengthOfSubarray } from "./subarrays.js";
import { outerType, passVariable, typeOfValue } from "./variables.js";

/** Lowers a call of `method`; `map` stores its results in `place`. */
export function lowerArrayMethod(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  method: ArrayMethod,
  place?: Expr,
): Expr | undefined {
  const { context } = emitter.collection;
  const access = skipWrappers(context, node.expression);
  invariant(context.ts.isPropertyAccessExpression(access), "a method is called on an array");
  const list = emitter.instance.values.get(access.expression);
  invariant(list?.kind === "array" || list?.kind === "span" || list?.kind === "subarray", "it is one of a list");
  const isArray = list.kind === "array";
  const isNew = place !== undefined && method === "fill";
  if (isNew) lowerInto(emitter, access.expression, place);
  const base = isNew
    ? place
    : isArray
      ? spillPlace(emitter, lowerObject(emitter, access.expression))
      : spillPlace(emitter, lowerBase(emitter, access.expression));
  const length = lengthOf(emitter, list, base);
  const site = emitter.module.addSite("bounds", access.expression.getText().slice(0, 40), node);
  const own = (index: Expr, isWithin: boolean) =>
    list.kind === "subarray" ? indexInBase(emitter, list, index, node, isWithin) : index;
  if (method === "at") return build.load(build.element(base, own(indexFromEnd(emitter, node, length), false), site));
  const at = (index: Expr, of = base) => build.element(of, of === base ? own(index, true) : index, site);
  const loop = (body: (index: Expr, label: number) => void) => countTo(emitter, node, length, body);
  if (method === "set") {
    lowerSet(
      emitter,
      node,
      (index) => build.element(base, own(index, false), site),
      list.element.kind === "number" && list.element.clamps === true,
    );
    return undefined;
  }
  if (method === "slice") {
    const part = sliceOf(emitter.collection, node, list);
    const [argument] = node.arguments;
    invariant(part && place, "it was collected with a length");
    const isKnown = part.begin !== undefined || !argument;
    const begin = isKnown ? build.constant("i32", part.begin ?? 0) : spill(emitter, lowerIndex(emitter, argument));
    const clamps = list.element.kind === "number" && list.element.clamps === true;
    countTo(emitter, node, build.constant("i32", part.length), (index) => {
      const from = build.element(base, own(build.op("add", asSigned(begin), index), false), site);
      store(emitter, build.element(place, index, site), build.load(from), clamps, node);
    });
    return place;
  }
  if (method === "fill") {
    const [argument] = node.arguments;
    invariant(argument, "it was collected with one");
    const clamps = list.element.kind === "number" && list.element.clamps === true;
    const value = spill(
      emitter,
      list.element.kind === "weak"
        ? lowerNumberInto(emitter, argument, list.element.term.type)
        : loweredForStore(emitter, argument),
    );
    loop((index) => store(emitter, at(index), value, clamps, node));
    return base;
  }
  if (method === "indexOf" || method === "lastIndexOf" || method === "includes")
    return lowerSearch(emitter, node, method, loop, (index) => build.load(at(index)));
  const [called, initial] = node.arguments;
  if (called && runsForFunction(emitter, called)) lowerEffect(emitter, called);
  const callee = emitter.instance.calls.get(node);
  const given = emitter.instance.given.get(node) ?? [];
  invariant(callee, "the function that it calls has an instance");
  const call = (values: readonly Expr[]) => callWith(emitter, node, callee, values, given);
  if (method === "forEach") {
    loop((index) => call([build.load(at(index)), index]));
    return undefined;
  }
  if (method === "map") {
    invariant(place, "the array that a method makes has a place");
    const clamps = list.element.kind === "number" && list.element.clamps === true;
    loop((index) => store(emitter, at(index, place), call([build.load(at(index)), index]), clamps, node));
    return place;
  }
  if (method === "reduce")
    return lowerReduce(emitter, node, initial, loop, (total, index) => call([total, build.load(at(index)), index]));
  const isFound = method !== "every";
  const result = addLocal(emitter, "", method === "findIndex" ? "i32" : "bool");
  emit(
    emitter,
    build.set(result, method === "findIndex" ? build.constant("i32", -1) : build.constant("bool", !isFound)),
  );
  loop((index, label) => {
    const value = call([build.load(at(index)), index]);
    invariant(value, "the callback returns a boolean");
    const found = method === "findIndex" ? index : build.constant("bool", isFound);
    emit(
      emitter,
      build.ifElse(isFound ? value : build.op("not", value), [build.set(result, found), build.breakTo(label)]),
    );
  });
  return readLocal(emitter, result);
}

/** Lowers `Float64Array.from(…)` with a function into `place`. */
export function lowerMapped(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  { source, fn }: { readonly source: ts.Expression; readonly fn: ts.Expression },
  { element, length }: ArrayValue,
  place: Expr,
): void {
  const isStated = statedLength(emitter.collection.context, source) !== undefined;
  const from = isStated ? undefined : spillPlace(emitter, lowerObject(emitter, source));
  if (runsForFunction(emitter, fn)) lowerEffect(emitter, fn);
  const callee = emitter.instance.calls.get(node);
  const given = emitter.instance.given.get(node) ?? [];
  invariant(callee, "the function that it calls has an instance");
  const site = emitter.module.addSite("bounds", node.expression.getText().slice(0, 40), node);
  const clamps = element.kind === "number" && element.clamps === true;
  countTo(emitter, node, build.constant("i32", length), (index) => {
    const item = from ? build.load(build.element(from, index, site)) : build.constant("i32", 0);
    store(
      emitter,
      build.element(place, index, site),
      callWith(emitter, node, callee, [item, index], given),
      clamps,
      node,
    );
  });
}

function lengthOf(emitter: FunctionEmitter, list: ArrayValue | SpanValue | SubarrayValue, base: Expr): Expr {
  if (list.kind === "subarray") return lengthOfSubarray(emitter, list);
  return list.kind === "array" ? build.constant("i32", list.length) : build.length(base);
}

function asSigned(index: Expr): Expr {
  return index.type === "i32" ? index : build.convert("wrap", "i32", index);
}

/** The index that `at` accesses: a negative argument counts from the end. */
function indexFromEnd(emitter: FunctionEmitter, node: ts.CallExpression, length: Expr): Expr {
  const [argument] = node.arguments;
  invariant(argument, "it was collected with an index");
  const given = spill(emitter, lowerNumber(emitter, argument));
  if (given.type === "u32") return given;
  const isDouble = isFloat(given);
  const type = given.type as ValueScalar; // of a number
  const whole = isDouble ? build.convert("convert", type, length) : length;
  const isNegative = build.op("lt", given, build.constant(type, 0));
  const index = build.op("select", isNegative, build.op("add", whole, given), given);
  return isDouble ? build.convert("index", "i32", index) : index;
}

/** Stores each element of the array that is passed to `set`. */
function lowerSet(emitter: FunctionEmitter, node: ts.CallExpression, at: (index: Expr) => Expr, clamps: boolean): void {
  const [argument, offset] = node.arguments;
  const source = argument && emitter.instance.values.get(argument);
  const isList = source?.kind === "array" || source?.kind === "span" || source?.kind === "subarray";
  invariant(argument && isList, "it was collected with a list");
  const isArray = source.kind === "array";
  const from = isArray
    ? spillPlace(emitter, lowerObject(emitter, argument))
    : spillPlace(emitter, lowerBase(emitter, argument));
  const start = offset ? spill(emitter, lowerIndex(emitter, offset)) : undefined;
  const site = emitter.module.addSite("bounds", argument.getText().slice(0, 40), node);
  const length = lengthOf(emitter, source, from);
  countTo(emitter, node, length, (index) => {
    const target = start ? build.op("add", start, index) : index;
    const own = source.kind === "subarray" ? indexInBase(emitter, source, index, argument, true) : index;
    store(emitter, at(target), build.load(build.element(from, own, site)), clamps, node);
  });
}

/** Compares each element with the argument as `===` does; `includes` also finds NaN. */
function lowerSearch(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  method: Search,
  loop: (body: (index: Expr, label: number) => void) => void,
  elementAt: (index: Expr) => Expr,
): Expr {
  const [argument] = node.arguments;
  const [element] = emitter.instance.given.get(node) ?? [];
  invariant(argument && element, "it was collected with the value that it looks for");
  const meeting = emitter.instance.meetings.get(node);
  const own = meeting && element.kind === "number" ? { term: element.term, type: meeting.type } : undefined;
  if (own) checkSigns(emitter, node, own.term, termOf(emitter, argument));
  const wanted = spill(emitter, own ? lowerNumberAs(emitter, argument, own.type) : lowerBoolean(emitter, argument));
  const isIndex = method !== "includes";
  const result = addLocal(emitter, "", isIndex ? "i32" : "bool");
  emit(emitter, build.set(result, isIndex ? build.constant("i32", -1) : build.constant("bool", false)));
  loop((index, label) => {
    const read = elementAt(index);
    const value = own
      ? coerce(emitter, coerce(emitter, read, own.term.type, node, own.term), own.type, node, own.term)
      : read;
    const isFirst = method !== "lastIndexOf";
    const found = build.set(result, isIndex ? index : build.constant("bool", true));
    emit(
      emitter,
      build.ifElse(isFound(emitter, value, wanted, method), isFirst ? [found, build.breakTo(label)] : [found]),
    );
  });
  return readLocal(emitter, result);
}

function isFound(emitter: FunctionEmitter, element: Expr, wanted: Expr, method: Search): Expr {
  if (method !== "includes" || !isFloat(wanted)) return build.op("eq", element, wanted);
  const value = spill(emitter, element);
  const areNaN = build.op("and", build.op("ne", value, value), build.op("ne", wanted, wanted));
  return build.op("or", build.op("eq", value, wanted), areNaN);
}

function lowerReduce(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  initial: ts.Expression | undefined,
  loop: (body: (index: Expr) => void) => void,
  next: (total: Expr, index: Expr) => Expr | undefined,
): Expr {
  invariant(initial, "it was collected with what it starts with");
  const term = emitter.instance.terms.get(node);
  const start = term ? lowerNumberInto(emitter, initial, term.type, term) : lowerBoolean(emitter, initial);
  const result = addLocal(emitter, "", start.type);
  emit(emitter, build.set(result, start));
  const shape = emitter.instance.calls.get(node)?.result?.shape;
  loop((index) => {
    const value = next(readLocal(emitter, result), index);
    invariant(value, "the callback returns a value");
    const own = shape?.kind === "number" ? shape.term : undefined;
    emit(emitter, build.set(result, term && own ? coerce(emitter, value, term.type, node, own) : value));
  });
  return readLocal(emitter, result);
}

function store(emitter: FunctionEmitter, place: Expr, value: Expr | undefined, clamps: boolean, node: ts.Node): void {
  const to = typeof place.type === "object" && place.type.kind === "ref" ? place.type.to : undefined;
  invariant(typeof to === "string" && value, "a scalar is stored");
  emit(emitter, build.store(place, toMemory(value, to, clamps), emitter.module.positionOf(node)));
}

function countTo(
  emitter: FunctionEmitter,
  node: ts.Node,
  length: Expr,
  body: (index: Expr, label: number) => void,
): void {
  const counter = addLocal(emitter, "", "i32");
  const index = readLocal(emitter, counter);
  const label = emitter.nextLabel++;
  emit(emitter, build.set(counter, build.constant("i32", 0)));
  const block = inBlock(emitter, () => body(index, label));
  const update = [build.set(counter, build.op("add", index, build.constant("i32", 1)))];
  const condition = build.op("lt", index, length);
  emit(emitter, build.loop(label, { condition, body: block, update }, emitter.module.positionOf(node)));
}

/** Calls an instance with lowered arguments. */
function callWith(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  callee: Instance,
  values: readonly Expr[],
  given: readonly Value[],
): Expr | undefined {
  const { module, collection } = emitter;
  const args = callee.parameters.flatMap(({ variable: { shape }, isPassed }, index) => {
    const value = values[index];
    const own = given[index];
    if (!value || !isPassed) return [];
    if (shape.kind !== "number" || own?.kind !== "number") return [value];
    const read = coerce(emitter, value, own.term.type, node, own.term);
    return [narrowed(emitter, coerce(emitter, read, shape.term.type, node, own.term), shape.narrow)];
  });
  for (const [key, outer] of callee.outers) if (outerType(module, outer)) args.push(passVariable(emitter, key));
  const shape = callee.result?.shape;
  const type = shape && typeOfValue(module, shape);
  const result = type ? addLocal(emitter, "", type) : undefined;
  emit(emitter, build.call(lowerInstance(collection, module, callee), args, result, module.positionOf(node)));
  return result === undefined ? undefined : readLocal(emitter, result);
}
