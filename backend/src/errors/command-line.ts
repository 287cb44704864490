import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether this is what `npm run release` made: it has ./fairlead, and not the commands of developers. */
export const isRelease = !existsSync(join(import.meta.dirname, '../../../start.mjs'));

/** How an operator types it, for messages: `npm run staff -- EMAIL ROLE`, or `./fairlead staff EMAIL ROLE`. */
export function commandLine(command: string, args = ''): string {
  if (isRelease) return `./fairlead ${command}${args && ` ${args}`}`;
  if (command === 'start') return 'npm start';
  // A shell reads what it prints.
  const silent = command === 'status' ? '-s ' : '';
  return `npm run ${silent}${command}${args && ` -- ${args}`}`;
}
