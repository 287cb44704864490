import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { DumpedRows } from '@fairlead/backend/upgrade';
import { toMigration, type MigrationSet } from '@fairlead/backend/database';

/** The content of a data folder of the last release, and the migrations that created its tables. */
export interface LastReleaseSnapshot extends DumpedRows {
  /** The commit that made it, by `npm run drill -- last-release COMMIT --keep`. */
  commit: string;
  version: string;
  migrations: { source: 'backend' | 'project'; file: string; sql: string }[];
  /** Those that followed, one by one, in databases of contributors that continue. None after a release. */
  replaced?: LastReleaseSnapshot['migrations'];
  /** By path in the data folder, base64: keys.json and stored files. The keys are used nowhere else. */
  files: Record<string, string>;
  account: { email: string; password: string };
}

const dataFile = join(import.meta.dirname, 'last-release.json.gz');

export function readLastReleaseSnapshot(): LastReleaseSnapshot {
  return JSON.parse(gunzipSync(readFileSync(dataFile)).toString()) as LastReleaseSnapshot;
}

/** Returns the bytes. */
export function writeLastReleaseSnapshot(data: LastReleaseSnapshot): number {
  const packed = gzipSync(JSON.stringify(data), { level: 9 });
  writeFileSync(dataFile, packed);
  return packed.length;
}

export function toMigrationSets({ migrations }: LastReleaseSnapshot): MigrationSet[] {
  return (['backend', 'project'] as const).map((source) => ({
    source,
    migrations: migrations
      .filter((each) => each.source === source)
      .map(({ file, sql }) => toMigration(file, sql)),
    anyOrder: source === 'backend',
  }));
}
