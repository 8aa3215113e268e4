// The ids of functions that can be referenced: each symbol gets one when first needed, for the life of the process.

const ids = new Map<string, number>();

/** From 1. */
export function idOfFunction(symbol: string): number {
  const id = ids.get(symbol) ?? ids.size + 1;
  ids.set(symbol, id);
  return id;
}
