// Modules that have no declarations of their own.

/** compiler-files.ts makes it. */
declare module "virtual:compiler-files" {
  const files: Readonly<Record<string, string>>;
  export default files;
}

/** The compiler's own TypeScript, with what TypeScript does not declare. */
declare module "*/typescript.cjs" {
  const typescript: typeof import("typescript-6") & { setSys(system: object): void };
  export default typescript;
}
