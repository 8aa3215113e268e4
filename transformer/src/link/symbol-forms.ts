// The two forms of what a module calls of others.

/**
 * Whether it is the symbol of a definition, `<package>@<version>/<path>:<name>`; the name that an import gives, `<package>:<name>`, is
 * found by its object when the kernel is launched.
 */
export function isOfDefinition(symbol: string): boolean {
  return /.@[^:]*:/.test(symbol);
}
