// The arguments that a group kernel's regions take besides its captures: numbers that locate the group, spans in the group's memory, and uniform
// values. Parameters are created on request; their offsets in the argument block are known once all are.

import {
  argumentLayout,
  build,
  type DataType,
  type Expr,
  type Fn,
  layoutOf,
  type Module,
  type Type,
  type ValueScalar,
} from "@lanewise/ir";
import type { Locals } from "../simplify/locals.js";
import type { LocalSizes } from "./bind-local-size.js";
import type { GroupNumber, GroupPlan } from "./group-plan.js";

type Layouts = Pick<
  GroupPlan,
  "argumentSize" | "captureSize" | "numbers" | "spans" | "sizedSpans" | "carried" | "memorySize" | "localMemory"
>;

interface HiddenSpan {
  readonly offset: number;
  readonly length: number;
}

/** Values of all work-items, in a span of several such rows. */
interface Row {
  readonly type: ValueScalar;
  readonly span: string;
  readonly index: number;
}
const ROWS = 8;

/** Alignment in the group's memory: no element straddles cache lines. */
const ALIGN = 64;

export class GroupArguments {
  readonly #fn: Fn;
  readonly #module: Module;
  readonly #locals: Locals;
  readonly #count: number;
  /** By the parameter's local. */
  readonly #numbers = new Map<number, { readonly kind: GroupNumber; readonly dimension: 0 | 1 | 2 }>();
  readonly #spans = new Map<number, HiddenSpan>();
  readonly #carried = new Map<number, { readonly offset: number; readonly size: number }>();
  readonly #known = new Map<string, number>();
  readonly #rows = new Map<string, Row>();
  /** By global. */
  readonly #places = new Map<number, number>();
  readonly #sizes: LocalSizes;
  /** The site of accesses that cannot fail. */
  readonly #site: number;
  #memorySize = 0;
  #localMemory = 0;

  /** The captures are the parameters of `fn`; `site` is for accesses made here. */
  constructor(module: Module, fn: Fn, locals: Locals, sizes: LocalSizes, site: number) {
    this.#module = module;
    this.#fn = fn;
    this.#locals = locals;
    this.#sizes = sizes;
    this.#count = sizes[0] * sizes[1] * sizes[2];
    this.#site = site;
  }

