// Finds a file's device globals and what the runtime needs of each: id, type, initial bytes, properties (requirements
// D1-D3, D7, D9, F1, P1). Reports those in places that are not allowed.

import type { DataType, Global, StructDefinition } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { deviceGlobalType } from "./brands.js";
import { createCache } from "./cache.js";
import { skipWrappers } from "./calls.js";
import { withFlavour } from "./global-flavour.js";
import { globalType } from "./global-types.js";
import { initialValue, noValue } from "./initial-value.js";
import { resolvedSymbol } from "./library.js";
import { givenByLibrary } from "./library-calls.js";
import { isName } from "./names.js";
import { identifyModule } from "./package-of.js";
import { type PlacedKind, type Placement, placementOf } from "./placement.js";

export interface DeviceGlobal {
  readonly id: string;
  readonly name: string;
  readonly type: DataType;
  /** The structs that the type uses, each after those that it contains. */
  readonly structs: readonly StructDefinition[];
  /** `T`, as TypeScript knows it. */
  readonly elementType: ts.Type;
  readonly initial: Uint8Array | undefined;
  readonly storage: Global["storage"];
  readonly hostAccess: Global["hostAccess"];
  /** As declared. */
  readonly properties: Readonly<Record<string, string | boolean>>;
  readonly declaration: Placement["declaration"];
  /** The files whose text decided the initial value, except the declaration's own. */
  readonly initialFiles: ReadonlySet<ts.SourceFile>;
  /** The files that declare the structs. */
  readonly typeFiles: ReadonlySet<ts.SourceFile>;
}

/** A device global that the program declares. */
export interface DefinedGlobal extends DeviceGlobal {
  readonly placement: Placement;
}

/** The part that outlives a compilation, which types do not. */
export type KeptGlobal = Omit<DefinedGlobal, "elementType">;

export function keptGlobal({ elementType: _, ...kept }: DefinedGlobal): KeptGlobal {
  return kept;
}

/** Whether a call creates a device global: a call to a library function whose result is branded. JavaScript cannot state its type. */
export function isDeviceGlobalCall(context: PassContext, node: ts.CallExpression): boolean {
  if (node.flags & context.ts.NodeFlags.JavaScriptFile) return false;
  return givenByLibrary(context, node, (type) => deviceGlobalType(context, type) !== undefined) !== undefined;
}

const described = createCache<ts.CallExpression, DefinedGlobal | "faulty">();
/** The calls being described: a device global must not copy itself. */
const pending = new Set<ts.CallExpression>();

/** The device global that a call creates; "faulty", with a diagnostic, if it is not legal. */
export function deviceGlobalOf(context: PassContext, call: ts.CallExpression): DefinedGlobal | "faulty" {
  if (pending.has(call)) return "faulty";
  return described(context, call, () => {
    pending.add(call);
    const found = describe(context, call) ?? "faulty";
    pending.delete(call);
    return found;
  });
}

/** The program's device global that an expression names. */
function tracedGlobal(context: PassContext, node: ts.Expression): DefinedGlobal | "faulty" | undefined {
  const declared = namedGlobal(context, node);
  return declared === undefined || declared === "faulty" || "id" in declared ? declared : undefined;
}

function namedGlobal(context: PassContext, node: ts.Expression): ReturnType<typeof declaredGlobal> {
  const name = skipWrappers(context, node);
  const declaration = isName(context, name) ? resolvedSymbol(context, name)?.valueDeclaration : undefined;
  return declaration && isGlobalDeclaration(context, declaration) ? declaredGlobal(context, declaration) : undefined;
}

/**
 * The device global that a declaration creates or is an alias of; the declaration itself if a declaration file hides the rest;
 * undefined if it cannot be traced.
 */
export function declaredGlobal(
  context: PassContext,
  declaration: GlobalDeclaration,
): DefinedGlobal | "faulty" | GlobalDeclaration | undefined {
  for (let at: ts.Node | undefined = declaration; at && isGlobalDeclaration(context, at); ) {
    if (at.getSourceFile().isDeclarationFile) return at;
    if (!at.initializer) return undefined;
    const value = skipWrappers(context, at.initializer);
    if (context.ts.isCallExpression(value) && isDeviceGlobalCall(context, value)) return deviceGlobalOf(context, value);
    if (!isUnassigned(context, at) || !isName(context, value)) return undefined;
    const next: ts.Node | undefined = resolvedSymbol(context, value)?.valueDeclaration;
    at = next === declaration ? undefined : next;
  }
  return undefined;
}

