import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedServer } from '@fairlead/backend/embedded';
import { startS3Server } from '@fairlead/backend/testing/fakes';
import { readBackupStatus } from '../../server/backup/backup-status.ts';
import { startProduct } from '../../e2e/product/product.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { assertEqualInventories, takeDataInventory, withDatabase } from './backup/inventory.ts';
import { drillPassphrase, printIndented, runCommand, formatSecondsSince } from './backup/run-command.ts';

export const title =
  'a site of N MB (2000) is restored from archive and passphrase alone: another user, path and port, the original deleted (-- N s3: from a bucket)';

const nobody = { uid: 65_534, gid: 65_534 };
const fileBytes = 5_000_000;

/** Half of the megabytes are rows, half are stored files. */
export default async function drill(
  [size = '2000', kind = 'folder']: readonly string[],
  { folder }: DrillCall,
): Promise<void> {
  const store = kind === 's3' ? await startS3Server('backups') : undefined;
  const megabytes = Number(size);
  const original = join(folder, 'original');
  const backups = join(folder, 'backups');
  const target: Record<string, string> = store
    ? {
        BACKUP_TO: 's3://backups/site',
        BACKUP_S3_ENDPOINT: store.endpoint,
        BACKUP_S3_ACCESS_KEY_ID: store.accessKey,
        BACKUP_S3_SECRET_ACCESS_KEY: store.secretKey,
      }
    : { BACKUP_TO: backups };
  const environment = { ...target, BACKUP_PASSPHRASE: drillPassphrase };
  await fill(original, megabytes);
  const writing = performance.now();
  const product = await startProduct(environment, original);
  await untilBackedUp(original);
  printIndented(
    `backed up and verified by the server a minute after its start, ${formatSecondsSince(writing)} with it`,
  );
  // Acknowledged after the backup, so only in the WAL archive.
  const lead = { name: 'Ana Roy', email: 'ana@roy.example', message: 'After the backup' };
  await product.visitor().from('leads').insert(lead).throwOnError();
  await product.stop();
  const stopped = await startEmbeddedServer({ dataDir: original });
  const expected = await takeDataInventory(original);
  await stopped.stop();
  await rm(original, { recursive: true });

  const elsewhere = join(folder, 'another', 'path');
  await mkdir(elsewhere, { recursive: true });
  const account = process.getuid?.() === 0 && canRun() ? nobody : undefined;
  if (account) await giveTo(account, elsewhere, ...(store ? [] : [backups]));
  const dataDir = join(elsewhere, 'data');
  const restoring = performance.now();
  const usedBefore = childSeconds();
  const output = await runCommand(
    ['restore', target['BACKUP_TO'] ?? ''],
    { ...target, DATA_DIR: dataDir },
    account,
  );
  const tookMs = performance.now() - restoring;
  printIndented(output.trim().replaceAll('\n', '\n  '));
  printIndented(
    `restored ${account ? 'as user 65534 ' : ''}in ${formatSecondsSince(restoring)}, with ${(childSeconds() - usedBefore).toFixed(1)} s of a processor`,
  );
  const server = await startEmbeddedServer({ dataDir });
  const found = await takeDataInventory(dataDir);
  await server.stop();
  assertEqualInventories(expected, found);
  const restored = await startProduct({}, dataDir);
  const page = await fetch(`${restored.url}/services`);
  if (page.status !== 200) throw new Error(`/services responds with ${page.status}`);
  await restored.stop();
  await store?.close();
  printIndented(`equal: ${expected.tables.length} tables, ${expected.files.size} files; /services is served`);
  if (tookMs > 5 * 60_000) throw new Error('the restore took longer than 5 minutes');
}

async function fill(dataDir: string, megabytes: number): Promise<void> {
  const product = await startProduct({}, dataDir);
  const { storage } = product.admin;
  const { data, error } = await storage.createBucket('drill', { public: true });
  if (error) throw error;
  for (let count = 0; count < (megabytes * 1_000_000) / 2 / fileBytes; count++) {
    const stored = await storage.from(data.name).upload(`${count}.bin`, randomBytes(fileBytes));
    if (stored.error) throw stored.error;
  }
  await withDatabase(dataDir, async (client) => {
    await client.query(
      `create table public.ballast as
       select n, string_agg(md5(random()::text), '') as content
       from generate_series(1, $1::int) n, generate_series(1, 30) group by n`,
      [megabytes * 500],
    );
  });
  await product.stop();
}

async function untilBackedUp(dataDir: string): Promise<void> {
  for (;;) {
    const { succeeded, failed } = readBackupStatus(dataDir);
    if (failed) throw new Error(`the backup failed: ${failed.message}`);
    if (succeeded?.isVerified && succeeded.stream) return;
    await wait(500);
  }
}

/** Processor seconds of ended children and their descendants; 0 if the system does not report them. */
function childSeconds(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}

/** Other users cannot run a clone that is inside a folder which only root may enter. */
function canRun(): boolean {
  return spawnSync(process.execPath, ['--version'], nobody).status === 0;
}

async function giveTo({ uid, gid }: typeof nobody, ...folders: string[]): Promise<void> {
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true }))
      await chown(join(folder, entry), uid, gid);
    await chown(folder, uid, gid);
    await chmod(folder, 0o755);
  }
}
