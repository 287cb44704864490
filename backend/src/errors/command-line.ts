import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether this is what `npm run release` made: it has ./fairlead, and not the commands of developers. */
export const isRelease = !existsSync(join(import.meta.dirname, '../../../start.mjs'));

/** How an operator types it, for messages: `npm run staff -- EMAIL ROLE`, or `./fairlead staff EMAIL ROLE`. */
export function commandLine(command: string, args = ''): string {
  if (isRelease) return `./fairlead ${command}${args && ` ${args}`}`;
  // For all commands: npm has no script of this name.
  if (command === 'help') return 'node start.mjs help';
  // A shell reads what it prints.
  const silent = command === 'status' ? '-s ' : '';
  const script = command === 'start' ? 'npm start' : `npm run ${silent}${command}`;
  return `${script}${args && ` -- ${args}`}`;
}
