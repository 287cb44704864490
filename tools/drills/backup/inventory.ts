import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  compareTableFingerprints,
  readTableFingerprints,
  type TableFingerprint,
} from '@fairlead/backend/backup';
import { withClient } from '@fairlead/backend/database';
import { readEmbeddedConnectionParameters } from '@fairlead/backend/embedded';

/** Everything that must be equal: the rows of every table, and each stored file by its content. */
export interface DataInventory {
  tables: TableFingerprint[];
  files: Map<string, string>;
}

export async function withDatabase<Result>(
  dataDir: string,
  work: Parameters<typeof withClient<Result>>[1],
): Promise<Result> {
  const connection = readEmbeddedConnectionParameters(dataDir);
  if (connection === undefined) throw new Error(`there is no database in ${dataDir}`);
  return withClient(connection, work);
}

export async function takeDataInventory(dataDir: string): Promise<DataInventory> {
  const tables = await withDatabase(dataDir, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    return readTableFingerprints(client);
  });
  const folder = join(dataDir, 'storage', 'blobs');
  const files = new Map<string, string>();
  const entries = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const content = await readFile(join(entry.parentPath, entry.name));
    files.set(entry.name, createHash('sha256').update(content).digest('hex'));
  }
  return { tables, files };
}

/** Throws an error that lists every difference. */
export function assertEqualInventories(expected: DataInventory, found: DataInventory): void {
  const differences = compareTableFingerprints(expected.tables, found.tables);
  for (const [name, hash] of expected.files) {
    if (found.files.get(name) !== hash) differences.push(`the stored file ${name} is missing or another one`);
  }
  if (differences.length > 0) throw new Error(`not equal: ${differences.join('; ')}`);
}
