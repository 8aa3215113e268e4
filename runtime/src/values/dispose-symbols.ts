// `Symbol.dispose` and `Symbol.asyncDispose`, for engines that do not have them yet, as the code that compilers emit for
// `using` expects them. Imported by every file that defines a disposable, before it does.

for (const name of ["dispose", "asyncDispose"]) {
  if (!(name in Symbol)) Object.defineProperty(Symbol, name, { value: Symbol.for(`Symbol.${name}`) });
}
