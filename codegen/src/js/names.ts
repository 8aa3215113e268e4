// Names in generated JavaScript: the user's own where they can be one, so that a debugger shows what the user wrote.

const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield " +
    "Math BigInt Number Object Atomics DataView NaN Infinity Error " +
    "args threadBlock begin end buffer launch thread item memory globals foreign run attach before value"
  ).split(" "),
);

/** A function that turns texts into distinct names, none of which is in `taken`. */
export function createNaming(taken: Iterable<string> = []): (text: string) => string {
  const used = new Set(taken);
  return (text) => {
    const word = text.replace(/[^A-Za-z0-9_$]+/g, "_").replace(/^(?=\d|$)/, "_");
    let name = word;
    for (let count = 2; used.has(name) || reserved.has(name); count++) name = `${word}$${count}`;
    used.add(name);
    return name;
  };
}
