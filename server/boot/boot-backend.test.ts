// Tests that an embedded database keeps no images of changes once no server deletes them.
import { join } from 'node:path';
import { createBackend } from '@fairlead/backend';
import { withClient } from '@fairlead/backend/database';
import { startEmbeddedServer } from '@fairlead/backend/embedded';
import { fillWithPristine, removeFolder, temporaryFolder } from '@fairlead/backend/testing';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../project-root.ts';
import { bootBackend, type BootedBackend } from './boot-backend.ts';

type Connection = BootedBackend['database']['connection'];

const addImage = (connection: Connection) =>
  withClient(connection, (client) =>
    client.query(`insert into realtime.statement_images (new_rows) values (array['(a row)'])`),
  );

async function countImages(connection: Connection): Promise<number> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int from realtime.statement_images',
    );
    return rows[0]?.count ?? -1;
  });
}

test('B-362 a start and an end of the server empty an embedded database of images', async () => {
  const dataDir = temporaryFolder();
  onTestFinished(() => removeFolder(dataDir));
  await fillWithPristine(dataDir);
  const boot = () =>
    bootBackend({
      database: { databaseUrl: undefined, dataDir, keys: {}, log: () => {}, takeOver: true },
      workdir: projectRoot,
      environment: {},
      create: async ({ connection, keys }) =>
        createBackend({
          connection,
          keys,
          workdir: projectRoot,
          publicUrl: 'http://localhost:1',
          storage: { folder: join(dataDir, 'storage'), soleWriter: true },
        }),
      seedFiles: [],
    });
  const first = await boot();
  await addImage(first.database.connection);
  expect(await countImages(first.database.connection)).toBe(1);
  await first.close();
  const alone = await startEmbeddedServer({ dataDir, settings: { fsync: 'off' } });
  const left = await countImages(alone.connection);
  // As after a server that was killed.
  await addImage(alone.connection);
  await alone.stop();
  const second = await boot();
  const found = await countImages(second.database.connection);
  await second.close();
  expect({ left, found }).toEqual({ left: 0, found: 0 });
}, 120_000);
