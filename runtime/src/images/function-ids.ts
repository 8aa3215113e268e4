// The ids of functions that references lead to: each symbol has one, in the order of first need, as long as the process lives.

const ids = new Map<string, number>();

/** From 1. */
export function idOfFunction(symbol: string): number {
  const id = ids.get(symbol) ?? ids.size + 1;
  ids.set(symbol, id);
  return id;
}
