// How debuggers get to set their breakpoints: they ask for a script's sources when it has been compiled, and answer through the event loop.

/** Enough for one on this machine to read a map and to answer. */
const TURN_MS = 50;

export function debuggersTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, TURN_MS);
  });
}
