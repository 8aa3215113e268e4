// A TypeScript server as editors start it, spoken to as editors do: requests as lines of JSON, answers by their number.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type ts from "typescript";
import { root } from "../../examples/programs.js";

export type Diagnostic = ts.server.protocol.DiagnosticWithLinePosition;

export interface Server {
  open(file: string, text?: string): void;
  /** Replaces the first occurrence of a text in a file. */
  change(file: string, text: string, from: string, to: string): string;
  /** Waits for the answer; throws what the server says went wrong. */
  request(command: string, args: unknown): Promise<unknown>;
  diagnostics(file: string): Promise<Diagnostic[]>;
  /** As editors ask for them, by an event. Of a server of the project's own TypeScript; the others send none. */
  events(file: string): Promise<readonly EventDiagnostic[]>;
  stop(): Promise<void>;
}

export type EventDiagnostic = ts.server.protocol.Diagnostic;

interface Message {
  readonly type: string;
  readonly event?: string;
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly body?: unknown;
}

const workspaceServer = join(root, "node_modules/typescript/lib/tsserver.js");

export function startServer(
  folder: string,
  nodeOptions: readonly string[] = [],
  options: readonly string[] = [],
  tsserver = workspaceServer,
): Server {
  const isQuiet = tsserver === workspaceServer;
  const quiet = ["--disableAutomaticTypingAcquisition", ...(isQuiet ? ["--suppressDiagnosticEvents"] : [])];
  const args = [...nodeOptions, tsserver, ...quiet, ...options];
  const { INIT_CWD: _, ...env } = process.env;
  const child = spawn(process.execPath, args, { cwd: folder, env });
  const waiting = new Map<number, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  listen(child, waiting, listeners);
  let sequence = 0;
  const send = (command: string, args_: unknown): number => {
    sequence += 1;
    child.stdin.write(`${JSON.stringify({ seq: sequence, type: "request", command, arguments: args_ })}\n`);
    return sequence;
  };
  const request = async (command: string, args_: unknown): Promise<unknown> => {
    const message = await new Promise<Message>((resolve) => waiting.set(send(command, args_), resolve));
    if (message.success !== true && message.message !== "No content available.") {
      throw new Error(`${command}: ${message.message}`);
    }
    return message.body;
  };
  return {
    open: (file, fileContent) => void send("open", { file, ...(fileContent !== undefined && { fileContent }) }),
    change(file, text, from, to) {
      const at = text.indexOf(from);
      if (at < 0) throw new Error(`${file} has no ${from}`);
      const [start, end] = [place(text, at), place(text, at + from.length)];
      send("change", { file, ...start, endLine: end.line, endOffset: end.offset, insertString: to });
      return text.slice(0, at) + to + text.slice(at + from.length);
    },
    request,
    // The server's answer to this command.
    diagnostics: async (file) =>
      (await request("semanticDiagnosticsSync", { file, includeLinePosition: true })) as Diagnostic[],
    events: (file) =>
      new Promise((resolve) => {
        let found: readonly EventDiagnostic[] = [];
        const listener = ({ event, body }: Message) => {
          // The server's own events.
          if (event === "semanticDiag") found = (body as ts.server.protocol.DiagnosticEventBody).diagnostics;
          if (event !== "requestCompleted") return;
          listeners.delete(listener);
          resolve(found);
        };
        listeners.add(listener);
        send("geterr", { delay: 0, files: [file] });
      }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.stdin.end();
      child.kill();
      await ended;
    },
  };
}

function listen(
  child: ChildProcessWithoutNullStreams,
  waiting: Map<number, (message: Message) => void>,
  listeners: ReadonlySet<(message: Message) => void>,
): void {
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!line.startsWith("{")) return;
    const message: Message = JSON.parse(line);
    if (message.type === "event") for (const listener of listeners) listener(message);
    if (message.type !== "response" || message.request_seq === undefined) return;
    waiting.get(message.request_seq)?.(message);
    waiting.delete(message.request_seq);
  });
  child.on("exit", (code) => {
    for (const answer of waiting.values()) answer({ type: "response", success: false, message: `ended with ${code}` });
  });
}

/** Line and offset from 1, as the protocol counts. */
function place(text: string, at: number): { readonly line: number; readonly offset: number } {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, offset: (before.at(-1)?.length ?? 0) + 1 };
}
