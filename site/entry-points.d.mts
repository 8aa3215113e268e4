export interface EntryPoint {
  readonly name: string;
  readonly types: string;
  readonly source: string;
}
export function publicEntryPoints(root: string): EntryPoint[];
