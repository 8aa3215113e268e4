// The parser's position among the tokens, with the primitives every rule needs: marks, words, strings, names, positions, types.

import {
  type DataType,
  type Position,
  readingLimits,
  type ScalarType,
  scalars,
  type Type,
  typeName,
} from "../module/index.js";
import { lex, type Token, type TokenKind } from "./lex.js";
import { IrSyntaxError } from "./syntax-error.js";

export interface Name {
  readonly index: number;
  /** Empty if only the index is written. */
  readonly name: string;
  readonly token: Token;
}

const typeForms: readonly string[] = ["array", "struct", "ref", "span"];

export class Cursor {
  readonly #tokens: readonly Token[];
  #next = 0;
  #nesting = 0;

  constructor(text: string) {
    this.#tokens = lex(text);
  }

  get token(): Token {
    // The last token is "end", which `take` does not pass.
    return this.#tokens[this.#next] as Token;
  }
  fail(problem: string, at: Token = this.token): never {
    throw new IrSyntaxError(problem, at.line, at.column);
  }
  take(kind: TokenKind, what: string = kind): Token {
    const { token } = this;
    if (token.kind !== kind || kind === "end") this.fail(`expected ${what}, found ${token.text}`);
    this.#next++;
    return token;
  }
  /** Limits recursion depth. */
  nested<T>(parse: () => T): T {
    const { most } = readingLimits.nesting;
    if (++this.#nesting > most) this.fail(`statements and expressions nest deeper than ${most}`);
    const found = parse();
    this.#nesting--;
    return found;
  }
  isAt(text: string): boolean {
    return this.token.text === text && this.token.kind !== "string";
  }
  /** Consumes the mark or word if it is next; returns whether it was. */
  skip(text: string): boolean {
    const isHere = this.isAt(text);
    if (isHere) this.#next++;
    return isHere;
  }
  expect(text: string): void {
    if (!this.skip(text)) this.fail(`expected ${text}, found ${this.token.text}`);
  }
  word<W extends string>(words: readonly W[], what: string): W {
    const { token } = this;
    const found = words.find((word) => word === token.text);
    if (token.kind !== "word" || found === undefined) return this.fail(`expected ${what}, found ${token.text}`);
    this.#next++;
    return found;
  }
  string(): string {
    const token = this.take("string", "a string");
    return this.#unquoted(token.text, token);
  }
  integer(): number {
    const token = this.take("number", "a number");
    const value = Number(token.text);
    return Number.isInteger(value) && value >= 0
      ? value
      : this.fail(`expected a natural number, found ${token.text}`, token);
  }
  isName(sigil: string): boolean {
    return this.token.kind === "name" && this.token.text.startsWith(sigil);
  }
  name(sigil: string): Name {
    if (!this.isName(sigil)) this.fail(`expected ${sigil} and a number, found ${this.token.text}`);
    const token = this.take("name");
    const dot = token.text.indexOf(".");
    const index = Number(token.text.slice(sigil.length, dot < 0 ? undefined : dot));
    const name = dot < 0 ? "" : token.text.slice(dot + 1);
    return { index, name: name.startsWith('"') ? this.#unquoted(name, token) : name, token };
  }
  /** A name that must have the next index of its kind. */
  declared(sigil: string, index: number): string {
    const found = this.name(sigil);
    if (found.index !== index) this.fail(`expected ${sigil}${index} here, found ${sigil}${found.index}`, found.token);
    return found.name;
  }
  position(): Position {
    const { text } = this.take("position", "a position (@line:column)");
    const [column = 0, line = 0, file = 0] = text.slice(1).split(":").map(Number).reverse();
    return { file, line, column };
  }
  label(): number {
    const token = this.take("word", "a label (L0)");
    const [, digits] = /^L(\d+)$/.exec(token.text) ?? [];
    return digits === undefined ? this.fail(`expected a label (L0), found ${token.text}`, token) : Number(digits);
  }
  /** Comma-separated items between two marks. */
  list<T>(open: string, close: string, item: () => T): T[] {
    this.expect(open);
    const items: T[] = [];
    while (!this.isAt(close)) {
      if (items.length > 0) this.expect(",");
      items.push(item());
    }
    this.expect(close);
    return items;
  }
  type(): Type {
    const token = this.take("word", "a type");
    if (isScalarName(token.text)) return token.text;
    if (!typeForms.includes(token.text)) this.fail(`there is no type ${token.text}`, token);
    this.expect("<");
    const type = this.#typeIn(token);
    this.expect(">");
    return type;
  }
  dataType(): DataType {
    const { token } = this;
    const type = this.type();
    if (typeof type === "object" && (type.kind === "ref" || type.kind === "span"))
      return this.fail(`memory does not hold a ${typeName(type)}`, token);
    return type;
  }
  #typeIn(form: Token): Type {
    switch (form.text) {
      case "array": {
        const element = this.dataType();
        this.expect(",");
        return { kind: "array", element, length: this.integer() };
      }
      case "struct":
        return { kind: "struct", name: this.string() };
      case "ref":
        return { kind: "ref", to: this.dataType() };
      case "span":
        return { kind: "span", element: this.dataType() };
      default:
        return this.fail(`there is no type ${form.text}`, form);
    }
  }
  #unquoted(text: string, token: Token): string {
    try {
      return String(JSON.parse(text));
    } catch {
      return this.fail(`${text} is no JSON string`, token);
    }
  }
}

export function isScalarName(name: string): name is ScalarType {
  return Object.hasOwn(scalars, name);
}
