import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { toMigration, type MigrationSet } from '../../backend/src/database/migration-files.ts';
import { listTables } from '../../backend/src/upgrade/copy-rows.ts';

/** What a data folder of the last release holds, and the migrations that made its tables. */
export interface LastRelease {
  /** That made it, by `npm run drill -- last-release COMMIT --keep`. */
  commit: string;
  version: string;
  migrations: { source: 'backend' | 'project'; file: string; sql: string }[];
  /** Qualified and quoted names; rows in the text format of COPY. */
  tables: { name: string; columns: string[]; rows: string }[];
  sequences: { name: string; value: string; isCalled: boolean }[];
  /** By path in the data folder, base64: keys.json and stored files. Keys of nothing but this. */
  files: Record<string, string>;
  account: { email: string; password: string };
}

const dataFile = join(import.meta.dirname, 'last-release.json.gz');

export function readLastRelease(): LastRelease {
  return JSON.parse(gunzipSync(readFileSync(dataFile)).toString()) as LastRelease;
}

/** Returns the bytes. */
export function writeLastRelease(data: LastRelease): number {
  const packed = gzipSync(JSON.stringify(data), { level: 9 });
  writeFileSync(dataFile, packed);
  return packed.length;
}

export function migrationsOf({ migrations }: LastRelease): MigrationSet[] {
  return (['backend', 'project'] as const).map((source) => ({
    source,
    migrations: migrations
      .filter((each) => each.source === source)
      .map(({ file, sql }) => toMigration(file, sql)),
    anyOrder: source === 'backend',
  }));
}

export async function dumpRows(client: ClientBase): Promise<Pick<LastRelease, 'tables' | 'sequences'>> {
  await client.query('begin isolation level repeatable read read only');
  const tables: LastRelease['tables'] = [];
  for (const { name, columns } of await listTables(client)) {
    const rows = await text(client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`)));
    tables.push({ name, columns, rows });
  }
  const { rows: names } = await client.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name from pg_sequences order by 1`,
  );
  const sequences: LastRelease['sequences'] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    );
    sequences.push({ name, value: rows[0]?.value ?? '1', isCalled: rows[0]?.isCalled ?? false });
  }
  await client.query('commit');
  return { tables, sequences };
}

/** In place of the rows that the migrations made. Triggers and foreign keys rest: the rows passed them once. */
export async function loadRows(client: ClientBase, { tables, sequences }: LastRelease): Promise<void> {
  await client.query('begin; set local session_replication_role = replica');
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const { name, columns, rows } of tables)
    await pipeline(
      Readable.from([rows]),
      client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)),
    );
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::text::regclass, $2::bigint, $3)', [name, value, isCalled]);
  await client.query('commit');
}
