// Makes a TypeScript parse and bind each declaration file once, as the servers of editors do: a small project reads some 500 of them, which costs four
// fifths of its processor time. A file is kept as long as its text stays the same. TypeScript has no way in for its own command, so that its
// text is changed where it begins to parse.

import Module from "node:module";
import vm from "node:vm";

const isTypeScript = /[/\\](?:typescript|_tsc)\.c?js$/;

/** Shorter files of that name only import it. */
const LEAST = 1_000_000;

/** Text of TypeScript, also minified, whose `createSourceFile` asks `keptFile` first; any other text as it is. */
function withKeptFiles(text, path) {
  if (!isTypeScript.test(path) || text.length < LEAST) return text;
  const starts = [...text.matchAll(/"createSourceFile"/g)]
    .map(({ index }) => text.lastIndexOf("function ", index))
    .filter((start, at, all) => all.indexOf(start) === at)
    .flatMap((start) => {
      const [head, name] =
        /^function ([\w$]+)\((?:[\w$]+, ?){3}[\w$]+ ?= ?(?:false|!1), ?[\w$]+\) ?\{/.exec(
          text.slice(start, start + 200),
        ) ?? [];
      return head === undefined ? [] : [{ start, head, name }];
    });
  // ts-patch's text has it twice: its own library, and TypeScript's.
  if (starts.length === 0) throw new Error(`${path} has no createSourceFile as TypeScript writes it.`);
  return starts.reduceRight((whole, { start, head, name }) => {
    const anew = `${name}Anew`;
    const asking = `function ${name}(...all) { return globalThis[Symbol.for("lanewise.keptFile")](${anew}, all); }\n`;
    return whole.slice(0, start) + asking + head.replace(name, anew) + whole.slice(start + head.length);
  }, text);
}

const files = new WeakMap();

/** `parse` is a TypeScript's own, which keeps its files for itself. */
globalThis[Symbol.for("lanewise.keptFile")] = (parse, all) => {
  const [name, text, options, ...others] = all;
  if (!/\.d\.[cm]?ts$/.test(name)) return parse(...all);
  const { languageVersion, impliedNodeFormat, jsDocParsingMode } =
    typeof options === "object" ? options : { languageVersion: options };
  const key = [name, languageVersion, impliedNodeFormat, jsDocParsingMode, ...others].join("\0");
  const ofThis = files.get(parse) ?? new Map();
  files.set(parse, ofThis);
  const known = ofThis.get(key);
  if (known?.text === text) return known.file;
  const file = parse(...all);
  ofThis.set(key, { text, file });
  return file;
};

const compile = Module.prototype._compile;
Module.prototype._compile = function (text, path, ...others) {
  return compile.call(this, withKeptFiles(text, path), path, ...others);
};

// ts-patch evaluates TypeScript itself.
const { runInThisContext } = vm;
vm.runInThisContext = (text, options) => runInThisContext(withKeptFiles(text, options?.filename ?? ""), options);
