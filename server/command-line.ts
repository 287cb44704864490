import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

/** Whether this is what `npm run release` made: it has ./fairlead, and not the commands of developers. */
export const isRelease = !existsSync(join(projectRoot, 'start.mjs'));

/** How an operator types it, for messages: `npm run staff -- EMAIL ROLE`, or `./fairlead staff EMAIL ROLE`. */
export function commandLine(command: string, args = ''): string {
  if (isRelease) return `./fairlead ${command}${args && ` ${args}`}`;
  return command === 'start' ? 'npm start' : `npm run ${command}${args && ` -- ${args}`}`;
}
