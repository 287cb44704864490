import { commandLine } from '../../errors/command-line.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../../errors/startup-error.ts';

/** In a DATA_DIR that is being restored, or whose restore was interrupted. */
export const restoreMarker = 'restore.json';

/** Throws a StartupError. A server would begin an empty database, or one that lacks its last changes. */
export function rejectIncompleteRestore(dataDir: string): void {
  if (existsSync(join(dataDir, restoreMarker)))
    throw new StartupError(
      `${dataDir} holds a restore that was interrupted: delete the folder and run ${commandLine('restore')} again`,
    );
}
