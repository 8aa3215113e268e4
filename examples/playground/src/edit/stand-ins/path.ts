// Stands for Node's `path` where the compiler runs in a page: paths begin with a slash.

export const sep = "/";

export function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}

export const isAbsolute = (path: string): boolean => path.startsWith("/");
export const join = (...paths: readonly string[]): string => normalize(paths.filter((path) => path !== "").join("/"));
export const basename = (path: string): string => path.split("/").at(-1) ?? "";
export const extname = (path: string): string => /\.[^./]*$/.exec(basename(path))?.[0] ?? "";

export function dirname(path: string): string {
  const end = path.lastIndexOf("/");
  return end > 0 ? path.slice(0, end) : "/";
}

export function resolve(...paths: readonly string[]): string {
  const start = paths.findLastIndex(isAbsolute);
  return normalize(`/${paths.slice(Math.max(start, 0)).join("/")}`);
}

export function relative(from: string, to: string): string {
  const [a, b] = [from, to].map((path) => resolve(path).split("/").filter(Boolean)) as [string[], string[]];
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  return [...a.slice(common).map(() => ".."), ...b.slice(common)].join("/");
}

export const posix = { sep, normalize, isAbsolute, join, basename, extname, dirname, resolve, relative };
export default { ...posix };
