// Watches each access of a running kernel (interpret/interpret-expr.ts calls it): reports the first race between two source positions, and reads of local
// memory before it is written. shadow.ts tracks earlier accesses.

import { type CheckedRun, type NamedPlace, namePlace, type Stretch } from "../checked/index.js";
import { type AccessKind, referred, type Scope } from "../interpret/index.js";
import {
  type DataType,
  type Expr,
  type Fn,
  findStruct,
  layoutOf,
  type MemoryScope,
  type Module,
  type Position,
  type Stmt,
  type StructDefinition,
  scalars,
  structLayout,
} from "../module/index.js";
import { positionsIn } from "./access-positions.js";
import { type AccessSite, Shadow } from "./shadow.js";

/** One of the two accesses of a race. */
export interface Touch {
  /** The work-item's linear id in the range. */
  readonly item: number;
  readonly kind: AccessKind;
  readonly at: Position;
  /** For an atomic access. */
  readonly scope: MemoryScope | undefined;
}

export interface Race extends NamedPlace {
  /** Undefined for a read of local memory that was never written. */
  readonly earlier: Touch | undefined;
  readonly later: Touch;
}

export interface WatcherSettings {
  /** Bytes left of the budget for shadows. */
  readonly budget: { bytes: number };
  /** Called once per pair of source positions. May throw, which ends the run. */
  readonly onRace: (race: Race) => void;
}

interface WatchedSite extends AccessSite {
  readonly at: Position;
  readonly scope: MemoryScope | undefined;
  readonly place: Expr;
}

const reaches = {
  workItem: 0,
  subGroup: 1,
  workGroup: 2,
  device: 3,
  system: 3,
} as const satisfies Record<MemoryScope, number>;

export class Watcher {
  readonly #run: CheckedRun;
  readonly #settings: WatcherSettings;
  /** Memory that is not watched: private memory and reducers. */
  #unwatched: readonly Stretch[] | undefined;
  readonly #sites: WatchedSite[] = [];
  readonly #device: Shadow;
  readonly #local: Shadow;
  readonly #written: Uint8Array;
  readonly #positions = new Map<Fn, (from: Expr | Stmt) => Position>();
  readonly #told = new Set<string>();

  constructor(run: CheckedRun, settings: WatcherSettings) {
    const { items, local } = run;
    const { budget } = settings;
    this.#run = run;
    this.#settings = settings;
    const onRace = (earlier: { worker: number; site: number }, later: AccessSite, address: number) =>
      this.#tell(earlier, later, address);
    this.#device = new Shadow(items, this.#sites, budget, onRace);
    this.#local = new Shadow(items, this.#sites, budget, onRace);
    this.#written = new Uint8Array(local.end - local.begin);
  }

  /** Starts a group: its local memory is not written yet. */
  beginGroup(): void {
    if (this.#written.length === 0) return;
    this.#local.clear();
    this.#written.fill(0);
  }

  watch(kind: AccessKind, place: Expr, from: Expr | Stmt, { fn, module }: Scope): (address: number) => void {
    const at = this.#positionsOf(fn, module)(from);
    const scope = "scope" in from && from.kind === "atomic" ? from.scope : undefined;
    const site: WatchedSite = {
      ...{ id: this.#sites.length, kind, at, scope, place },
      reach: scope === undefined ? -1 : reaches[scope],
    };
    this.#sites.push(site);
    const type = referred(place.type);
    const { local, stack, reducers } = this.#run;
    const leaves = leavesOf(type, module.structs);
    return (address) => {
      const isLocal = address >= local.begin && address < local.end;
      this.#unwatched ??= [stack(), ...reducers().values()];
      for (const { begin, end } of this.#unwatched) if (address >= begin && address < end) return;
      if (isLocal) this.#mark(site, address - local.begin, layoutOf(type, module.structs).size);
      const shadow = isLocal ? this.#local : this.#device;
      for (const { offset, size } of leaves) shadow.touch(site, address + offset, size);
    };
  }

  #positionsOf(fn: Fn, module: Module): (from: Expr | Stmt) => Position {
    const known = this.#positions.get(fn) ?? positionsIn(fn, module);
    this.#positions.set(fn, known);
    return known;
  }

  /** A copied struct may have unused fields, so one written byte is enough. */
  #mark(site: WatchedSite, offset: number, size: number): void {
    if (isReading(site) && !this.#written.subarray(offset, offset + size).includes(1)) {
      this.#tell(undefined, site, this.#run.local.begin + offset);
    }
    if (site.kind !== "read" && site.kind !== "atomicRead") this.#written.fill(1, offset, offset + size);
  }

  #tell(earlier: { worker: number; site: number } | undefined, later: AccessSite, address: number): void {
    const pair = earlier ? [earlier.site, later.id] : [later.id];
    if (this.#told.has(pair.join())) return;
    this.#told.add(pair.join());
    // An access that reads and writes, like `+=`, is one source position.
    const places = pair.map((id) => this.#sites[id]?.at).map((at) => `${at?.file}:${at?.line}:${at?.column}`);
    const key = places.sort().join(" ");
    if (this.#told.has(key)) return;
    this.#told.add(key);
    const { items } = this.#run;
    const { onRace } = this.#settings;
    const worker = items.worker();
    onRace({
      ...this.#name(later, address),
      earlier: earlier && this.#touch(earlier.worker, earlier.site),
      later: this.#touch(worker, later.id),
    });
  }

  #touch(worker: number, id: number): Touch {
    const site = this.#sites[id];
    if (!site) throw new RangeError(`there is no access ${id}`);
    const { kind, at, scope } = site;
    return { item: this.#run.items.linearId(worker), kind, at, scope };
  }

  #name({ id }: AccessSite, address: number): NamedPlace {
    const { module, memories } = this.#run;
    const found = namePlace(address, memories(), module.structs);
    if (found) return found;
    const site = this.#sites[id];
    const text = (site && nameOf(site.place, module)) ?? "memory";
    return { array: text, index: undefined, text };
  }
}

function isReading({ kind }: AccessSite): boolean {
  return kind === "read" || kind === "atomicRead" || kind === "atomicUpdate";
}

/** The name of memory reached through a pointer. */
function nameOf(place: Expr, module: Module): string | undefined {
  if (place.kind === "element" || place.kind === "dereference") return module.sites[place.site]?.name;
  return place.kind === "field" ? nameOf(place.base, module) : undefined;
}

interface Leaf {
  readonly offset: number;
  readonly size: number;
}

/** The type's scalars; the padding between them is ignored. */
function leavesOf(type: DataType, structs: readonly StructDefinition[]): readonly Leaf[] {
  if (typeof type === "string") return [{ offset: 0, size: scalars[type].size }];
  const parts =
    type.kind === "array"
      ? Array.from({ length: type.length }, (_, index) => ({
          offset: index * layoutOf(type.element, structs).size,
          type: type.element,
        }))
      : fieldsOf(type.name, structs);
  return parts.flatMap((part) =>
    leavesOf(part.type, structs).map(({ offset, size }) => ({ offset: part.offset + offset, size })),
  );
}

function fieldsOf(name: string, structs: readonly StructDefinition[]) {
  const definition = findStruct(name, structs);
  if (!definition) return [];
  const { offsets } = structLayout(definition, structs);
  return definition.fields.map(({ type }, index) => ({ offset: offsets[index] ?? 0, type }));
}
