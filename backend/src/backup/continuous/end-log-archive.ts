import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { clientConfig } from '../../database/connection.ts';
import type { DatabaseConnection } from '../../database/connection.ts';
import { logArchiveFile } from './log-archive-state.ts';
import { dropLogSlot } from './log-slot.ts';

/** In a folder whose log was archived, and no longer is. Returns false in any other. */
export async function endLogArchive(dataDir: string, connection: DatabaseConnection): Promise<boolean> {
  const file = join(dataDir, logArchiveFile);
  if (!existsSync(file)) return false;
  const client = new Client(clientConfig(connection));
  client.on('error', () => {});
  await client.connect();
  try {
    await dropLogSlot(client);
  } finally {
    await client.end();
  }
  rmSync(file, { force: true });
  return true;
}
