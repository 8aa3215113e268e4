// Puts many mutants into one source: each stands beside what it changes, behind a switch that asks whether it is on (switches.ts). So one process
// can try all of them, one after the other. Texts in, texts out.

import type { Mutant } from "./mutations.js";

/** A mutant by its number, which the switch asks for. */
export interface NumberedMutant extends Mutant {
  readonly id: number;
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly mutants: readonly NumberedMutant[];
}

const isOn = (id: number): string => `globalThis.__lanewiseMutant?.(${id})`;

/** A name behind a point is replaced with the point. */
function startOf(source: string, { mutation, start }: Mutant): number {
  return mutation === "function" && source[start - 2] !== "?" ? start - 1 : start;
}

function placesIn(source: string, mutants: readonly NumberedMutant[]): readonly Place[] {
  const places = new Map<string, { start: number; end: number; mutants: NumberedMutant[] }>();
  for (const mutant of mutants) {
    const start = startOf(source, mutant);
    const place = places.get(`${start} ${mutant.end}`) ?? { start, end: mutant.end, mutants: [] };
    place.mutants.push(mutant);
    places.set(`${start} ${mutant.end}`, place);
  }
  // Those around others first.
  return [...places.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** `original` has the switches of what stands inside. */
function choiceOf(original: string, { mutants }: Place): string {
  const [first] = mutants;
  if (first?.mutation.startsWith("removed")) return `{ if (!${isOn(first.id)}) ${original} }`;
  const name = first?.mutation === "function" ? first.before : undefined;
  const choices = mutants.map(({ id, text }) => `${isOn(id)} ? (${name === undefined ? text : `"${text}"`}) : `);
  return name === undefined ? `(${choices.join("")}(${original}))` : `[${choices.join("")}"${name}"]`;
}

export function switched(source: string, mutants: readonly NumberedMutant[]): string {
  const places = placesIn(source, mutants);
  let next = 0;
  const textOf = (start: number, end: number): string => {
    let [text, at] = ["", start];
    for (let place = places[next]; place && place.end <= end; place = places[next]) {
      next++;
      text += source.slice(at, place.start) + choiceOf(textOf(place.start, place.end), place);
      at = place.end;
    }
    return text + source.slice(at, end);
  };
  return textOf(0, source.length);
}
