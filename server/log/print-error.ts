// Prints an error of a command on standard error without secrets.
import { inspect } from 'node:util';
import type { Environment } from '../settings/config.ts';
import { hideSecrets } from './hide-secrets.ts';

/** One line for each problem, with the fix. FAIRLEAD_TRACE adds the stack. */
export function printError(error: unknown, environment: Environment): void {
  const message = error instanceof Error ? error.message : String(error);
  for (const line of message.split('\n')) process.stderr.write(`fairlead: ${hideSecrets(line)}\n`);
  if (environment['FAIRLEAD_TRACE']) process.stderr.write(`${hideSecrets(inspect(error))}\n`);
}
