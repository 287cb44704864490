import { expect, test } from 'vitest';
import { createPool } from '../../src/database/pool.ts';
import { createBackend } from '../../src/index.ts';
import { generateKeys } from '../../src/tokens/keys.ts';
import { startCluster } from '../cluster.ts';
import { setUp } from '../set-up.ts';

const cluster = setUp(startCluster);

test('B-132 each session of the product has its own settings, independent of those of the database', async () => {
  const connection = await cluster.createDatabase();
  const { database } = connection;
  const owner = createPool(connection, { max: 1 });
  await owner.query(
    `alter database ${database} set jit = on; alter database ${database} set datestyle = 'German';
     alter database ${database} set standard_conforming_strings = off;
     alter database ${database} set idle_session_timeout = '1s'`,
  );
  await owner.end();
  const options = { workdir: import.meta.dirname, publicUrl: 'http://localhost', keys: generateKeys() };
  const backend = createBackend({ ...options, connection });
  await backend.migrate();
  await backend.close();
  for (const restingRole of [undefined, 'authenticator']) {
    const pool = createPool(connection, { max: 1, ...(restingRole && { restingRole }) });
    const { rows } = await pool.query(
      `select current_setting('jit') as jit, current_setting('idle_session_timeout') as idle, current_setting('standard_conforming_strings') as strings,
         '2026-03-04T00:00:00Z'::timestamptz as at, current_user = 'authenticator' as rests`,
    );
    expect(rows).toEqual([
      {
        jit: 'off',
        idle: '0',
        strings: 'on',
        at: new Date('2026-03-04T00:00:00Z'),
        rests: restingRole !== undefined,
      },
    ]);
    await pool.end();
  }
});

test('B-132 the time zone is UTC, independent of the machine, or the one that a project chose', async () => {
  const connection = await cluster.createDatabase();
  const zones: unknown[] = [];
  for (const isChosen of [false, true]) {
    const pool = createPool(connection, { max: 1 });
    const { rows } = await pool.query<{ zone: string }>(`select current_setting('timezone') as zone`);
    zones.push(rows[0]?.zone);
    if (!isChosen) await pool.query(`alter database ${connection.database} set timezone = 'Asia/Tokyo'`);
    await pool.end();
  }
  expect(zones).toEqual(['UTC', 'Asia/Tokyo']);
});
