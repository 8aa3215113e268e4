// The questions of `lanewise init`, on a terminal alone. An empty answer is the first choice; the end of the input is no.

import { createInterface } from "node:readline/promises";
import { CommandError } from "../command-error.js";

export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

export async function confirm(question: string): Promise<boolean> {
  const answer = await ask(`${question} [Y/n] `);
  return /^(|y|yes)$/i.test(answer);
}

/** By number or name. */
export async function choose<Choice extends string>(
  question: string,
  choices: readonly [Choice, ...Choice[]],
  describe: (choice: Choice) => string,
): Promise<Choice> {
  const lines = choices.map((choice, at) => `  ${at + 1}  ${choice}: ${describe(choice)}\n`);
  process.stdout.write(`${question}\n${lines.join("")}`);
  for (;;) {
    const answer = await ask(`1 to ${choices.length} [1] `);
    if (answer === "") return choices[0];
    const chosen = choices[Number(answer) - 1] ?? choices.find((choice) => choice === answer.toLowerCase());
    if (chosen !== undefined) return chosen;
  }
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
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
