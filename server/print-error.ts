import { inspect } from 'node:util';
import { hideSecrets } from './log/hide-secrets.ts';

/** The last words of a command that cannot go on: one line for each thing that is wrong, and what mends it. */
export function printError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  for (const line of message.split('\n')) process.stderr.write(`fairlead: ${hideSecrets(line)}\n`);
  if (process.env['FAIRLEAD_TRACE']) process.stderr.write(`${hideSecrets(inspect(error))}\n`);
}
