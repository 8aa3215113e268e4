// Which files adapters hand to the compiler: TypeScript of the project itself. Packages are compiled where they are built.

const source = /\.[cm]?tsx?$/;
const declaration = /\.d(\.[^./]+)?\.[cm]?ts$/;

export function isTypeScript(file: string): boolean {
  return source.test(file) && !declaration.test(file) && !isInPackage(file);
}

export function isInPackage(file: string): boolean {
  return /[\\/]node_modules[\\/]/.test(file);
}
