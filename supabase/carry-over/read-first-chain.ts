import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { toMigration, type MigrationSet } from '../../backend/src/database/migration-files.ts';

interface StoredFile {
  source: 'backend' | 'project';
  file: string;
  sql: string;
}

export function readFirstChain(): Record<StoredFile['source'], MigrationSet> {
  const stored = readFileSync(join(import.meta.dirname, 'first-chain.json.gz'));
  const files = JSON.parse(gunzipSync(stored).toString()) as StoredFile[];
  const setOf = (source: StoredFile['source']): MigrationSet => ({
    source,
    migrations: files
      .filter((stored) => stored.source === source)
      .map(({ file, sql }) => toMigration(file, sql)),
    anyOrder: source === 'backend',
  });
  return { backend: setOf('backend'), project: setOf('project') };
}
