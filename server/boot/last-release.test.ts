// The present migrations upgrade data of the last release, which is then used, and the upgrade undone.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedServer } from '@fairlead/backend/embedded';
import { migrateDatabase, withMigrationLock } from '@fairlead/backend/database';
import { restoreDumpedRows } from '@fairlead/backend/upgrade';
import { createBackend } from '@fairlead/backend';
import { readMigrationSets } from '@fairlead/backend/project';
import { type TableFingerprint, readTableFingerprints } from '@fairlead/backend/backup';
import { fillWithPristine, removeFolder, temporaryFolder } from '@fairlead/backend/testing';
import { undoUpgrade } from '../commands/undo-upgrade.ts';
import type { Database } from '../../site/app/data/database-types.ts';
import { toMigrationSets, readLastReleaseSnapshot } from '../../supabase/last-release/last-release.ts';
import { writeLog } from '../log/write-log.ts';
import { readProgramVersion } from '../process/read-program-version.ts';
import { projectRoot } from '../project-root.ts';
import { bootBackend, type BootedBackend } from './boot-backend.ts';

const last = readLastReleaseSnapshot();
const url = 'http://localhost:1';
let dataDir: string;

beforeEach(() => void (dataDir = temporaryFolder()));
afterEach(() => removeFolder(dataDir));

/** Runs only the database as the last release does: with its migrations, all of which must be known and applied. */
async function withLastRelease<Result>(
  work: (client: Parameters<typeof restoreDumpedRows>[0]) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbeddedServer({ dataDir, settings: { fsync: 'off' } });
  try {
    await migrateDatabase(server.connection, toMigrationSets(last), { program: last.version });
    return await withMigrationLock(server.connection, work, { log: writeLog });
  } finally {
    await server.stop();
  }
}

async function readAll(client: Parameters<typeof restoreDumpedRows>[0]): Promise<TableFingerprint[]> {
  await client.query('begin');
  const fingerprints = await readTableFingerprints(client);
  await client.query('rollback');
  return fingerprints;
}

async function fill(): Promise<TableFingerprint[]> {
  await fillWithPristine(dataDir);
  for (const [file, content] of Object.entries(last.files)) {
    mkdirSync(dirname(join(dataDir, file)), { recursive: true });
    writeFileSync(join(dataDir, file), Buffer.from(content, 'base64'), { mode: 0o600 });
  }
  return withLastRelease(async (client) => {
    await restoreDumpedRows(client, last);
    return readAll(client);
  });
}

function boot(): Promise<BootedBackend> {
  return bootBackend({
    database: { databaseUrl: undefined, dataDir, keys: {}, log: () => {}, takeOver: true },
    workdir: projectRoot,
    environment: {},
    create: async ({ connection, keys }) =>
      createBackend({
        connection,
        keys,
        workdir: projectRoot,
        publicUrl: url,
        program: readProgramVersion(),
        storage: { folder: join(dataDir, 'storage'), soleWriter: true },
      }),
    seedFiles: [],
  });
}

async function use({ backend }: BootedBackend, key: string): Promise<void> {
  const client: SupabaseClient<Database> = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: async (input, init) => backend.fetch(new Request(input, init)) },
  });
  const { error } = await client.auth.signInWithPassword(last.account);
  expect(error).toBeNull();
  const { data: leads } = await client
    .from('leads')
    .select('id, name, lead_messages(message)')
    .like('name', 'Client %')
    .throwOnError();
  expect(leads).toHaveLength(20);
  expect(leads.flatMap((lead) => lead.lead_messages)).toHaveLength(12);
  const reply = { lead_id: leads[0]?.id ?? '', message: 'After the upgrade', sender_type: 'admin' };
  await client.from('lead_messages').insert(reply).throwOnError();
  const { data: file } = await client.storage.from('pictures').download('last-release/480.webp');
  expect(await file?.text()).toContain('of the last release');
}

test('data of the last release is taken up, used and brought back, every row as it was', async () => {
  const before = await fill();
  expect(before.length).toBeGreaterThan(30);

  const booted = await boot();
  const { publishableKey } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as {
    publishableKey: string;
  };
  await use(booted, publishableKey).finally(() => booted.close());
  const sets = await readMigrationSets({ folder: join(projectRoot, 'supabase'), migrationsEnabled: true });
  const added = sets
    .flatMap(({ migrations }) => migrations.map(({ file }) => file))
    .filter((file) => !last.migrations.some((each) => each.file === file));
  expect(booted.applied.migrations).toEqual(added);

  // Right after a release there is nothing to undo.
  if (added.length === 0) return;
  await undoUpgrade({
    args: [],
    options: {},
    environment: { DATA_DIR: dataDir },
    confirm: () => Promise.resolve(true),
  });
  expect(await withLastRelease(readAll)).toEqual(before);
}, 60_000);
