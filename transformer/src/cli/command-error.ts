// Thrown for a mistake in calling a command: main.ts prints only the message, without a stack, and fails.

export class CommandError extends Error {
  override readonly name = "CommandError";
}
