// Which files adapters pass to the compiler: the project's own TypeScript. Packages are compiled where they are built.

const source = /\.[cm]?tsx?$/;
const declaration = /\.d(\.[^./]+)?\.[cm]?ts$/;

export function isTypeScript(file: string): boolean {
  return source.test(file) && !declaration.test(file) && !isInPackage(file);
}

export function isInPackage(file: string): boolean {
  return /[\\/]node_modules[\\/]/.test(file);
}
