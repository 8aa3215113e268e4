// Names in generated JavaScript: the user's own where possible, so that a debugger shows what the user wrote.

const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield " +
    "Math BigInt Number Object Atomics DataView NaN Infinity Error error memory globals foreign"
  ).split(" "),
);

/** `text` as a JavaScript identifier, with a number appended if it is taken. The program's own names begin with `$`. */
export function freeName(text: string, isTaken: (name: string) => boolean): string {
  const word = text.replace(/[^\p{ID_Continue}$]+/gu, "_").replace(/^(?!\p{ID_Start}|[$_])/u, "_");
  let name = word;
  for (let count = 2; isTaken(name) || reserved.has(name); count++) name = `${word}$${count}`;
  return name;
}

/** Returns a function that turns texts into distinct names, none of them in `taken`. */
export function createNaming(taken: Iterable<string> = []): (text: string) => string {
  const used = new Set(taken);
  return (text) => {
    const name = freeName(text, (one) => used.has(one));
    used.add(name);
    return name;
  };
}