/** The declared properties of the device global that a name leads to; undefined if it cannot be traced to one. */
export function declaredAs(context: PassContext, node: ts.Expression): DeviceGlobal["properties"] | undefined {
  const declared = namedGlobal(context, node);
  if (declared === undefined || declared === "faulty") return undefined;
  if ("id" in declared) return declared.properties;
  const types = deviceGlobalType(context, context.checker.getTypeAtLocation(declared));
  return types && propertiesOf(context, types.properties);
}

export type GlobalDeclaration = ts.VariableDeclaration | ts.PropertyDeclaration;

/** Whether a declaration can name a device global: a variable or a static member. */
export function isGlobalDeclaration({ ts }: PassContext, node: ts.Node): node is GlobalDeclaration {
  return (
    ts.isVariableDeclaration(node) ||
    (ts.isPropertyDeclaration(node) && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) !== 0)
  );
}

/** Whether the variable always has its initial value. */
export function isUnassigned({ ts }: PassContext, node: GlobalDeclaration): boolean {
  return ts.isVariableDeclaration(node)
    ? (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0
    : (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Readonly) !== 0;
}

const placedKind: PlacedKind = { name: "A device global", example: "deviceGlobal<i32>()" };

function describe(context: PassContext, call: ts.CallExpression): DefinedGlobal | undefined {
  const { checker, reporter } = context;
  const placement = placementOf(context, call, placedKind);
  if (!placement) return undefined;
  const [typeArgument] = call.typeArguments ?? [];
  const types = deviceGlobalType(context, checker.getTypeAtLocation(call));
  if (!typeArgument || !types) {
    reporter.report("LW1402", call, [withFlavour(context, call)]);
    return undefined;
  }
  const found = globalType(context, types.element, typeArgument);
  if (!found) return undefined;
  const { type, structs, files: typeFiles } = found;
  const { declaration, qualifiedName } = placement;
  if (!areStated(context, call, types.properties)) return undefined;
  const properties = propertiesOf(context, types.properties);
  const { hostAccess } = properties;
  const [initializer] = call.arguments;
  const wanted = { type, structs, text: typeArgument.getText(), isOfImage: properties.deviceImageScope === true };
  const value = initializer ? initialValue(context, initializer, wanted, tracedGlobal) : noValue;
  if (!value) return undefined;
  return {
    id: `${identifyModule(call.getSourceFile().fileName).module}:${qualifiedName}`,
    name: declaration.name.text,
    type,
    structs,
    elementType: types.element,
    initial: value.bytes,
    storage: properties.deviceImageScope ? "image" : "device",
    hostAccess: hostAccess === "read" || hostAccess === "write" || hostAccess === "none" ? hostAccess : "read_write",
    properties,
    declaration,
    placement,
    initialFiles: value.files,
    typeFiles,
  };
}

/** Whether each property has a single value; reports those that do not. */
function areStated(context: PassContext, call: ts.CallExpression, type: ts.Type): boolean {
  const { checker, reporter, ts } = context;
  const place = call.typeArguments?.[1] ?? call;
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Never)) {
    reporter.report("LW1423", place, ["hostAccess", checker.typeToString(type), '"read"']);
    return false;
  }
  const stated = propertiesOf(context, type);
  const open = checker.getPropertiesOfType(type).filter((property) => !Object.hasOwn(stated, property.name));
  for (const property of open) {
    const value = checker.getTypeOfSymbol(property);
    const values = value.isUnion() ? value.types : [];
    const first = values.find(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const example = first ? checker.typeToString(first) : property.name === "hostAccess" ? '"read"' : "true";
    reporter.report("LW1423", place, [property.name, checker.typeToString(value), example]);
  }
  return open.length === 0;
}

/** The properties in the second type argument that have literal types. */
export function propertiesOf({ checker, ts }: PassContext, type: ts.Type): DeviceGlobal["properties"] {
  const found: Record<string, string | boolean> = {};
  for (const property of checker.getPropertiesOfType(type)) {
    const value = checker.getTypeOfSymbol(property);
    if (value.isStringLiteral()) found[property.name] = value.value;
    else if (value.flags & ts.TypeFlags.BooleanLiteral) found[property.name] = checker.typeToString(value) === "true";
  }
  return found;
}
