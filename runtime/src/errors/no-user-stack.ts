// Replaces user-stack.ts in bundles that only pages load (docs/decisions/0113-bundles-for-pages.md): the program's file has the package's code, so all
// frames remain.

export const keepWholeStacks = (): void => undefined;

export const startAtUser = (_error: Error): void => undefined;
