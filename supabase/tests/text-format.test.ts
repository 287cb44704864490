import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientConfig, type DatabaseConnection } from '../../backend/src/database/connection.ts';
import { migrate } from '../../backend/src/database/migrate.ts';
import { readMigrations } from '../../backend/src/database/migration-files.ts';
import { startCluster, type Cluster } from '../../backend/wire-tests/cluster.ts';
import { errorCode, root } from './test-database.ts';

const version = '20261122954000';
let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster();
}, 120_000);

afterAll(() => cluster.stop());

async function migrateBelow(connection: DatabaseConnection, limit: string): Promise<void> {
  const [own, product] = await Promise.all([
    readMigrations(join(root, 'backend/src/migrations')),
    readMigrations(join(root, 'supabase/migrations')),
  ]);
  await migrate(connection, [
    { source: 'backend', migrations: own, anyOrder: true },
    { source: 'project', migrations: product.filter((migration) => migration.version < limit) },
  ]);
}

test('descriptions from before formats stay plain, as they were, previews have the new column, other formats are rejected', async () => {
  const connection = await cluster.createDatabase();
  await migrateBelow(connection, version);
  const client = new Client(clientConfig(connection));
  await client.connect();
  try {
    const text = '# 1 _of_ our\n\n* services';
    for (const table of ['services', 'apps']) {
      await client.query(`insert into ${table} (name, slug, description) values ('Old', 'old', $1)`, [text]);
    }
    await client.query(`insert into server_keys (name, value) values ('lead_header', repeat('k', 64))`);
    const before = await client.query(`select to_jsonb(services) as row from services`);
    await migrateBelow(connection, '9');
    const after = await client.query(
      `select to_jsonb(services) - array['text_format', 'published_at'] as row from services`,
    );
    expect(after.rows).toEqual(before.rows);
    for (const table of ['services', 'apps']) {
      const { rows } = await client.query(
        `select preview.text_format, preview.description
         from ${table}, preview_${table}(private.make_preview_token('${table}', id)) as preview`,
      );
      expect(rows).toEqual([{ text_format: 'plain', description: text }]);
      for (const [format, code] of [
        ['markdown', null],
        ['html', '23514'],
        ['', '23514'],
        [null, '23502'],
      ]) {
        const writing = client.query(`update ${table} set text_format = $1`, [format]);
        expect([table, format, await errorCode(writing)]).toEqual([table, format, code]);
      }
    }
  } finally {
    await client.end();
  }
}, 120_000);
