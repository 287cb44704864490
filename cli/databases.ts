// `npm run databases`: what lives under /var/lib/fairlead, and the way to delete what no folder needs any more.
import { listHomes, removeHome, type ListedHome } from '@fairlead/backend/database/embedded/homes.ts';
import { printError } from '../server/print-error.ts';

function describe({ folder, owner, state }: ListedHome): string {
  const words: Record<ListedHome['state'], string> = {
    running: `in use${owner ? ` by the server of ${owner}` : ''}`,
    owned: `belongs to ${owner}`,
    orphaned: `orphaned: ${owner} is gone. If you moved it, start the server there once; else remove this with --remove`,
    unknown: 'made by an older version; its owner shows after the next start of its folder',
  };
  return `${folder}  ${words[state]}`;
}

export function manageDatabases(args: string[]): void {
  try {
    const [option, name, ...rest] = args;
    if (option === undefined) {
      const homes = listHomes();
      const lines =
        homes.length > 0 ? homes.map(describe) : ['There is no database under /var/lib/fairlead.'];
      process.stdout.write(`${lines.join('\n')}\n`);
    } else if (option === '--remove' && name !== undefined && rest.length === 0) {
      removeHome(name);
      process.stdout.write(`${name} is deleted\n`);
    } else {
      throw new Error('use: npm run databases, or npm run databases -- --remove NAME');
    }
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
}
