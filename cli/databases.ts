import { commandLine } from '@fairlead/backend/errors/command-line.ts';
import {
  listExternalClusters,
  removeExternalCluster,
  type ExternalCluster,
} from '@fairlead/backend/database/embedded/external-clusters.ts';

/** Lists the clusters under /var/lib/fairlead; `-- --remove NAME` deletes an orphaned one. */
export function databases([option, name, ...rest]: string[]): void {
  if (option === undefined) {
    const homes = listExternalClusters();
    const lines = homes.length > 0 ? homes.map(describe) : ['There is no database under /var/lib/fairlead.'];
    process.stdout.write(`${lines.join('\n')}\n`);
  } else if (option === '--remove' && name !== undefined && rest.length === 0) {
    removeExternalCluster(name);
    process.stdout.write(`${name} is deleted\n`);
  } else {
    throw new Error(`use: ${commandLine('databases')}, or ${commandLine('databases', '--remove NAME')}`);
  }
}

function describe({ folder, owner, state }: ExternalCluster): string {
  const descriptions: Record<ExternalCluster['state'], string> = {
    running: `in use${owner ? ` by the server of ${owner}` : ''}`,
    owned: `belongs to ${owner}`,
    orphaned: `orphaned: ${owner} is gone. If you moved it, start the server there once; else remove this with --remove`,
    unknown: 'made by an older version; its owner shows after the next start of its folder',
  };
  return `${folder}  ${descriptions[state]}`;
}
