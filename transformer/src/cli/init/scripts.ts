// Rewrites package.json's scripts that compile: `tsc` becomes `lanewise build`, if that takes the same arguments.

import { addFields, type Manifest, packagesOf, readManifest, replaceScript } from "./manifest.js";
import type { ProjectFolder } from "./project-folder.js";
import { isSolution } from "./tsconfig.js";

/** The arguments of tsc that `lanewise build` has, and whether a value follows. */
const known: Readonly<Record<string, boolean>> = {
  "-p": true,
  "--project": true,
  "-b": false,
  "--build": false,
  "-w": false,
  "--watch": false,
  "--noEmit": false,
  "--preserveWatchOutput": false,
  "--verbose": false,
  "--force": false,
  "--clean": false,
  "--dry": false,
};

/** Rewrites the scripts that call tsc, in a project that tsc compiles. */
export function useLanewiseInScripts(project: ProjectFolder, manifest: Manifest): void {
  let compiles = false;
  for (const [name, script] of Object.entries(manifest.scripts ?? {})) {
    const after = translateScript(script);
    if (after === undefined) {
      project.steps.push(
        `package.json, script "${name}": \`${script}\` calls tsc with arguments that \`lanewise build\` does not take.\n` +
          "    Put them into tsconfig.json, and write `lanewise build` for tsc.",
      );
    } else if (after !== script) replaceScript(project, name, script, after);
    compiles ||= after === undefined || after !== script || /\blanewise (build|run)\b/.test(script);
  }
  if (compiles) return;
  const { scripts } = readManifest(project) ?? {};
  const build = isSolution(project) ? "lanewise build -b" : "lanewise build";
  if (scripts?.build === undefined) addFields(project, { scripts: { build } });
  else project.notes.push(`\`${build}\` compiles the project; the script "build" does something else.`);
}

/** The new script; undefined if a call of tsc has unknown arguments. */
function translateScript(script: string): string | undefined {
  const parts = script.split(/(\s*(?:&&|\|\||;)\s*)/).map((part) => translateCall(part));
  return parts.includes(undefined) ? undefined : parts.join("");
}

function translateCall(call: string): string | undefined {
  const [, argumentText] = /^(?:npx |yarn |pnpm (?:exec )?)?tsc(?:\s+(.*))?$/.exec(call) ?? [call];
  if (!/^(?:npx |yarn |pnpm (?:exec )?)?tsc(?:\s|$)/.test(call)) return call;
  const words = (argumentText ?? "").split(/\s+/).filter((word) => word !== "");
  const isSolution = words.includes("-b") || words.includes("--build");
  const isKnown = words.every((word, at) => {
    const before = words[at - 1];
    const isValue = before !== undefined && known[before] === true;
    return word in known || isValue || (isSolution && !word.startsWith("-"));
  });
  if (!isKnown) return undefined;
  if (!words.includes("--noEmit") || isSolution) return ["lanewise", "build", ...words].join(" ");
  return ["lanewise", "check", ...words.filter((word) => word !== "--noEmit")].join(" ");
}

const runners = /\b(tsx|ts-node|ts-node-esm|node --import[ =]tsx)\b/;

/** Warns about commands that run TypeScript without compiling kernels. */
export function tellOfRunners(project: ProjectFolder, manifest: Manifest): void {
  for (const [name, script] of Object.entries(manifest.scripts ?? {})) {
    const runner = runners.exec(script)?.[1];
    if (runner === undefined || script.includes("@lanewise/transformer/register")) continue;
    project.notes.push(
      `The script "${name}" runs ${runner}, which compiles no kernels: there, use \`lanewise run FILE\`, or \`node --import @lanewise/transformer/register FILE\`.`,
    );
  }
}

/** Whether the project's tsc is patched to run our plugin. */
export function usesTsPatch(manifest: Manifest): boolean {
  return (
    "ts-patch" in packagesOf(manifest) ||
    Object.values(manifest.scripts ?? {}).some((script) => /\btspc\b/.test(script))
  );
}
