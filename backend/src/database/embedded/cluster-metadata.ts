// Files that mark the state of a data folder.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainUnreadableFile } from '../../errors/explain-unreadable-file.ts';
import { PermanentStartupError } from '../../errors/startup-error.ts';
import { formatCommandLine } from '../../errors/format-command-line.ts';
import { writeAtomically } from '../folders.ts';

/** database.json of a DATA_DIR. */
export interface ClusterMetadata {
  password: string;
  /** Set if the cluster is outside DATA_DIR. */
  home?: string;
  /** Distinguishes a copied folder from its original. */
  id?: string;
}

export function clusterMetadataFile(dataDir: string): string {
  return join(dataDir, 'database.json');
}

export function readClusterMetadata(dataDir: string): ClusterMetadata | undefined {
  const file = clusterMetadataFile(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    const metadata = JSON.parse(readFileSync(file, 'utf8')) as Partial<ClusterMetadata>;
    if (typeof metadata.password === 'string') return metadata as ClusterMetadata;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw explainUnreadableFile(file, error, '');
  }
  throw new PermanentStartupError(`${file} cannot be read as JSON with a password: restore it from a backup`);
}

export function writeClusterMetadata(dataDir: string, metadata: ClusterMetadata): void {
  writeAtomically(clusterMetadataFile(dataDir), JSON.stringify(metadata));
}

/** Marks a DATA_DIR that is being restored, or whose restore was interrupted. */
export const restoreMarkerFile = 'restore.json';

/** Throws a StartupError: a server would start an empty database, or one that lacks its last changes. */
export function rejectIncompleteRestore(dataDir: string): void {
  if (existsSync(join(dataDir, restoreMarkerFile)))
    throw new PermanentStartupError(
      `${dataDir} holds a restore that was interrupted: delete the folder and run ${formatCommandLine('restore')} again`,
    );
}
