/** An error that the operator must fix before the server starts. One line, printed without a stack. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, ' '), options);
    this.name = 'StartupError';
  }
}

/** EX_CONFIG of sysexits.h: a supervisor should not start the program again. */
export const permanentFailureExitCode = 78;

/** The next start would fail in the same way: the program, its settings or the data must change first. */
export class PermanentStartupError extends StartupError {
  readonly exitCode = permanentFailureExitCode;
}

export function exitCodeOf(error: unknown): number {
  const { exitCode } = error as { exitCode?: number };
  return exitCode ?? 1;
}
