// Defines `Symbol.dispose` and `Symbol.asyncDispose` in engines that do not have them yet, as the code that compilers emit for `using` expects
// them. Every file that defines a disposable imports this first.

for (const name of ["dispose", "asyncDispose"]) {
  if (!(name in Symbol)) Object.defineProperty(Symbol, name, { value: Symbol.for(`Symbol.${name}`) });
}