  /** Parameters of regions, in order. */
  get parameters(): readonly number[] {
    const own = [...this.#numbers.keys(), ...this.#spans.keys(), ...this.#carried.keys()];
    return [...Array(this.#fn.parameters).keys(), ...own.sort((a, b) => a - b)];
  }

  number(kind: GroupNumber, dimension: 0 | 1 | 2): Expr {
    const local = this.#once(`${kind} ${dimension}`, "i32", (made) => this.#numbers.set(made, { kind, dimension }));
    return build.local(local, "i32");
  }

  /** The elements of local memory, as a span for an array; undefined for anything else. */
  elementsOf(global: number): Expr | undefined {
    const { type, name } = this.#globalOf(global);
    if (typeof type !== "object" || type.kind !== "array") return undefined;
    return this.#span(`elements ${global}`, name, type.element, { offset: this.#placeOf(global), length: type.length });
  }

  /** Local memory as a whole. */
  wholeOf(global: number): Expr {
    const { type, name } = this.#globalOf(global);
    const span = this.#span(`whole ${global}`, name, type, { offset: this.#placeOf(global), length: 1 });
    return build.element(span, build.constant("i32", 0), this.#site);
  }

  /** The element of type `type` for the work-item, or for the one at `index` in the group. `key` is the caller's name for the memory. */
  own(key: string, name: string, type: DataType, index: Expr = this.ownIndex): Expr {
    return build.element(this.#kept(key, name, type, this.#count), index, this.#site);
  }

  /** The same for values of which there may be many: several share a span, so that the common part of their addresses is computed once. */
  ownValue(key: string, type: ValueScalar): Expr {
    const row = this.#rows.get(key) ?? this.#addRow(key, type);
    const rows = {
      kind: "array",
      element: { kind: "array", element: type, length: this.#count },
      length: ROWS,
    } as const;
    const shared = this.shared(row.span, "", rows);
    return build.element(
      build.element(shared, build.constant("i32", row.index), this.#site),
      this.ownIndex,
      this.#site,
    );
  }

  /** Memory that the group has once. */
  shared(key: string, name: string, type: DataType): Expr {
    return build.element(this.#kept(key, name, type, 1), build.constant("i32", 0), this.#site);
  }

  /** The offset of the memory of `own` or `shared`. */
  offsetOf(key: string): number {
    return this.#spans.get(this.#known.get(key) ?? -1)?.offset ?? 0;
  }

  /** The offset of the states: one for each work-item, or one for all. */
  states(isEach: boolean): GroupPlan["states"] {
    const count = isEach ? this.#count : 1;
    this.#kept("state", "state", "i32", count);
    return { offset: this.offsetOf("state"), count };
  }

  /** The parameter with the value last stored in the group's `shared` memory of that key. */
  carried(key: string, name: string, type: ValueScalar): Expr {
    const place = this.offsetOf(key);
    const { size } = layoutOf(type, this.#module.structs);
    const local = this.#once(`carried ${key}`, type, (made) => this.#carried.set(made, { offset: place, size }), name);
    return build.local(local, type);
  }

  /** Its index in `GroupPlan.carried`. */
  carriedIndex(key: string): number {
    return [...this.#carried.keys()].sort((a, b) => a - b).indexOf(this.#known.get(`carried ${key}`) ?? -1);
  }

  /** The work-item's linear index in its group, in a region. */
  get ownIndex(): Expr {
    const index = (dimension: 0 | 1 | 2) => build.query("globalId", dimension);
    const size = (dimension: 0 | 1 | 2) => build.constant("i32", this.#sizes[dimension]);
    let linear = index(0);
    if (this.#fn.dimensions > 1) linear = build.op("add", build.op("mul", linear, size(1)), index(1));
    if (this.#fn.dimensions > 2) linear = build.op("add", build.op("mul", linear, size(2)), index(2));
    return linear;
  }

  /** Computes the layout once all parameters exist. */
  finish(): Layouts {
    const order = this.parameters;
    const layout = argumentLayout(order.flatMap((local) => this.#locals.all[local] ?? []));
    const at = (local: number) => layout.offsets[order.indexOf(local)] ?? 0;
    const captured = this.#fn.locals.slice(0, this.#fn.parameters);
    const placed = <T>(table: ReadonlyMap<number, T>) =>
      [...table]
        .sort(([a], [b]) => a - b)
        .map(([local, row]) => ({ ...row, parameter: order.indexOf(local), at: at(local) }));
    return {
      argumentSize: layout.size,
      captureSize: argumentLayout(captured).size,
      numbers: placed(this.#numbers),
      spans: placed(this.#spans),
      sizedSpans: captured.flatMap(({ isLocal }, index) => (isLocal ? [at(index)] : [])),
      carried: placed(this.#carried),
      memorySize: this.#memorySize,
      localMemory: this.#localMemory,
    };
  }

  #addRow(key: string, type: ValueScalar): Row {
    const before = [...this.#rows.values()].filter((row) => row.type === type).length;
    const row = { type, span: `rows ${type} ${Math.floor(before / ROWS)}`, index: before % ROWS };
    this.#rows.set(key, row);
    return row;
  }

  #globalOf(index: number): { readonly type: DataType; readonly name: string } {
    return this.#module.globals[index] ?? { type: "i32", name: "" };
  }

  #placeOf(global: number): number {
    const known = this.#places.get(global);
    if (known !== undefined) return known;
    const { size } = layoutOf(this.#globalOf(global).type, this.#module.structs);
    const offset = this.#take(size);
    this.#localMemory += size;
    this.#places.set(global, offset);
    return offset;
  }

  #kept(key: string, name: string, type: DataType, length: number): Expr {
    const known = this.#known.get(key);
    const { size } = layoutOf(type, this.#module.structs);
    const offset = known === undefined ? this.#take(size * length) : 0;
    return this.#span(key, name, type, { offset, length });
  }

  #span(key: string, name: string, element: DataType, span: HiddenSpan): Expr {
    const type: Type = { kind: "span", element };
    return build.local(
      this.#once(key, type, (made) => this.#spans.set(made, span), name),
      type,
    );
  }

  #take(size: number): number {
    const offset = this.#memorySize;
    this.#memorySize = Math.ceil((offset + size) / ALIGN) * ALIGN;
    return offset;
  }

  #once(key: string, type: Type, add: (local: number) => void, name = key): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const local = this.#locals.add(name, type);
    this.#known.set(key, local);
    add(local);
    return local;
  }
}
