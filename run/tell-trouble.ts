/** The last words of a command that cannot go on: one line for each thing that is wrong, and what mends it. */
export function tellTrouble(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  for (const line of message.split('\n')) process.stderr.write(`fairlead: ${line}\n`);
  if (process.env['FAIRLEAD_TRACE']) console.error(error);
}
