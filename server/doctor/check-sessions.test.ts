import { beforeAll, expect, test } from 'vitest';
import { type ConnectionParameters, withClient } from '@fairlead/backend/database';
import { startCluster, hasPgbouncer, startPgbouncer } from '@fairlead/backend/testing';
import { setUp } from '@fairlead/backend/testing/set-up';
import { checkDatabaseSessions } from './check-database.ts';

const cluster = setUp(startCluster);
let connection: ConnectionParameters;

beforeAll(async () => {
  connection = await cluster.createDatabase();
});

async function whatOf(database: ConnectionParameters): Promise<string[]> {
  return (await checkDatabaseSessions(database)).map(({ what }) => what);
}

test.skipIf(!hasPgbouncer).each([
  ['session', []],
  ['transaction', ['pooler']],
  ['statement', ['pooler']],
])('B-133 the doctor examines a pooler in %s mode', async (mode, expected) => {
  const pgbouncer = await startPgbouncer(connection, { pgbouncer: `pool_mode = ${mode}` });
  try {
    expect(await whatOf(pgbouncer.connection)).toEqual(expected);
  } finally {
    await pgbouncer.close();
  }
});

test('the doctor counts the sessions that a database allows, and knows a locale without letters', async () => {
  expect(await whatOf(connection)).toEqual([]);
  const database = 'doctor_of_sessions';
  await withClient(connection, (client) =>
    client.query(
      `create database ${database} template template0 locale_provider libc lc_collate 'C' lc_ctype 'C' connection limit 20`,
    ),
  );
  expect(await whatOf({ ...connection, database })).toEqual(['connections', 'locale']);
  await withClient(connection, (client) => client.query(`drop database ${database}`));
});
