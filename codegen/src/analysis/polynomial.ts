// Integer expressions as sums of products, over atoms that the caller defines. Coefficients are exact integers; polynomials larger than an index
// needs become undefined, which callers treat as "not known".

export interface Atom<T> {
  /** Equal atoms have equal keys. */
  readonly key: string;
  readonly value: T;
}
export interface Term<T> {
  readonly coefficient: number;
  /** Sorted by key. */
  readonly atoms: readonly Atom<T>[];
}
export interface Polynomial<T> {
  readonly constant: number;
  readonly terms: ReadonlyMap<string, Term<T>>;
}

const MAX_TERMS = 12;
const MAX_DEGREE = 3;
const MAX_COEFFICIENT = 2 ** 31;
/** Exceeds both ends of the i32 range: the form that tests an index for wrapping, such as 2^31 + 1 + x, must fit too. */
const MAX_CONSTANT = 2 ** 32;

export function constantOf<T>(value: number): Polynomial<T> {
  return { constant: value, terms: new Map() };
}

export function atomOf<T>(atom: Atom<T>): Polynomial<T> {
  return { constant: 0, terms: new Map([[atom.key, { coefficient: 1, atoms: [atom] }]]) };
}

export function isConstant<T>({ terms }: Polynomial<T>): boolean {
  return terms.size === 0;
}

function checked<T>(polynomial: Polynomial<T>): Polynomial<T> | undefined {
  const terms = [...polynomial.terms.values()];
  const isKept = terms.length <= MAX_TERMS && Math.abs(polynomial.constant) <= MAX_CONSTANT;
  return isKept && terms.every(({ coefficient }) => Math.abs(coefficient) <= MAX_COEFFICIENT) ? polynomial : undefined;
}

/** a + factor * b. */
export function plus<T>(a: Polynomial<T>, b: Polynomial<T>, factor = 1): Polynomial<T> | undefined {
  const terms = new Map(a.terms);
  for (const [key, { coefficient, atoms }] of b.terms) {
    const sum = (terms.get(key)?.coefficient ?? 0) + factor * coefficient;
    if (sum === 0) terms.delete(key);
    else terms.set(key, { coefficient: sum, atoms });
  }
  return checked({ constant: a.constant + factor * b.constant, terms });
}

export function times<T>(a: Polynomial<T>, b: Polynomial<T>): Polynomial<T> | undefined {
  const unit: Term<T> = { coefficient: 1, atoms: [] };
  const all = ({ constant, terms }: Polynomial<T>) => [...terms.values(), { ...unit, coefficient: constant }];
  let product: Polynomial<T> | undefined = constantOf(0);
  for (const left of all(a)) {
    for (const right of all(b)) {
      const coefficient = left.coefficient * right.coefficient;
      if (coefficient === 0) continue;
      const atoms = [...left.atoms, ...right.atoms].sort((x, y) => (x.key < y.key ? -1 : 1));
      if (atoms.length > MAX_DEGREE) return undefined;
      const one: Polynomial<T> =
        atoms.length === 0
          ? constantOf(coefficient)
          : { constant: 0, terms: new Map([[atoms.map(({ key }) => key).join("*"), { coefficient, atoms }]]) };
      product = product && plus(product, one);
    }
  }
  return product;
}
