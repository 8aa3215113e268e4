// What a command does when nobody reads what it prints any more, as `lanewise inspect FILE | head`: it says so in one line, and ends.

/** Until the process ends. Not for commands that run a program: their output is the program's. */
export function endWhenOutputCloses(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.stderr.write("lanewise: what reads its output has closed it.\n");
    process.exit(1);
  });
}
