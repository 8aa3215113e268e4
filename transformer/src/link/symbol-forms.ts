// The two forms of symbols that a module imports.

/**
 * Whether a symbol is a definition's, `<package>@<version>/<path>:<name>`; the name of an import, `<package>:<name>`, is resolved
 * through its object at a launch.
 */
export function isOfDefinition(symbol: string): boolean {
  return /.@[^:]*:/.test(symbol);
}
