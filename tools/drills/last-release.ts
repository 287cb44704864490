import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dumpRows } from '@fairlead/backend/upgrade';
import { buildAndStart, checkOut, resolveCommit } from '../../e2e/product/check-out.ts';
import { makeDataFolder, startProduct, type Product } from '../../e2e/product/product.ts';
import {
  readLastReleaseSnapshot,
  writeLastReleaseSnapshot,
  type LastReleaseSnapshot,
} from '../../supabase/last-release/last-release.ts';
import { printIndented, runCommand, formatSecondsSince } from './backup/run-command.ts';
import { assertEqualInventories, takeDataInventory, withDatabase } from './backup/inventory.ts';
import { sampleAccount, writeSampleWork } from './upgrade/write-sample-work.ts';
import { assertDeepEqual } from './upgrade/old-cluster.ts';

export const title =
  'A data folder of the last release is taken up, used, and brought back to its program (-- COMMIT; --keep stores it for npm test)';

const maxBytes = 300_000;

export default async function drill(
  [name = readLastReleaseSnapshot().commit]: readonly string[],
  { keep }: { keep?: true },
): Promise<void> {
  const commit = await resolveCommit(name);
  const root = await checkOut(commit);
  const dataDir = await makeDataFolder();
  try {
    const before = await step('the last release makes its data', () =>
      useProduct(root, dataDir, async (product) => {
        await writeSampleWork(product);
        if (keep) await keepData(root, dataDir, commit);
        else await untilSent(product);
      }),
    );
    if (keep) return;
    await step('this version takes it up: a sign-in, a reply, a lead, a file', () =>
      useProduct(undefined, dataDir, async (product) => {
        await look(product);
        await product
          .visitor()
          .from('leads')
          .insert({ name: 'After the upgrade', email: 'after@example.com', message: 'Hello' })
          .throwOnError();
      }),
    );
    const undo = await runCommand(['undo-upgrade', '--yes'], { DATA_DIR: dataDir });
    printIndented(undo.trim().replaceAll('\n', '\n  '));
    const after = await step('the last release serves it again', () => useProduct(root, dataDir, look));
    assertEqualInventories(
      { tables: before.tables.filter(isKept), files: before.files },
      { tables: after.tables.filter(isKept), files: after.files },
    );
    printIndented(
      `${before.tables.filter(isKept).length} tables and ${before.files.size} files as before the upgrade`,
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Excludes what any start or request writes: sessions, server keys, times of sign-ins, links, mails. */
function isKept({ table }: { table: string }): boolean {
  return (
    /^(public|private|storage)\./.test(table) &&
    !/owner_links|server_keys|outbox|settings|audit_log|read_counts/.test(table)
  );
}

async function step<Result>(words: string, work: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  const result = await work();
  printIndented(`${words} (${formatSecondsSince(since)})`);
  return result;
}

/** Returns what it contains at the end. Without `root`, uses this working tree. */
async function useProduct(
  root: string | undefined,
  dataDir: string,
  work: (product: Product) => Promise<void>,
) {
  await using product = await (root === undefined
    ? startProduct({}, dataDir)
    : startProduct({}, dataDir, buildAndStart, root));
  await work(product);
  return await takeDataInventory(dataDir);
}

/** Waits for due mails, which a later start would send. Reminders and retries are not due yet. */
async function untilSent(product: Product): Promise<void> {
  const outbox = async () => (await product.admin.rpc('outbox_state').single().throwOnError()).data;
  let { waiting } = await outbox();
  for (let last = Infinity; waiting > 0 && waiting < last; { waiting } = await outbox()) {
    last = waiting;
    await wait(1_000);
  }
}

async function look(product: Product): Promise<void> {
  const client = product.visitor();
  const { error } = await client.auth.signInWithPassword(sampleAccount);
  if (error) throw error;
  const { data: leads } = await client
    .from('leads')
    .select('name, lead_messages(message)')
    .like('name', 'Client %')
    .throwOnError();
  assertDeepEqual(leads?.length, 20, 'leads');
  assertDeepEqual(leads?.flatMap((lead) => lead.lead_messages).length, 12, 'replies');
  const { data, error: gone } = await client.storage.from('pictures').download('last-release/480.webp');
  if (gone || data.size === 0) throw new Error('the picture is gone', { cause: gone });
}

async function keepData(root: string, dataDir: string, commit: string): Promise<void> {
  const rows = await withDatabase(dataDir, (client) => dumpRows(client));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const migrations = [
    ...readMigrations(root, 'backend/src', 'backend'),
    ...readMigrations(root, 'supabase', 'project'),
  ];
  if (migrations.some(({ file }) => file.endsWith('_unreleased.sql')))
    throw new Error(`${commit} has an unreleased migration: freeze it before the release is tagged`);
  const bytes = writeLastReleaseSnapshot({
    commit,
    version,
    migrations,
    ...rows,
    files: readFiles(dataDir),
    account: sampleAccount,
  });
  printIndented(`kept in supabase/last-release: ${Math.ceil(bytes / 1000)} kB`);
  if (bytes > maxBytes) throw new Error(`more than ${maxBytes / 1000} kB`);
}

function readMigrations(
  root: string,
  folder: string,
  source: 'backend' | 'project',
): LastReleaseSnapshot['migrations'] {
  const path = join(root, folder, 'migrations');
  return readdirSync(path)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({ source, file, sql: readFileSync(join(path, file), 'utf8') }));
}

function readFiles(dataDir: string): Record<string, string> {
  const stored = readdirSync(join(dataDir, 'storage'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1));
  return Object.fromEntries(
    ['keys.json', ...stored].map((file) => [file, readFileSync(join(dataDir, file)).toString('base64')]),
  );
}
