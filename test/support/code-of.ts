// The code of the error that a call throws, of whichever copy of lanewise a program imports (load-program.ts).

export function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof Error && error.name === "LanewiseError") return String(Reflect.get(error, "code"));
    throw error;
  }
  return "nothing thrown";
}
