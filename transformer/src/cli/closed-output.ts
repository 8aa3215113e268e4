// Ends a command with a one-line message when its output is closed, as in `lanewise inspect FILE | head`.

/** Remains in effect until the process ends. Not for commands that run a program, whose output is the program's. */
export function endWhenOutputCloses(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.stderr.write("lanewise: what reads its output has closed it.\n");
    process.exit(1);
  });
}
