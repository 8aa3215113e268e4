// Writes WebAssembly's text form by hand, as a good SPMD compiler would: a value that varies between work-items is a list of K v128
// locals (4K lanes of 32 bits), a uniform one is a list of one. The prototypes beside it are the speed to aim for.

/** The locals that hold one value. */
export type Vector = readonly string[];

export const get = (name: string): string => `(local.get ${name})`;
export const int = (value: number): string => `(i32.const ${value})`;
export const add = (a: string, b: string): string => `(i32.add ${a} ${b})`;
export const multiply = (a: string, b: string): string => `(i32.mul ${a} ${b})`;
/** Elements of 4 bytes as bytes; `shift` 3 for 8. */
export const bytes = (elements: string, shift = 2): string => `(i32.shl ${elements} ${int(shift)})`;
/** The address of element `index` of the array at `base`. */
export const at = (base: string, index: string, shift = 2): string => add(get(base), bytes(index, shift));

export class FunctionWriter {
  readonly k: number;
  readonly #parameters: readonly string[];
  readonly #locals: string[] = [];
  readonly #code: string[] = [];
  #labels = 0;

  /** Parameters as `name` (i32) or `name:f32`, used as `$name`. */
  constructor(k: number, parameters: readonly string[]) {
    this.k = k;
    this.#parameters = parameters.map((parameter) => {
      const [name, type = "i32"] = parameter.split(":");
      return `(param $${name} ${type})`;
    });
  }

  emit(code: string): void {
    this.#code.push(code);
  }
  label(): string {
    return `$label${this.#labels++}`;
  }

  /** A new local with a value. */
  local(type: "i32" | "v128", value: string): string {
    const name = `$t${this.#locals.length}`;
    this.#locals.push(`(local ${name} ${type})`);
    this.emit(`(local.set ${name} ${value})`);
    return name;
  }
  integer(value: string): string {
    return this.local("i32", value);
  }
  /** K locals, by the number of the register. */
  vector(value: (register: number) => string): Vector {
    return Array.from({ length: this.k }, (_, register) => this.local("v128", value(register)));
  }

  constant(value: number): Vector {
    return [this.local("v128", `(v128.const f32x4 ${value} ${value} ${value} ${value})`)];
  }
  integerConstant(value: number): Vector {
    return [this.local("v128", `(v128.const i32x4 ${value} ${value} ${value} ${value})`)];
  }
  splat(value: string, shape = "f32x4"): Vector {
    return [this.local("v128", `(${shape}.splat ${value})`)];
  }
  operation(mnemonic: string, ...operands: readonly Vector[]): Vector {
    const registers = Math.max(...operands.map((operand) => operand.length));
    return Array.from({ length: registers }, (_, register) =>
      this.local("v128", `(${mnemonic} ${operands.map((operand) => registerOf(operand, register)).join(" ")})`),
    );
  }
  add(a: Vector, b: Vector): Vector {
    return this.operation("f32x4.add", a, b);
  }
  sub(a: Vector, b: Vector): Vector {
    return this.operation("f32x4.sub", a, b);
  }
  mul(a: Vector, b: Vector): Vector {
    return this.operation("f32x4.mul", a, b);
  }
  div(a: Vector, b: Vector): Vector {
    return this.operation("f32x4.div", a, b);
  }
  /** a * b + c, rounded twice. */
  mulAdd(a: Vector, b: Vector, c: Vector): Vector {
    return this.add(this.mul(a, b), c);
  }
  /** c - a * b, rounded twice. */
  mulSub(a: Vector, b: Vector, c: Vector): Vector {
    return this.sub(c, this.mul(a, b));
  }
  shift(a: Vector, mnemonic: string, count: number): Vector {
    return a.map((register) => this.local("v128", `(${mnemonic} ${get(register)} ${int(count)})`));
  }
  select(mask: Vector, a: Vector, b: Vector): Vector {
    return this.operation("v128.bitselect", a, b, mask);
  }

  /** K locals that are assigned to later. */
  variable(initial: Vector): Vector {
    return this.vector((register) => registerOf(initial, register));
  }
  assign(variable: Vector, value: Vector): void {
    variable.forEach((name, register) => {
      this.emit(`(local.set ${name} ${registerOf(value, register)})`);
    });
  }

  load(address: string, align = 4): Vector {
    return this.vector((register) => `(v128.load offset=${16 * register} align=${align} ${address})`);
  }
  loadSplat(address: string): Vector {
    return [this.local("v128", `(v128.load32_splat ${address})`)];
  }
  store(address: string, value: Vector, align = 4): void {
    for (let register = 0; register < this.k; register++) {
      this.emit(`(v128.store offset=${16 * register} align=${align} ${address} ${registerOf(value, register)})`);
    }
  }

  anyTrue(mask: Vector): string {
    const [first = "", ...rest] = mask.map(get);
    return `(v128.any_true ${rest.reduce((all, register) => `(v128.or ${all} ${register})`, first)})`;
  }

  /** Counts a local from `low` to `high`; tests before the first turn, then at the end of each. */
  loop(low: string, high: string, step: number, body: (counter: string) => void): void {
    const counter = this.integer(low);
    const label = this.label();
    this.emit(`(block ${label}x (br_if ${label}x (i32.ge_s ${get(counter)} ${high})) (loop ${label}`);
    body(counter);
    this.emit(
      `(local.set ${counter} ${add(get(counter), int(step))}) (br_if ${label} (i32.lt_s ${get(counter)} ${high}))))`,
    );
  }

  /** A module that exports the function as `run` and imports its memory. */
  toModule(): string {
    const head = `(func (export "run") ${this.#parameters.join(" ")}`;
    return `(module (import "env" "memory" (memory 1))\n${[head, this.#locals.join(" "), ...this.#code].join("\n")})\n)`;
  }
}

function registerOf(vector: Vector, register: number): string {
  return get(vector[register] ?? vector[0] ?? "");
}
