import {
  listExternalClusters,
  removeExternalCluster,
  type ExternalCluster,
} from '@fairlead/backend/database/embedded/external-clusters.ts';
import type { Call } from './verb.ts';

/** Lists the clusters under /var/lib/fairlead; `remove` deletes an orphaned one. */
export function databases({ options: { remove } }: Call<{ remove?: string }>): void {
  if (remove === undefined) {
    const homes = listExternalClusters();
    const lines = homes.length > 0 ? homes.map(describe) : ['There is no database under /var/lib/fairlead.'];
    process.stdout.write(`${lines.join('\n')}\n`);
  } else {
    removeExternalCluster(remove);
    process.stdout.write(`${remove} is deleted\n`);
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
