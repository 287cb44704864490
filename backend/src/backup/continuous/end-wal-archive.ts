import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clientConfig } from '../../database/connection.ts';
import type { DatabaseConnection } from '../../database/connection.ts';
import { DatabaseClient } from '../../database/database-client.ts';
import { walArchiveFile } from './wal-archive-state.ts';
import { dropWalSlot } from './wal-slot.ts';

/**
 * Where the WAL is no longer archived. Returns whether it was. A cluster that an undone upgrade put back may have the
 * slot without the file.
 */
export async function endWalArchive(dataDir: string, connection: DatabaseConnection): Promise<boolean> {
  const client = new DatabaseClient(clientConfig(connection));
  await client.connect();
  try {
    await dropWalSlot(client);
  } finally {
    await client.end();
  }
  const file = join(dataDir, walArchiveFile);
  const wasArchived = existsSync(file);
  rmSync(file, { force: true });
  return wasArchived;
}
