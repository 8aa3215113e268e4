// What a command throws for a mistake in how it was called: main.ts prints the message alone, without a stack, and fails.

export class CommandError extends Error {
  override readonly name = "CommandError";
}
