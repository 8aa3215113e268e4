// The questions of `lanewise init`, asked only on a terminal. An empty answer selects the first choice; the end of the
// input means no.

import { createInterface } from "node:readline/promises";
import { CommandError } from "../command-error.js";

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

const own: Terminal = { input: process.stdin, output: process.stdout };

export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

export async function confirm(question: string, terminal = own): Promise<boolean> {
  const answer = await ask(`${question} [Y/n] `, terminal);
  return /^(|y|yes)$/i.test(answer);
}

/** Asks for a choice by number or name. */
export async function choose<Choice extends string>(
  question: string,
  choices: readonly [Choice, ...Choice[]],
  describe: (choice: Choice) => string,
  terminal = own,
): Promise<Choice> {
  const lines = choices.map((choice, at) => `  ${at + 1}  ${choice}: ${describe(choice)}\n`);
  terminal.output.write(`${question}\n${lines.join("")}`);
  for (;;) {
    const answer = await ask(`1 to ${choices.length} [1] `, terminal);
    if (answer === "") return choices[0];
    const chosen = choices[Number(answer) - 1] ?? choices.find((choice) => choice === answer.toLowerCase());
    if (chosen !== undefined) return chosen;
  }
}

async function ask(question: string, { input, output }: Terminal): Promise<string> {
  const terminal = createInterface({ input, output });
  const ended = new AbortController();
  terminal.once("close", () => ended.abort());
  terminal.once("SIGINT", () => ended.abort());
  try {
    return (await terminal.question(question, { signal: ended.signal })).trim();
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    throw new CommandError("stopped; nothing was written.");
  } finally {
    terminal.close();
  }
}
