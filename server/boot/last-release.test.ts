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
import { rebuildEmbeddedDatabase } from '../commands/rebuild-embedded-database.ts';
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
  await undoUpgrade(call());
  expect(await withLastRelease(readAll)).toEqual(before);
}, 120_000);

function call(): Parameters<typeof undoUpgrade>[0] {
  const environment = { DATA_DIR: dataDir };
  return { args: [], options: {}, environment, confirm: () => Promise.resolve(true) };
}

async function withPresent<Result>(
  work: (client: Parameters<typeof restoreDumpedRows>[0]) => Promise<Result>,
): Promise<Result> {
  const booted = await boot();
  try {
    return await withMigrationLock(booted.database.connection, work, { log: writeLog });
  } finally {
    await booted.close();
  }
}

test('B-430 a folder with another form of the unreleased migration is refused: rebuild-database moves every row, or none, and is undone', async () => {
  await fill();
  const before = await withPresent(async (client) => {
    const rows = await readAll(client);
    await client.query(`
      alter table public.leads add column tested text;
      update public.leads set tested = 'kept' where name = 'Client 1';
      delete from backend.migrations where file like '%\\_unreleased.sql';
      insert into backend.migrations (source, version, file, checksum)
      values ('project', '29990101000000', '29990101000000_unreleased.sql', '')`);
    return rows;
  });
  const refused =
    /another form of the unreleased migration \(29990101000000_unreleased\.sql\): run .*rebuild-database/;
  await expect(boot()).rejects.toThrow(refused);
  await expect(rebuildEmbeddedDatabase(call())).rejects.toThrow(
    'this version has no column "public"."leads"."tested", and would lose it in 1 row(s). The database has not changed.',
  );
  const server = await startEmbeddedServer({ dataDir });
  await withMigrationLock(
    server.connection,
    (client) => client.query('update public.leads set tested = null'),
    {
      log: writeLog,
    },
  );
  await server.stop();
  await rebuildEmbeddedDatabase(call());
  expect((await withPresent(readAll)).filter(isOfPeople)).toEqual(before.filter(isOfPeople));
  await undoUpgrade(call());
  await expect(boot()).rejects.toThrow(refused);
}, 240_000);

/** Excludes the records of migrations, and what a start writes. */
function isOfPeople({ table }: TableFingerprint): boolean {
  return !/^(backend|supabase_migrations)\./.test(table);
}
