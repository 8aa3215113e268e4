// Reads package.json and adds members to its text, so that order and indentation stay.

import { createRequire } from "node:module";
import type ts from "typescript-6";
import { ownTypeScript } from "../../own-typescript.js";
import { CommandError } from "../command-error.js";
import { addMember, type Edited, edit, jsonText, propertyOf, rootObject } from "./literal-edits.js";
import type { ProjectFolder } from "./project-folder.js";

const typescript = ownTypeScript();

const FILE = "package.json";

export interface Manifest {
  readonly name?: string;
  readonly type?: string;
  readonly private?: boolean;
  readonly packageManager?: string;
  readonly files?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { version }: { version: string } = createRequire(import.meta.url)("../../../package.json");

/** The version ranges to install; this workspace's packages share one version. */
export const ranges = {
  lanewise: `^${version}`,
  "@lanewise/transformer": `^${version}`,
  typescript: "^6.0.0",
  "@types/node": "^22.0.0",
  vite: "^8.0.0",
} as const;

/** The manifest; undefined if there is none. */
export function readManifest(project: ProjectFolder): Manifest | undefined {
  const text = project.read(FILE);
  if (text === undefined) return undefined;
  const value = parse(text, project.root);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CommandError(`${FILE}:1:1: expected an object, as \`npm init\` writes it. Nothing was written.`);
  }
  for (const name of ["scripts", "dependencies", "devDependencies", "peerDependencies"]) {
    const group: unknown = name in value ? Reflect.get(value, name) : {};
    const isObject = typeof group === "object" && group !== null && !Array.isArray(group);
    if (isObject && Object.values(group).every((row) => typeof row === "string")) continue;
    throw new CommandError(`${FILE}: \`${name}\` is no object of strings. Correct it; nothing was written.`);
  }
  return value; // other fields are checked with `typeof` where used
}

/** Parses as JSON.parse does; if it gives no position, the mistake is at the end. */
function parse(text: string, root: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const offset = /position (\d+)/.exec(message)?.[1];
    const before = text.slice(0, Math.min(Number(offset ?? Infinity), text.trimEnd().length)).split("\n");
    const place = `${FILE}:${before.length}:${(before.at(-1) ?? "").length + 1}`;
    throw new CommandError(`${place}: ${message}\nCorrect ${root}/${FILE}; nothing was written.`);
  }
}

/** All its dependencies, with their ranges. */
export function packagesOf(manifest: Manifest | undefined): Readonly<Record<string, string>> {
  return {
    ...manifest?.optionalDependencies,
    ...manifest?.peerDependencies,
    ...manifest?.devDependencies,
    ...manifest?.dependencies,
  };
}

/** Adds fields. Existing ones stay unchanged; groups such as scripts get new members. */
export function addFields(project: ProjectFolder, fields: Readonly<Record<string, unknown>>): void {
  if (!project.has(FILE)) {
    project.write(FILE, `${JSON.stringify(fields, undefined, 2)}\n`, "new");
    return;
  }
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) addToGroup(project, name, value);
    else addField(project, name, value);
  }
}

function addField(project: ProjectFolder, name: string, value: unknown): void {
  change(project, `adds "${name}": ${JSON.stringify(value)}`, (edited, root) => {
    if (propertyOf(root, name)) return false;
    addMember(edited, root, `"${name}": ${jsonText(value, edited.source, 1)}`);
    return true;
  });
}

const isPackages = (group: string) => /dependencies$/i.test(group);

function addToGroup(project: ProjectFolder, group: string, members: object): void {
  const manifest = readManifest(project);
  const installed = packagesOf(manifest);
  for (const [name, value] of Object.entries(members)) {
    if (isPackages(group) && name in installed && !isSecondPlace(group, name, manifest)) continue;
    const words = isPackages(group) ? `adds ${name} ${value} to ${group}` : `adds "${name}": "${value}" to ${group}`;
    change(project, words, (edited, root) => {
      const found = propertyOf(root, group)?.initializer;
      if (!found) {
        addMember(edited, root, `"${group}": ${jsonText({ [name]: value }, edited.source, 1)}`);
        return true;
      }
      if (!typescript.isObjectLiteralExpression(found) || propertyOf(found, name)) return false;
      const member = `"${name}": ${jsonText(value, edited.source, 2)}`;
      addMember(edited, found, member, isPackages(group) ? followerOf(name, found) : undefined);
      return true;
    });
  }
}

/** A library lists lanewise both as a peer and as a development dependency. */
function isSecondPlace(group: string, name: string, manifest: Manifest | undefined): boolean {
  if (group === "peerDependencies") return true;
  return group === "devDependencies" && name in { ...manifest?.peerDependencies } && name !== "typescript";
}

/** The member to insert a package before: npm sorts packages; if they are not sorted, it goes to the end. */
function followerOf(name: string, group: ts.ObjectLiteralExpression): ts.Node | undefined {
  const names = group.properties.map(({ name: key }) => (key && typescript.isStringLiteral(key) ? key.text : ""));
  if (names.some((one, at) => at > 0 && one.localeCompare(names[at - 1] ?? "", "en") < 0)) return undefined;
  return group.properties[names.findIndex((one) => one.localeCompare(name, "en") > 0)];
}

export function replaceScript(project: ProjectFolder, name: string, before: string, after: string): void {
  change(project, `script "${name}": "${before}" becomes "${after}"`, ({ source, output }, root) => {
    const scripts = propertyOf(root, "scripts")?.initializer;
    const script = scripts && typescript.isObjectLiteralExpression(scripts) && propertyOf(scripts, name)?.initializer;
    if (!script) return false;
    output.overwrite(script.getStart(source), script.end, JSON.stringify(after));
    return true;
  });
}

function change(
  project: ProjectFolder,
  words: string,
  apply: (edited: Edited, root: ts.ObjectLiteralExpression) => boolean,
): void {
  const edited = edit(FILE, project.read(FILE) ?? "{}\n");
  const root = rootObject(edited.source);
  if (root && apply(edited, root)) project.write(FILE, edited.output.toString(), words);
}
