import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { clientConfig } from '../../database/connection.ts';
import type { DatabaseConnection } from '../../database/connection.ts';
import { logArchiveFile } from './log-archive-state.ts';
import { dropLogSlot } from './log-slot.ts';

/**
 * Where the log is no longer archived. Returns whether it was. A cluster that an undone upgrade put back may have the
 * slot without the file.
 */
export async function endLogArchive(dataDir: string, connection: DatabaseConnection): Promise<boolean> {
  const client = new Client(clientConfig(connection));
  client.on('error', () => {});
  await client.connect();
  try {
    await dropLogSlot(client);
  } finally {
    await client.end();
  }
  const file = join(dataDir, logArchiveFile);
  const wasArchived = existsSync(file);
  rmSync(file, { force: true });
  return wasArchived;
}
