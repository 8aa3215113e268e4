// Which files adapters hand to the compiler: TypeScript of the project itself. Packages are compiled where they are built.

const source = /\.[cm]?tsx?$/;
const declaration = /\.d(\.[^./]+)?\.[cm]?ts$/;

export function isTypeScript(file: string): boolean {
  return source.test(file) && !declaration.test(file) && !/[\\/]node_modules[\\/]/.test(file);
}
