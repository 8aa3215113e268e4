// Gives debuggers time to set their breakpoints: they request a script's sources once it is compiled, and answer through the event loop.

/** Enough for a debugger on this machine to read a source map and answer. */
const TURN_MS = 50;

export function debuggersTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, TURN_MS);
  });
}
