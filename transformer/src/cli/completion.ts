// `lanewise completion SHELL`: prints a script that completes commands, options and their values. The script contains the current table of
// commands, so that the shell needs no other process.

import { Argument, Command } from "commander";

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
type Shell = keyof typeof shells;

export function completionCommand(): Command {
  return new Command("completion")
    .summary("print a script that completes commands and options in a shell")
    .description(
      `Prints a script for a shell:

  bash  eval "$(lanewise completion bash)" in ~/.bashrc
  zsh   eval "$(lanewise completion zsh)" in ~/.zshrc, after compinit
  fish  lanewise completion fish > ~/.config/fish/completions/lanewise.fish`,
    )
    .addArgument(new Argument("<shell>", "your shell").choices(Object.keys(shells)))
    .action((shell: Shell, _options: object, command: Command) => {
      process.stdout.write(shells[shell](wordsOf(command.parent ?? command)));
    });
}

/** The words that may follow a command. */
interface Words {
  /** "", "cache", "cache ls". */
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly description: string }[];
}

function wordsOf(command: Command, path = ""): readonly Words[] {
  const commands = command.commands.map((one) => ({ word: one.name(), description: one.summary() }));
  const values = command.registeredArguments.flatMap(({ argChoices = [] }) =>
    argChoices.map((word) => ({ word, description: "" })),
  );
  const options = command.createHelp().visibleOptions(command);
  const flags = options.flatMap(({ short, long, description }) =>
    [short, long].flatMap((word) => (word ? [{ word, description }] : [])),
  );
  const own = { path, words: [...commands, ...values, ...flags] };
  return [own, ...command.commands.flatMap((one) => wordsOf(one, `${path} ${one.name()}`.trim()))];
}

/**
 * The cases for bash and zsh: by command ("cache ls" is two words), the words that may follow it. Both shells also complete files, or only files if
 * no word matches.
 */
function casesOf(all: readonly Words[], line: (words: Words) => string): string {
  return all.map((words) => `    ${quoted(words.path)}) ${line(words)} ;;\n`).join("");
}

const paths = (all: readonly Words[]): string =>
  all.flatMap(({ path }) => (path === "" ? [] : [quoted(path)])).join("|");

function bashScript(all: readonly Words[]): string {
  const list = ({ words }: Words) => `words=${quoted(words.map(({ word }) => word).join(" "))}`;
  return `# Completion of lanewise for bash.
_lanewise() {
  local current=\${COMP_WORDS[COMP_CWORD]} path= words= index next
  for ((index = 1; index < COMP_CWORD; index++)); do
    next="\${path:+$path }\${COMP_WORDS[index]}"
    case $next in ${paths(all)}) path=$next ;; *) break ;; esac
  done
  case $path in
${casesOf(all, list)}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _lanewise lanewise
`;
}

function zshScript(all: readonly Words[]): string {
  const one = ({ word, description }: Words["words"][number]) =>
    quoted(`${word.replaceAll(":", "\\:")}:${description}`);
  const list = ({ words }: Words) => `found=(${words.map(one).join(" ")})`;
  return `#compdef lanewise
_lanewise() {
  local path_= next index
  local -a found
  for ((index = 2; index < CURRENT; index++)); do
    next="\${path_:+$path_ }\${words[index]}"
    case $next in ${paths(all)}) path_=$next ;; *) break ;; esac
  done
  case $path_ in
${casesOf(all, list)}  esac
  _describe -o lanewise found
  _files
}
compdef _lanewise lanewise
`;
}

function fishScript(all: readonly Words[]): string {
  const lines = all.flatMap(({ path, words }) =>
    words.map(({ word, description }) => {
      const flag = word.startsWith("--")
        ? `-l ${word.slice(2)}`
        : word.startsWith("-")
          ? `-s ${word.slice(1)}`
          : `-a ${word}`;
      const about = description === "" ? "" : ` -d ${quoted(description)}`;
      return `complete -c lanewise -n ${quoted(`__lanewise_after ${path}`.trim())} ${flag}${about}\n`;
    }),
  );
  return `# Completion of lanewise for fish.
function __lanewise_after
  set -l given (commandline -opc)[2..]
  set -l names
  for word in $given
    string match -q -- '-*' $word; and continue
    contains -- "$names $word" ${all.map(({ path }) => quoted(` ${path}`)).join(" ")}; or break
    set names "$names $word"
  end
  test "$names" = "$(test -n "$argv"; and echo " $argv")"
end
${lines.join("")}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
